"""Players of QCSPs by name, for either side."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from woodstock.core import Stop, qcsp_player
from woodstock.core.running import FOREVER, interruptible
from woodstock.errors import UnknownPlayerError
from woodstock.network import Value
from woodstock.qcsp.exact import UNLIMITED
from woodstock.qcsp.problem import Problem

PLAYERS: Final = {
    "random": "any value, each as likely",
    "mc-noprop": "MC (NoProp) of paper 004: UCT with the pure value rule alone",
    "mc-shallow": "MC (shallow): UCT with SQGAC, a violation is noted at its node",
    "mc-deep": "MC (deep): UCT with SQGAC, a violation is noted as far up as it decides",
    "alpha-beta": "look-ahead with Dynamic Geelen's Promise",
    "iab": "Intelligent Alpha Beta: the same, best values first",
    "woodstock": "ours: exact solver, tree search with guided playouts and proofs",
}

OPTIONS: Final = {
    "mc-shallow": ("terminals",),
    "mc-deep": ("terminals",),
    "woodstock": ("proving", "exploration", "sharpness", "temperature", "malice", "hope", "retries", "lanes"),
}

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

    def __init__(self, problem: Problem, kind: str, options: dict[str, float], seed: int) -> None:
        self._problem = problem
        self._player = qcsp_player(problem.core, kind, options, seed % 2**64)

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
    options: dict[str, float] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Read `name` or `name:option=number,...`."""
        kind, colon, tail = text.strip().partition(":")
        if kind not in PLAYERS:
            near = difflib.get_close_matches(kind, PLAYERS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UnknownPlayerError(f"there is no QCSP player {kind!r}{hint} (there are {', '.join(PLAYERS)})")
        options: dict[str, float] = {}
        for item in tail.split(",") if colon else ():
            key, equals, value = (part.strip() for part in item.partition("="))
            if key not in OPTIONS.get(kind, ()):
                known = ", ".join(OPTIONS.get(kind, ())) or "none"
                raise UnknownPlayerError(f"player {kind!r} has no option {key!r} (it has {known})")
            try:
                options[key] = float(value)
            except ValueError:
                raise UnknownPlayerError(f"option {key!r} of player {kind!r} must be a number, not {value!r}") from None
            if not equals or not 0 <= options[key] <= 1000:
                raise UnknownPlayerError(f"option {key!r} of player {kind!r} must be a number from 0 to 1000")
        return cls(kind, options)

    def make(self, problem: Problem, seed: int) -> CorePlayer:
        """A player for one game."""
        return CorePlayer(problem, self.kind, self.options, seed)
