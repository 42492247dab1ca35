"""A client of the SDK plays over pipes; and what the tools tell, called as they are."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from typing import Any

import pytest
from mcp.client.stdio import stdio_client

import woodstock as ws
from cli.running import woodstock
from mcp import ClientSession, StdioServerParameters
from woodstock.gdl.names import KEYWORDS
from woodstock.kif.reader import words
from woodstock.mcp.table import Table


async def _session(arguments: list[str]) -> dict[str, Any]:
    """A whole match over standard input and output, and a call that goes wrong."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "woodstock.cli", "mcp", *arguments])
    async with stdio_client(command) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()

        async def call(tool: str, **given: Any) -> dict[str, Any]:
            answer = await session.call_tool(tool, given)
            text = "".join(getattr(part, "text", "") for part in answer.content)
            return {"error": text} if answer.is_error else json.loads(text)

        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        games = (await call("list_games"))["games"]
        rules = (await call("rules", game=games[0]))["rules"]
        role = re.search(r"\(role (\w+)\)", rules).group(1)  # type: ignore[union-attr]
        told = await call("new_match", game=games[0], role=role, seed=3)
        rng = random.Random(1)
        wrong = await call("play", match=told["match"], move="(no such move)")
        thought = await call("analyse", match=told["match"], player="uct:playouts=50", seconds=60)
        while not told["over"]:
            moves = (await call("legal_moves", match=told["match"]))["moves"]
            told = await call("play", match=told["match"], move=rng.choice(moves))
        return {"tools": tools, "games": games, "rules": rules, "told": told, "wrong": wrong, "thought": thought}


@pytest.mark.long
@pytest.mark.parametrize("arguments", [["tic_tac_toe"], ["tic_tac_toe", "--scramble", "7"]], ids=["plain", "scrambled"])
def test_a_match_over_pipes(arguments: list[str]) -> None:
    found = asyncio.run(asyncio.wait_for(_session(arguments), 300))
    assert set(found["tools"]) == {"list_games", "rules", "new_match", "position", "legal_moves", "play", "analyse"}
    assert all(tool.description for tool in found["tools"].values())
    assert set(found["tools"]["play"].input_schema["properties"]) == {"match", "move", "moves"}
    assert found["told"]["over"] and sum(found["told"]["goals"].values()) == 100
    assert "is not legal for" in found["wrong"]["error"]
    assert len(found["thought"]["moves"]) == 9
    assert (found["games"] == ["tic_tac_toe"]) == (len(arguments) == 1)


def test_scrambled_names_say_nothing() -> None:
    plain, scrambled = Table(), Table(scramble=5)
    names = scrambled.list_games()["games"]
    assert len(names) == len(set(names)) == len(ws.games()) and not set(names) & set(ws.games())
    assert names == Table(scramble=5).list_games()["games"] != Table(scramble=6).list_games()["games"]
    kept = KEYWORDS | {"random", "<=", "(", ")"}
    known = {word for game in ws.games() for word in words(plain.rules(game)["rules"].lower())}
    meant = {word for word in known - kept if not word.lstrip("-").isdigit()}
    for name in names:
        rules = scrambled.rules(name)["rules"]
        assert ";" not in rules
        assert not {word for word in words(rules) if word in meant}, name


def test_a_scrambled_match_is_told_in_its_own_words() -> None:
    table = Table(["kuhn_poker"], scramble=2)
    (name,) = table.list_games()["games"]
    rules = table.rules(name)["rules"]
    meant = set(words(ws.games.text("kuhn_poker"))) - set(words(rules))
    role = next(role for role in re.findall(r"\(role (\w+)\)", rules) if role != "random")
    told = table.new_match(name, role, seed=1)
    while not told["over"]:
        told = table.play(told["match"], table.legal_moves(told["match"])["moves"][0])
    named = [told["game"], told["role"], *told["fluents"], *told["goals"]]
    named += [text for step in told["history"] for text in (step["move"], *step["sees"])]
    assert len(named) > 5 and not meant & set(words(" ".join(named)))


def test_what_others_hold_is_not_told() -> None:
    """Two matches that differ in the other's card: the same is told as long as the role cannot know."""
    table = Table(["kuhn_poker"])
    seen: dict[str, set[str]] = {}
    for seed in range(24):
        told = table.new_match("kuhn_poker", "first", seed=seed)
        position = table._matches[told["match"]].position
        own = json.dumps(told["history"])
        rest = {key: value for key, value in told.items() if key != "match"}
        seen.setdefault(own, set()).add(json.dumps(rest))
        assert len([fluent for fluent in position.fluents if "card" in fluent or "holds" in fluent]) >= 2
    assert len(seen) == 3 and all(len(told) == 1 for told in seen.values())


def test_all_roles_and_moves_at_the_same_time() -> None:
    table = Table()
    told = table.new_match("rock_paper_scissors")
    with pytest.raises(ws.WoodstockError, match="name the role"):
        table.legal_moves(told["match"])
    assert len(table.legal_moves(told["match"], "left")["moves"]) == 3
    told = table.play(told["match"], moves={"left": "rock", "right": "paper"})
    assert told["goals"] == {"left": 0, "right": 100}
    with pytest.raises(ws.IllegalMoveError, match="over"):
        table.play(told["match"], moves={"left": "rock"})


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("rules", {"game": "/etc/passwd"}),
        ("rules", {"game": "chesss"}),
        ("new_match", {"game": "tic_tac_toe", "role": "z"}),
        ("new_match", {"game": "kuhn_poker", "role": "random"}),
        ("new_match", {"game": "tic_tac_toe", "opponent": "os.system"}),
        ("new_match", {"game": "tic_tac_toe", "opponent": "http://localhost:1"}),
        ("position", {"match": "9"}),
        ("analyse", {"match": "1", "player": "os.system"}),
        ("analyse", {"match": "1", "seconds": 1e9}),
        ("legal_moves", {"match": "1", "role": "o"}),
        ("play", {"match": "1", "moves": {"o": "noop"}}),
    ],
)
def test_what_is_refused(tool: str, given: dict[str, Any]) -> None:
    """Clients reach no file, no address and no code but ours."""
    table = Table()
    table.new_match("tic_tac_toe", "x")
    with pytest.raises(ws.WoodstockError):
        getattr(table, tool)(**given)


def test_the_tools_as_json() -> None:
    answer = json.loads(woodstock("mcp", "--json").out)
    assert [tool["name"] for tool in answer["tools"]][:3] == ["list_games", "rules", "new_match"]
