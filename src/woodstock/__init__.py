"""Woodstock plays any finite game from its rules.

>>> import woodstock as ws
>>> machine = ws.load("tic_tac_toe").machine()
>>> [len(moves) for moves in machine.legal(machine.initial())]
[9, 1]
"""

from woodstock.engine import (
    CircuitMachine,
    FallbackWarning,
    Game,
    InterpreterMachine,
    JointMove,
    Machine,
    PlayoutReport,
    State,
    load,
)
from woodstock.errors import WoodstockError
from woodstock.ground import Limits
from woodstock.version import VERSION as __version__

__all__ = [
    "CircuitMachine",
    "FallbackWarning",
    "Game",
    "InterpreterMachine",
    "JointMove",
    "Limits",
    "Machine",
    "PlayoutReport",
    "State",
    "WoodstockError",
    "__version__",
    "load",
]
