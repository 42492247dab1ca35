"""`woodstock symmetries`: answers for people and for scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import woodstock


@pytest.mark.long
def test_json() -> None:
    answer = woodstock("symmetries", "tic_tac_toe", "--json").json()
    assert answer["group_order"] == 8
    assert (answer["any_state_order"], answer["swaps_order"], answer["refused"]) == (8, 16, 0)
    assert [len(orbit) for orbit in answer["first_move_orbits"]["x"]] == [4, 4, 1]
    assert answer["first_move_orbits"]["o"] == [["noop"]]
    assert {one["words"] for one in answer["generators"]} == {
        "reflects the 2nd argument of cell, mark",
        "exchanges the 1st and 2nd argument of cell, mark",
    }
    assert answer["graph"] == "constraints" and answer["vertices"] > 0 and answer["edges"] > 0


@pytest.mark.long
def test_for_people() -> None:
    done = woodstock("symmetries", "connect_four", "--rules")
    assert done.code == 0
    assert "symmetries at the start     2" in done.out
    assert "reflects the 1st argument of cell, drop" in done.out
    assert "first moves of red: 7, up to symmetry 4" in done.out
    assert "(drop 1) (drop 7)" in done.out


def test_no_answer_in_time_is_a_no() -> None:
    done = woodstock("symmetries", "tic_tac_toe", "--seconds", "0.01")
    assert done.code == 1
    assert "no answer within" in done.out
    assert woodstock("symmetries", "tic_tac_toe", "--seconds", "0.01", "--json").json()["finished"] is False


@pytest.mark.long
def test_percepts_are_in_both_graphs(tmp_path: Path) -> None:
    """Whoever moves left or right can be seen to, so the two are the same only as long as both are seen."""
    sheet = tmp_path / "seen.kif"
    sheet.write_text(
        """(role a) (role b) (init (n 1)) (legal a l) (legal a r) (legal b w) (<= (sees b (saw ?m)) (does a ?m))
        (<= (next (n 2)) (true (n 1))) (<= terminal (true (n 2))) (goal a 50) (goal b 50)"""
    )
    for graph in ((), ("--rules",)):
        assert woodstock("symmetries", sheet, *graph, "--json").json()["group_order"] == 2
    sheet.write_text(sheet.read_text().replace("(saw ?m)) (does a ?m)", "(saw l)) (does a l)"))
    for graph in ((), ("--rules",)):
        assert woodstock("symmetries", sheet, *graph, "--json").json()["group_order"] == 1
