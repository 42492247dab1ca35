"""Our manager and our player over real sockets: complete matches with no late, illegal or lost message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import woodstock as ws
from cli.running import woodstock
from protocol.rules import HANDS
from protocol.serving import Served, serving
from sheets import path_of
from woodstock.engine.game import Game, compile_game
from woodstock.engine.source import Source
from woodstock.referee import Ending, Played, Record, replay

START, PLAY = 60.0, 5.0
"""Far more than these players need: what is tested is that all is said in time, not how fast a busy machine is."""

GAMES = [
    "tic_tac_toe",
    "breakthrough",
    "rock_paper_scissors",  # simultaneous
    "connect_four_simultaneous",
    "pig",  # chance
    "matching_pennies",
    "chinese_checkers_3p",
    "battlebrushes",  # four players
    "lights_out",  # a puzzle
    "hands",  # GDL-II
]
HIDDEN = ["scully/montyhall.kif", "ggp_python/ii_kriegtictactoe.kif", "scully/pennies.kif", "scully/meier.kif"]


@pytest.fixture(scope="module")
def servers() -> Iterator[list[Served]]:
    """Four players; the first searches, in a process of its own."""
    with ExitStack() as stack:
        players = ["uct:playouts=100", "random", "random", "random"]
        yield [stack.enter_context(serving(player)) for player in players]


def loaded(name: str) -> Game:
    if name == "hands":
        return compile_game(Source("hands", HANDS.encode()), cache=False)
    return ws.load(path_of(name) if name.endswith(".kif") else name, lenient=True)


def hosted(game: Game, servers: list[Served], matches: int, options: str = "") -> tuple[Played, ...]:
    """Matches in which nothing is forgiven: an answer after the clock is late."""
    seats = len(game.roles) - (game.chance is not None)
    urls = [f"{served.url}?grace=0{options}" for served in servers[:seats]]
    result = ws.match(game, *urls, start=START, play=PLAY, matches=matches, swap=True, seed=7)
    return result.played


def flawless(game: Game, record: Record) -> None:
    assert record.deviations == ()
    assert record.ending is Ending.TERMINAL
    assert max(max(times) for times in record.move_times) < PLAY
    replay(game.machine(), record)
    again = Record.from_dict(json.loads(json.dumps(record.to_dict(game.machine()))))
    replay(game.machine(), again)


@pytest.mark.long
@pytest.mark.parametrize("matches", [1, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_matches(servers: list[Served], name: str, matches: int) -> None:
    game = loaded(name)
    for one in hosted(game, servers, matches):
        flawless(game, one.record)


@pytest.mark.sheets
@pytest.mark.parametrize(
    ("name", "matches"), [(HIDDEN[1], 1), *(pytest.param(name, 5, marks=pytest.mark.slow) for name in HIDDEN)]
)
def test_public_sheets_with_percepts(servers: list[Served], name: str, matches: int) -> None:
    game = loaded(name)
    for protocol in ("gdl-ii", "gdl-ii-old"):
        for one in hosted(game, servers, matches, f"&protocol={protocol}"):
            flawless(game, one.record)


@pytest.mark.long
def test_scrambled_and_seen(servers: list[Served]) -> None:
    """Names without meaning, for a player that is told percepts in a game that has none."""
    game = loaded("tic_tac_toe")
    for one in hosted(game, servers, 1, "&scramble=yes&protocol=gdl-ii&preview=1"):
        flawless(game, one.record)


@pytest.mark.long
def test_a_mix_of_players(servers: list[Served]) -> None:
    """One elsewhere, one made here; and one that is not there at all."""
    result = ws.match("tic_tac_toe", servers[1].url, "random", start=START, play=PLAY, matches=2, swap=True)
    assert result.deviations == ()
    gone = ws.match("tic_tac_toe", servers[1].url, "http://127.0.0.1:9", start=START, play=PLAY)
    assert gone.played[0].finished
    assert {note.role for _, note in gone.deviations} == {"o"}
    assert all("cannot be reached" in note.detail for _, note in gone.deviations)


@pytest.mark.long
def test_the_command_line(servers: list[Served], tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    arguments = ["host", "tic_tac_toe", servers[0].url, "random", "--start", START, "--play", PLAY, "--records", file]
    result = woodstock(*arguments, "--scramble", "--preview", 1, "--json")
    assert result.code == 0, result.err
    record = result.json()
    assert record["isCompleted"] is True
    assert record["scrambled"] is True
    assert record["previewClock"] == 1
    assert record["playerNamesFromHost"] == [servers[0].url, "random"]
    assert len(record["states"]) == len(record["moves"]) + 1 == len(record["errors"])
    assert sum(record["goalValues"]) == 100
    assert json.loads(file.read_text())["moves"] == record["moves"]
    assert woodstock("replay", file).code == 0
    several = woodstock(*arguments, "--matches", 2, "--swap")
    assert several.code == 0, several.err
    assert "1. x (mark " in several.out
    assert "2 matches" in several.out
    clocks = ("--start", START, "--play", PLAY)
    answer = woodstock("match", "tic_tac_toe", servers[0].url, "random", *clocks, "--json").json()
    assert answer["errors"] == 0
