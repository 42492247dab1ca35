"""Reports survive the way between processes, and what is none is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from referee.fakes import Sticks
from woodstock.errors import WoodstockError
from woodstock.referee import MoveReport, Report
from woodstock.referee.report import from_dict, to_dict

MOVES = (MoveReport(1, 0.25, 3, 0.1, 0.5, False), MoveReport(2, 0.75, 5, 0.75, 0.75, True))
REPORT = Report(0, MOVES, 2, (0.75, 0.25), ((2, 0), (0, 1)), 10, 12, 20, 4, True, 0.5)


def test_there_and_back() -> None:
    machine = Sticks().machine()
    data = json.loads(json.dumps(to_dict(REPORT, machine)))
    assert [one["move"] for one in data["moves"]] == ["(take 2)", "(take 1)"]
    assert data["best"] == "(take 2)"
    assert data["line"] == [["(take 2)", "noop"], ["noop", "(take 1)"]]
    assert from_dict(data, machine) == replace(REPORT, moves=MOVES[::-1])


def test_numbers_of_numpy_become_plain() -> None:
    machine = Sticks().machine()
    share, count, yes, half = (np.float32(0.75), np.uint64(5), np.bool_(True), np.float32(0.5))
    numbers: Any = {"value": share, "visits": count, "low": share, "high": share, "proved": yes}
    others: Any = {"nodes": count, "proved": yes, "seconds": half}
    report = replace(REPORT, moves=tuple(MoveReport(move, **numbers) for move in (1, 2)), **others)
    assert json.loads(json.dumps(to_dict(report, machine)))["moves"][0]["value"] == 0.75


@pytest.mark.parametrize(
    "damage",
    [
        {"role": "z"},
        {"moves": 3},
        {"moves": [{}]},
        {"best": None},
        {"best": "(eat 1)"},
        {"line": [[1, 2]]},
        {"line": [["noop"] * 9]},
        {"nodes": "x"},
        {"seconds": float("nan")},
    ],
)
def test_what_is_no_report(damage: dict[str, object]) -> None:
    machine = Sticks().machine()
    with pytest.raises(WoodstockError):
        from_dict(to_dict(REPORT, machine) | damage, machine)
    with pytest.raises(WoodstockError):
        from_dict({}, machine)
