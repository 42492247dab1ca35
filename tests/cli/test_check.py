"""`woodstock check` plays, and says in words and codes what went wrong; `rules` tells a game to people."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import woodstock
from playtest import sheets
from woodstock import games


@pytest.mark.parametrize(
    ("text", "code"),
    [(sheets.SEVERAL_GOALS, "several-goals"), (sheets.STUCK, "no-move"), (sheets.ENDLESS, "no-end")],
    ids=["several", "stuck", "endless"],
)
def test_games_that_go_wrong_are_not_valid(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "broken.kif"
    path.write_text(text)
    result = woodstock("check", path, "--json")
    assert result.code == 1
    (problem,) = result.json()["problems"]
    assert (problem["severity"], problem["code"]) == ("error", code)
    if problem["example"]:
        assert woodstock("draw", path, "--moves", " ".join(problem["example"])).code == 0
    people = woodstock("check", path)
    assert people.code == 1
    assert f"[{code}]" in people.out
    assert people.out.splitlines()[-1] == f"{path}: not valid: 1 error"
    assert woodstock("check", path, "--static", "--json").json() == {"ok": True, "problems": []}
    info = woodstock("info", path, "--json").json()
    assert [one["code"] for one in info["play"]["problems"]] == [code]
    assert f"error {code}" in woodstock("info", path).out


SMALL = ("tic_tac_toe", "kuhn_poker", "nim", "monty_hall", "matching_pennies")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in SMALL else pytest.mark.slow) for name in games.names()]
)
def test_bundled_games_play_well(name: str) -> None:
    """No errors; and these warnings are true of the games, as their sources have them."""
    result = woodstock("check", name, "--json")
    assert result.code == 0
    found = {one["code"] for one in result.json()["problems"] if one["severity"] == "warning"}
    true_of = {"random_tic_tac_toe_2x2": {"not-winnable", "goal-unreached"}, "tic_tac_toe_2x2": {"not-winnable"}}
    assert found == true_of.get(name, set())


def test_rules(tmp_path: Path) -> None:
    shown = woodstock("rules", "tic_tac_toe")
    assert shown.code == 0
    first = games.text("tic_tac_toe").splitlines()[0].lstrip("; ")
    assert first in shown.out
    assert ";" not in shown.out.splitlines()[3][:1]
    answer = woodstock("rules", "tic_tac_toe", "--json").json()
    assert (answer["name"], answer["roles"]) == ("tic_tac_toe", ["x", "o"])
    path = tmp_path / "mine.kif"
    path.write_text("; A game of mine.\n;  Guess.\n\n; Really.\n(role me) ; not this\n; nor this\n")
    answer = woodstock("rules", path, "--json").json()
    assert answer["rules"] == "A game of mine.\n Guess.\n\nReally."
    assert answer["roles"] == ["me"]
    assert woodstock("rules", "tic_tac_to").code == 2
