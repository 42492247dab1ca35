"""Players of QCSPs by name, for either side."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from woodstock.core import Stop, qcsp_player, qcsp_player_kinds
from woodstock.core.running import FOREVER, interruptible
from woodstock.errors import SettingError, UnknownPlayerError
from woodstock.network import Value
from woodstock.qcsp.exact import UNLIMITED
from woodstock.qcsp.problem import Problem
from woodstock.settings import Option, Setting, read_text

PLAYERS: Final = {name: text for name, text, _ in qcsp_player_kinds()}

OPTIONS: Final = {name: tuple(Setting(*row) for row in rows) for name, _, rows in qcsp_player_kinds()}

_SHORT: Final = 0.1
"""Seconds that nobody would interrupt."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a player has for one move: seconds, on the wall or of its own thread on a processor, or playouts or nodes.

    Given a budget alone a player always does the same. Seconds of a processor are fair on a machine that others use.
    """

    seconds: float = FOREVER
    budget: int = UNLIMITED
    processor: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """The value a player takes, and what it knows: a proof (1 won, -1 lost for the existential player, 0 none)."""

    value: Value
    proof: int = 0
    estimates: tuple[tuple[Value, float, int], ...] = ()  # value, worth to the existential player, visits
    playouts: int = 0
    nodes: int = 0
    depth: int = 0


class Player(Protocol):
    """One that sets variables in the order of the prefix. It is made for one game."""

    def choose(self, played: Sequence[Value], clock: Clock) -> Thought:
        """A value for the next variable."""
        ...


class CorePlayer:
    """A player of the core."""

    def __init__(self, problem: Problem, kind: str, options: dict[str, Option], seed: int) -> None:
        self._problem = problem
        self._player = qcsp_player(problem.core, kind, {"seed": seed % 2**64, **options})

    def choose(self, played: Sequence[Value], clock: Clock) -> Thought:
        """A value for the next variable, when the clock is over or the answer is certain."""
        place = len(played)
        numbers = self._problem.numbers(played)

        def call(stop: Stop) -> dict[str, Any]:
            return self._player.choose(numbers, clock.seconds, clock.processor, clock.budget, stop)

        # A thread of its own costs more than the shortest of clocks has.
        found = call(Stop()) if clock.seconds < _SHORT else interruptible(call, Stop())
        domain = self._problem.domains[place]
        estimates = tuple((domain[number], worth, visits) for number, worth, visits in found["estimates"])
        return Thought(
            domain[found["value"]], found["proof"], estimates, found["playouts"], found["nodes"], found["depth"]
        )


@dataclass(frozen=True)
class Entrant:
    """A player that was asked for: its name and options."""

    kind: str
    options: dict[str, Option] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Read `name` or `name:option=value,...`."""
        kind, colon, tail = text.strip().partition(":")
        if kind not in PLAYERS:
            near = difflib.get_close_matches(kind, PLAYERS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UnknownPlayerError(f"there is no QCSP player {kind!r}{hint} (the players are {', '.join(PLAYERS)})")
        try:
            return cls(kind, read_text(OPTIONS[kind], tail) if colon else {})
        except SettingError as error:
            raise UnknownPlayerError(f"QCSP player {kind!r}: {error}") from None

    def make(self, problem: Problem, seed: int) -> CorePlayer:
        """A player for one game."""
        return CorePlayer(problem, self.kind, self.options, seed)
