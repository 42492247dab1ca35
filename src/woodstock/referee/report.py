"""Reports of players as JSON: what a search thinks of a position, with names instead of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError
from woodstock.report import MoveReport, Report


def to_dict(report: Report, machine: Machine) -> dict[str, Any]:
    """The report as JSON values, with names instead of numbers; best moves come first. Numbers of numpy and
    the like become plain ones."""
    ranked = sorted(
        report.moves, key=lambda one: (one.move != report.best, -float(one.value), -int(one.visits), one.move)
    )
    name = machine.move_name
    return {
        "role": machine.roles[report.role],
        "moves": [
            {"move": name(report.role, one.move), **{key: plain(getattr(one, key)) for key, plain in _OF_MOVES.items()}}
            for one in ranked
        ],
        "best": name(report.role, report.best),
        "line": [[name(role, move) for role, move in enumerate(joint_move)] for joint_move in report.line],
        "values": [float(value) for value in report.values],
        **{key: plain(getattr(report, key)) for key, plain in _OF_ALL.items()},
    }


def from_dict(data: Mapping[str, Any], machine: Machine) -> Report:
    """The report that `to_dict` wrote; anything else raises `WoodstockError`."""
    try:
        roles = machine.roles
        role = roles.index(data["role"])
        number = machine.move_number
        return Report(
            role=role,
            moves=tuple(
                MoveReport(number(role, one["move"]), **{key: plain(one[key]) for key, plain in _OF_MOVES.items()})
                for one in data["moves"]
            ),
            best=number(role, data["best"]),
            line=tuple(
                tuple(number(at, name) for at, name in zip(range(len(roles)), joint, strict=True))
                for joint in data["line"]
            ),
            values=tuple(float(value) for value in data["values"]),
            **{key: plain(data[key]) for key, plain in _OF_ALL.items()},
        )
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        raise WoodstockError(f"this is not the report of a player: {error!r}") from error


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is not a value")
    return number


_OF_MOVES: dict[str, Callable[[Any], Any]] = {
    "value": _finite,
    "visits": int,
    "low": _finite,
    "high": _finite,
    "proved": bool,
}
"""What is told of each move besides its name, and the plain form of it."""

_OF_ALL: dict[str, Callable[[Any], Any]] = {
    "nodes": int,
    "descents": int,
    "playouts": int,
    "depth": int,
    "proved": bool,
    "seconds": _finite,
    "note": str,
    "stages_by": str,
}
