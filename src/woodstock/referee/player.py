"""The interface of a player: it takes a seat and chooses a move each turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from woodstock.engine.machine import Machine, State
from woodstock.referee.playable import Playable
from woodstock.report import Report

MOMENT = 0.001
"""Seconds that are left to a player at least, also when it is asked too late."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What a player knows before a match.

    The machine is the player's own copy. A deadline is a reading of `time.monotonic()`; `None` stands for
    no clock. Deadlines lie a margin before the referee's, so a player may use all the time up to them.
    `hidden` says that the game has percepts: states and the others' moves are not shown.
    """

    game: Playable
    machine: Machine
    role: int
    seed: int
    hidden: bool = False
    start_deadline: float | None = None
    play_clock: float | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player knows before each move.

    In a game without percepts `state` is the state and `last` the joint move that led to it.
    With percepts both are `None`, and the player knows its own last move and what it sees. `history` then has, for
    every step so far, its own move and what it saw after it: all that it can know (GDL-II), also if it comes late.
    """

    step: int
    legal: tuple[int, ...]
    state: State | None
    last: tuple[int, ...] | None
    own_last: int | None
    percepts: tuple[str, ...]
    deadline: float | None = None
    history: tuple[tuple[int, tuple[str, ...]], ...] = ()

    def clock(self, play: float | None) -> float | None:
        """Seconds that there are from now on: until the deadline, if the turn has one already, else the play clock."""
        return play if self.deadline is None else max(MOMENT, self.deadline - time.monotonic())


class Player(Protocol):
    """Plays one role of one match at a time. The referee survives whatever a player does."""

    def start(self, seat: Seat) -> None:
        """Get ready for a match: learn the game and the seat, think until `seat.start_deadline`."""
        ...

    def choose(self, turn: Turn) -> int:
        """Choose one of `turn.legal` before `turn.deadline`."""
        ...

    def stop(self) -> None:
        """The match is over, also when it ended early: release threads and memory."""
        ...


def report_of(player: object) -> Report | None:
    """What the player reports about its last choice; the method `report` is optional."""
    report: Callable[[], Report | None] = getattr(player, "report", lambda: None)
    return report()
