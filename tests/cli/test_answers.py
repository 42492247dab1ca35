"""What the commands answer: the JSON keys that others rely on, and text for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import woodstock
from woodstock import games, players

UNSAFE = """
(role x) (init (p a))
(<= (legal x ?m) (not (true (p ?m))))
(<= (next (p a)) (true (p a)))
(<= terminal (true (p a)))
(goal x 100)
"""

MIXED = """
(role x) (init on)
(choice a) (choice b)
(<= (legal x ?m) (Choice ?m))
(<= terminal (not (true on)))
(goal x 100)
"""


def test_players() -> None:
    answer = woodstock("players", "--json").json()["players"]
    assert [one["name"] for one in answer] == list(players.names())
    uct = next(one["options"] for one in answer if one["name"] == "uct")
    threads = next(option for option in uct if option["name"] == "threads")
    assert threads == {
        "name": "threads",
        "type": "whole",
        "default": 1,
        "low": 1,
        "high": 256,
        "choices": [],
        "help": "number of search threads",
    }
    assert [one["name"] for one in woodstock("players", "ucb", "--json").json()["players"]] == ["ucb"]
    people = woodstock("players").out
    assert "\nuct\n" in people
    assert "threads=1" in people.partition("\nuct\n")[2].partition("\nuct-sym")[0]
    lines = woodstock("players", "mac-ucb").out.splitlines()
    assert any(line.startswith("solving") and "0.6" in line and "the share of the time" in line for line in lines)
    assert woodstock("players", "uctt").code == 2


def test_games() -> None:
    answer = woodstock("games", "--json").json()
    assert [game["name"] for game in answer["games"]] == list(games.names())
    four = next(game for game in answer["games"] if game["name"] == "connect_four")
    assert {"name", "roles", "chance", "sees", "tags"} <= set(four)
    assert four["roles"] == ["red", "yellow"]
    assert four["chance"] is False
    people = woodstock("games")
    assert people.code == 0
    assert len(people.out.splitlines()) == len(games.names()) + 1


@pytest.mark.parametrize("name", games.names())
def test_bundled_games_are_valid(name: str) -> None:
    result = woodstock("check", name, "--static", "--json")
    assert result.code == 0
    assert result.err == ""
    assert result.json()["ok"] is True


def test_check_says_no(tmp_path: Path) -> None:
    path = tmp_path / "unsafe.kif"
    path.write_text(UNSAFE)
    result = woodstock("check", path, "--json")
    assert result.code == 1
    answer = result.json()
    assert answer["ok"] is False
    problem = next(problem for problem in answer["problems"] if problem["severity"] == "error")
    assert set(problem) == {"severity", "code", "message", "line", "column"}
    assert problem["line"] == 3
    people = woodstock("check", path)
    assert people.code == 1
    assert f"{path}:3:" in people.out
    assert "not valid" in people.out.splitlines()[-1]


def test_check_of_what_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "unbalanced.kif"
    path.write_text("(role x)\n(init (p a)")
    result = woodstock("check", path, "--json")
    assert result.code == 2
    assert result.json()["ok"] is False
    assert result.json()["problems"][0]["code"] == "syntax"
    assert result.line().startswith(f"{path}:2:")
    assert woodstock("check", path).complaint() == result.line()


def test_info() -> None:
    answer = woodstock("info", "matching_pennies", "--json").json()
    assert {"roles", "fluents", "moves", "gates", "ground_seconds", "build_seconds", "chance", "sees"} <= set(answer)
    assert answer["roles"] == ["alice", "bob", "random"]
    assert answer["chance"] is True
    assert woodstock("info", "tic_tac_toe", "--json").json()["chance"] is False
    assert "fluents" in woodstock("info", "tic_tac_toe").out


def test_perft() -> None:
    result = woodstock("perft", "tic_tac_toe", 5, "--json")
    assert result.code == 0
    assert result.json()["counts"] == [9, 72, 504, 3024, 15120]
    assert woodstock("perft", "tic_tac_toe", 2).out.split() == ["depth", "sequences", "1", "9", "2", "72"]


def test_playouts() -> None:
    answer = woodstock("playouts", "tic_tac_toe", "--seconds", "0.1", "--seed", "7", "--json").json()
    keys = {"playouts", "seconds", "playouts_per_second", "states_per_second", "mean_length", "mean_goals"}
    assert keys <= set(answer)
    assert set(answer["mean_goals"]) == {"x", "o"}
    assert answer["playouts"] > 0
    assert 5 <= answer["mean_length"] <= 9
    assert "playouts per second" in woodstock("playouts", "tic_tac_toe", "--seconds", "0.05").out


def test_a_number_of_playouts_depends_on_the_seed_alone() -> None:
    one, two, other = (
        woodstock("playouts", "tic_tac_toe", "--count", 200, "--seed", seed, "--json").json() for seed in (1, 1, 2)
    )
    assert one["playouts"] == 200
    assert (one["mean_goals"], one["mean_length"]) == (two["mean_goals"], two["mean_length"])
    assert (one["mean_goals"], one["mean_length"]) != (other["mean_goals"], other["mean_length"])


def test_a_rulesheet_may_be_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.kif"
    path.write_text(games.text("tic_tac_toe"))
    assert woodstock("perft", path, 2, "--json").json()["counts"] == [9, 72]


def test_only_folding_makes_it_work(tmp_path: Path) -> None:
    """A rulesheet that mixes cases: the check gives the hint, and the hint works."""
    path = tmp_path / "mixed.kif"
    path.write_text(MIXED)
    assert "--fold-case" in woodstock("check", path).out
    assert woodstock("check", path, "--fold-case", "--json").json() == {"ok": True, "problems": []}
    assert woodstock("perft", path, 1, "--fold-case", "--json").json()["counts"] == [2]


def test_lenient(tmp_path: Path) -> None:
    """Unsafe rules whose meaning is clear are an error, unless one is lenient."""
    path = tmp_path / "unsafe.kif"
    path.write_text(MIXED.replace("Choice", "choice") + "(<= (sees ?p ready) (true on))")
    assert woodstock("check", path).code == 1
    result = woodstock("check", path, "--lenient", "--static", "--json")
    assert result.code == 0
    assert [problem["severity"] for problem in result.json()["problems"]] == ["warning"]
    assert woodstock("perft", path, 1).code == 2
    assert woodstock("perft", path, 1, "--lenient", "--json").json()["counts"] == [2]


def test_version_and_help() -> None:
    assert woodstock("--version").out.startswith("woodstock ")
    assert "match" in woodstock("--help").out
    assert "--swap" in woodstock("match", "--help").out
