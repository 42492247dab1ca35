"""`woodstock analyse`: what a player thinks of a position."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import woodstock
from referee.rascals import Faulty, Sage
from woodstock.players import registry

KEYS = {"move", "value", "visits", "low", "high", "proved"}


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PLAYERS, "sage", Sage)
    monkeypatch.setitem(registry._PLAYERS, "faulty", Faulty)


def test_answer() -> None:
    answer = woodstock("analyse", "connect_four", "--player", "sage", "--moves", "(drop 4) ( drop 4 )", "--json").json()
    assert answer["role"] == "red"
    assert answer["best"] == "(drop 7)"
    assert [set(one) for one in answer["moves"]] == [KEYS] * 7
    assert answer["moves"][0] == {
        "move": "(drop 7)",
        "value": 0.75,
        "visits": 9,
        "low": 0.2,
        "high": 0.8,
        "proved": False,
    }
    assert (answer["nodes"], answer["playouts"], answer["proved"]) == (12, 34, False)
    assert answer["line"] == [["noop", "(drop 4)"]]


def test_a_player_that_tells_nothing() -> None:
    answer = woodstock("analyse", "tic_tac_toe", "--player", "legal", "--json").json()
    assert answer["best"] == "(mark 1 1)"
    assert len(answer["moves"]) == 9
    assert {one["value"] for one in answer["moves"]} == {None}
    assert (answer["nodes"], answer["playouts"], answer["proved"]) == (0, 0, False)


def test_our_best_player_thinks_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PLAYERS, "woodstock", Sage)
    answer = woodstock("analyse", "tic_tac_toe", "--json").json()
    assert answer["player"] == "woodstock"
    assert all(one["value"] is not None for one in answer["moves"])


def test_for_people() -> None:
    result = woodstock("analyse", "tic_tac_toe", "--player", "sage", "--moves", "(mark 2 2)")
    assert result.code == 0
    assert result.err == ""
    assert "sage as o: (mark 3 3)" in result.out
    assert "expects (mark 2 2)/noop" in result.out
    assert "0.200 to 0.800" in result.out


def test_roles_and_states(tmp_path: Path) -> None:
    path = tmp_path / "state.kif"
    path.write_text("( ( cell 1 1 x ) ( cell 2 2 o ) ( control o ) )")
    answer = woodstock("analyse", "tic_tac_toe", "--player", "legal", "--state", path, "--json").json()
    assert answer["role"] == "o"
    assert answer["best"] == "(mark 1 2)"
    answer = woodstock("analyse", "tic_tac_toe", "--player", "legal", "--role", "x", "--state", path, "--json").json()
    assert answer["best"] == "noop"


def test_moves_at_the_same_time() -> None:
    arguments = ("analyse", "matching_pennies", "--player", "legal", "--json", "--moves")
    assert "bob has a choice as well" in woodstock(*arguments, "(choose heads)").complaint()
    answer = woodstock(*arguments, "(choose heads) (choose tails)").json()
    assert (answer["role"], answer["best"]) == ("alice", "noop")
    assert "over in this position" in woodstock(*arguments, "(choose heads) (choose tails) (choose heads)").complaint()
    assert "no player evaluates" in woodstock(*arguments, "", "--role", "random").complaint()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--moves", "(mark 9 9)"], "x cannot play (mark 9 9) here"),
        (["--moves", "(mark 1 1"], "bracket is missing"),
        (["--role", "z"], "there is no role z; the roles are x, o"),
        (
            ["--moves", "(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2) (mark 1 3)"],
            "the game is over in this position",
        ),
        (
            ["--moves", "(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2) (mark 1 3) (mark 3 3)"],
            "the game is over before (mark 3 3)",
        ),
        (["--player", "faulty"], "faulty gave no evaluation: exception: ValueError: no start"),
        (["--state", "/nonexistent"], "No such file"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str], message: str) -> None:
    result = woodstock("analyse", "tic_tac_toe", "--player", "legal", *arguments, "--json")
    assert result.code == 2
    assert message in result.complaint()
