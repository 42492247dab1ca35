"""Matches: a referee plays a game between players and writes down a record that can be replayed."""

from woodstock.referee.clocks import GRACE, Clocks
from woodstock.referee.looking import EachState, Look, Thought
from woodstock.referee.playable import Playable
from woodstock.referee.player import Player, Seat, Turn
from woodstock.referee.record import Deviation, Ending, Kind, Record
from woodstock.referee.referee import LENGTH_LIMIT, play
from woodstock.referee.replay import replay
from woodstock.referee.schedule import Entrant, default_jobs, seat, series
from woodstock.referee.seated import Ended, Failure, Seated
from woodstock.referee.series import Played, Series
from woodstock.referee.statistics import elo, elo_interval, wilson
from woodstock.report import MoveReport, Report

__all__ = [
    "GRACE",
    "LENGTH_LIMIT",
    "Clocks",
    "Deviation",
    "EachState",
    "Ended",
    "Ending",
    "Entrant",
    "Failure",
    "Kind",
    "Look",
    "MoveReport",
    "Playable",
    "Played",
    "Player",
    "Record",
    "Report",
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
