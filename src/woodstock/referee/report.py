"""Reports of players as JSON: what a search thinks of a position, with names in place of numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError
from woodstock.report import MoveReport, Report


def to_dict(report: Report, machine: Machine) -> dict[str, Any]:
    """The report as what JSON can hold, with names in place of numbers; best moves come first. Numbers of numpy and
    the like become plain ones."""
    ranked = sorted(
        report.moves, key=lambda one: (one.move != report.best, -float(one.value), -int(one.visits), one.move)
    )
    return {
        "role": machine.roles[report.role],
        "moves": [
            {
                "move": machine.move_name(report.role, one.move),
                "value": float(one.value),
                "visits": int(one.visits),
                "low": float(one.low),
                "high": float(one.high),
                "proved": bool(one.proved),
            }
            for one in ranked
        ],
        "best": machine.move_name(report.role, report.best),
        "line": [[machine.move_name(role, move) for role, move in enumerate(joint_move)] for joint_move in report.line],
        "values": [float(value) for value in report.values],
        "nodes": int(report.nodes),
        "descents": int(report.descents),
        "playouts": int(report.playouts),
        "depth": int(report.depth),
        "proved": bool(report.proved),
        "seconds": float(report.seconds),
        "note": str(report.note),
    }


def from_dict(data: Mapping[str, Any], machine: Machine) -> Report:
    """The report that `to_dict` wrote; anything else raises `WoodstockError`."""
    try:
        roles = machine.roles
        role = roles.index(data["role"])
        return Report(
            role=role,
            moves=tuple(
                MoveReport(
                    move=machine.move_number(role, one["move"]),
                    value=_finite(one["value"]),
                    visits=int(one["visits"]),
                    low=_finite(one["low"]),
                    high=_finite(one["high"]),
                    proved=bool(one["proved"]),
                )
                for one in data["moves"]
            ),
            best=machine.move_number(role, data["best"]),
            line=tuple(
                tuple(machine.move_number(at, name) for at, name in zip(range(len(roles)), joint, strict=True))
                for joint in data["line"]
            ),
            values=tuple(float(value) for value in data["values"]),
            nodes=int(data["nodes"]),
            descents=int(data["descents"]),
            playouts=int(data["playouts"]),
            depth=int(data["depth"]),
            proved=bool(data["proved"]),
            seconds=_finite(data["seconds"]),
            note=str(data.get("note", "")),
        )
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        raise WoodstockError(f"this is no report of a player: {error!r}") from error


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is no value")
    return number
