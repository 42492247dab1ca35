"""Woodstock plays any finite game from its rules.

>>> import woodstock as ws
>>> machine = ws.load("tic_tac_toe").machine()
>>> [len(moves) for moves in machine.legal(machine.initial())]
[9, 1]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodstockError
from woodstock.version import VERSION as __version__

if TYPE_CHECKING:
    from woodstock.engine import (
        CircuitMachine,
        FallbackWarning,
        Game,
        InterpreterMachine,
        JointMove,
        LaneSimulator,
        Machine,
        PlayoutReport,
        Playouts,
        State,
        load,
    )
    from woodstock.ground import Limits
    from woodstock.players.meeting import match
    from woodstock.rl import VectorEnv

__all__ = [
    "CircuitMachine",
    "FallbackWarning",
    "Game",
    "InterpreterMachine",
    "JointMove",
    "LaneSimulator",
    "Limits",
    "Machine",
    "PlayoutReport",
    "Playouts",
    "State",
    "VectorEnv",
    "WoodstockError",
    "__version__",
    "load",
    "match",
]

_HOME = dict.fromkeys(__all__, "woodstock.engine") | {
    "Limits": "woodstock.ground",
    "VectorEnv": "woodstock.rl",
    "match": "woodstock.players",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: `woodstock --help` needs no engine."""
    if name not in _HOME:
        raise AttributeError(f"module 'woodstock' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
