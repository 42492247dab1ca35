"""`woodstock network`: the sizes it tells, and the file it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

import woodstock as ws
from cli.running import woodstock
from woodstock.network.xcsp3 import load_instance

STEPS = ["merge equal scopes", "project unary constraints", "remove universal variables", "singleton arc consistency"]


@pytest.mark.parametrize("encoding", ["compact", "propositional"])
def test_json(encoding: str) -> None:
    answer = woodstock("network", "matching_pennies", "--encoding", encoding, "--json").json()
    built = ws.load("matching_pennies").network(encoding).network
    assert answer["encoding"] == encoding
    assert answer["variables"] == len(built.variables)
    assert answer["max_domain"] == 3
    assert answer["constraints"] == len(built.constraints)
    assert answer["stochastic_variables"] == 1
    assert answer["seconds"] > 0
    smaller = answer["preprocessed"]
    assert smaller["seconds"] > answer["seconds"]
    assert smaller["variables"] == answer["variables"]
    assert smaller["constraints"] <= answer["constraints"]
    assert [step.partition(":")[0] for step in smaller["steps"]] == STEPS


def test_compact_unless_said_otherwise() -> None:
    answer = woodstock("network", "tic_tac_toe", "--json").json()
    assert answer["encoding"] == "compact"
    assert answer["stochastic_variables"] == 0
    assert "(cell 2 2 ?)" in answer["families"]


def test_text_for_people() -> None:
    result = woodstock("network", "random_tic_tac_toe_2x2")
    assert result.code == 0
    header, *lines = result.out.splitlines()
    assert header.split() == ["encoding", "variables", "largest", "domain", "constraints", "stochastic", "seconds"]
    assert [line.split()[0] for line in lines[:4]] == ["compact", "preprocessed", "propositional", "preprocessed"]
    assert "mutex groups proved: 7, with 22 of 22 fluents" in lines
    assert "  4 of cell, 3 values" in lines
    assert "  1 of control, 3 values, one of them meaning none" in lines


def test_one_encoding_for_people() -> None:
    result = woodstock("network", "matching_pennies", "--encoding", "propositional")
    assert result.code == 0
    assert "compact" not in result.out


def test_a_step_that_would_take_long_is_left_out_and_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))
    monkeypatch.setattr("woodstock.solver.singleton.MOST_VALUES", 1)
    out = woodstock("network", "tic_tac_toe", "--encoding", "compact").out
    assert "compact, remove universal variables: removed 0 constraints" in out
    assert "compact, singleton arc consistency: skipped, it would take too long" in out


def test_xcsp3(tmp_path: Path) -> None:
    path = tmp_path / "pennies.xml"
    result = woodstock("network", "matching_pennies", "--xcsp3", path, "--json")
    assert result.code == 0
    stage = ws.load("matching_pennies").network()
    again = load_instance(path)
    assert again.network == stage.network
    assert again.initial == stage.assignment(stage.initial)


def test_a_stage_solved_from_its_initial_state(tmp_path: Path) -> None:
    path = tmp_path / "game.xml"
    woodstock("network", "tic_tac_toe", "--xcsp3", path, "--json")
    answer = woodstock("solve", path, "--initial", "--all", "--json").json()
    assert len(answer["solutions"]) == 9
    assert all(one["decisions"]["(control ?)"] == "x" for one in answer["solutions"])


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    complaint = woodstock("network", "tic_tac_toe", "--xcsp3", tmp_path / "none" / "x.xml").complaint()
    assert "none/x.xml" in complaint


@pytest.mark.filterwarnings("ignore::woodstock.engine.game.FallbackWarning")
def test_interpreted_games_have_none(tmp_path: Path) -> None:
    sheet = tmp_path / "large.kif"
    digits = " ".join(f"(digit {digit})" for digit in range(10))
    sheet.write_text(
        f"(role x) {digits} (init (p 0 0 0)) (<= (legal x (go ?a ?b ?c)) (digit ?a) (digit ?b) (digit ?c))"
        "(<= (next (p ?a ?b ?c)) (does x (go ?a ?b ?c))) (<= terminal (true (p 9 9 9))) (goal x 50)"
    )
    result = woodstock("network", sheet, "--ground-rules", "50", "--json")
    assert result.code == 2
    assert "interpreted" in result.err
