"""Matches: a referee plays a game between players and writes down a record that can be replayed."""

from __future__ import annotations

from woodstock.match.player import Player, Seat, Turn
from woodstock.match.record import Deviation, Ending, Kind, Record
from woodstock.match.referee import LENGTH_LIMIT, Clocks, EachState, Playable, play
from woodstock.match.replay import replay
from woodstock.match.series import Entrant, Played, Series, series
from woodstock.match.statistics import wilson

__all__ = [
    "LENGTH_LIMIT",
    "Clocks",
    "Deviation",
    "EachState",
    "Ending",
    "Entrant",
    "Kind",
    "Playable",
    "Played",
    "Player",
    "Record",
    "Seat",
    "Series",
    "Turn",
    "play",
    "replay",
    "series",
    "wilson",
]
