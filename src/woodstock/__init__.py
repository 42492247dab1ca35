"""Woodstock plays any finite game from its rules.

>>> import woodstock as ws
>>> position = ws.load("tic_tac_toe").start()
>>> position = position.play("(mark 2 2)").play("(mark 1 1)")
>>> position.turn, len(position.legal())
('x', 7)
>>> print(position)
  a b c
1 ○ . .
2 . × .
3 . . .
○ o, × x
turn: x
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from woodstock.errors import BrokenGameError, IllegalMoveError, WoodstockError
from woodstock.version import VERSION as __version__

if TYPE_CHECKING:
    from woodstock.engine import CircuitMachine as CircuitMachine
    from woodstock.engine import FallbackWarning
    from woodstock.engine import InterpreterMachine as InterpreterMachine
    from woodstock.engine import JointMove as JointMove
    from woodstock.engine import LaneSimulator as LaneSimulator
    from woodstock.engine import Machine as Machine
    from woodstock.engine import PlayoutReport as PlayoutReport
    from woodstock.engine import Playouts as Playouts
    from woodstock.engine import State as State
    from woodstock.games import Metadata
    from woodstock.ground import Limits
    from woodstock.learning.generations import learn
    from woodstock.players.meeting import match
    from woodstock.positions.analysis import Analysis, analyse
    from woodstock.positions.game import Game, load
    from woodstock.positions.move import Move
    from woodstock.positions.playing import play_out
    from woodstock.positions.position import Position
    from woodstock.positions.view import View
    from woodstock.rl import VectorEnv
    from woodstock.settings import Setting

    class _Games(Protocol):
        """The package `woodstock.games`, which can be called."""

        def __call__(self, *tags: str) -> list[str]: ...
        def names(self) -> tuple[str, ...]: ...
        def text(self, name: str) -> str: ...
        def metadata(self, name: str) -> Metadata: ...

    class _Players(Protocol):
        """The package `woodstock.players`, which can be called."""

        def __call__(self) -> list[str]: ...
        def names(self) -> tuple[str, ...]: ...
        def options(self, name: str) -> tuple[Setting, ...]: ...

    games: _Games
    players: _Players

__all__ = [
    "Analysis",
    "BrokenGameError",
    "FallbackWarning",
    "Game",
    "IllegalMoveError",
    "Limits",
    "Move",
    "Position",
    "VectorEnv",
    "View",
    "WoodstockError",
    "__version__",
    "analyse",
    "games",
    "learn",
    "load",
    "match",
    "play_out",
    "players",
]

_HOME = {
    "Analysis": "positions.analysis",
    "Game": "positions.game",
    "Limits": "ground",
    "Move": "positions.move",
    "Position": "positions.position",
    "VectorEnv": "rl",
    "View": "positions.view",
    "analyse": "positions.analysis",
    "learn": "learning.generations",
    "load": "positions.game",
    "match": "players.meeting",
    "play_out": "positions.playing",
} | dict.fromkeys(
    # The fast level, in numbers: here for annotations.
    (
        "CircuitMachine",
        "FallbackWarning",
        "InterpreterMachine",
        "JointMove",
        "LaneSimulator",
        "Machine",
        "PlayoutReport",
        "Playouts",
        "State",
    ),
    "engine",
)
_CALLABLE = ("games", "players")


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: `woodstock --help` needs no engine."""
    if name in _CALLABLE:
        return import_module(f"woodstock.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'woodstock' has no attribute {name!r}")
    return getattr(import_module(f"woodstock.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
