"""Matches: a referee plays a game between players and writes down a record that can be replayed.

The package can also be called: `woodstock.match(game, player, ..)` lets players meet, each given by its name.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from woodstock.engine.report import MoveReport, Report
from woodstock.match.clocks import GRACE, Clocks
from woodstock.match.looking import EachState, Look, Thought
from woodstock.match.playable import Playable
from woodstock.match.player import Player, Reporting, Seat, Turn
from woodstock.match.record import Deviation, Ending, Kind, Record
from woodstock.match.referee import LENGTH_LIMIT, play
from woodstock.match.replay import replay
from woodstock.match.schedule import Entrant, default_jobs, seat, series
from woodstock.match.seated import Mishap, Seated
from woodstock.match.series import Played, Series
from woodstock.match.statistics import elo, elo_interval, wilson

__all__ = [
    "GRACE",
    "LENGTH_LIMIT",
    "Clocks",
    "Deviation",
    "EachState",
    "Ending",
    "Entrant",
    "Kind",
    "Look",
    "Mishap",
    "MoveReport",
    "Playable",
    "Played",
    "Player",
    "Record",
    "Report",
    "Reporting",
    "Seat",
    "Seated",
    "Series",
    "Thought",
    "Turn",
    "default_jobs",
    "elo",
    "elo_interval",
    "play",
    "replay",
    "seat",
    "series",
    "wilson",
]


class _Callable(ModuleType):
    """`woodstock.match` is this package and, by design, also the function that lets players meet by name. Names belong
    to the room `players`, which is above this one, so the function lives there."""

    def __call__(self, *args: Any, **kwargs: Any) -> Series:
        result: Series = import_module("woodstock.players").match(*args, **kwargs)
        return result


sys.modules[__name__].__class__ = _Callable
