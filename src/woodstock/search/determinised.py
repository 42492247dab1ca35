"""Adapts any search to games with percepts: it searches states drawn from the belief as if they were known."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Protocol

from woodstock.beliefs import Belief
from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.report import MoveReport, Report

SAMPLES = 16
"""The default number of states to draw."""


class Search(Protocol):
    """What a search of a state offers."""

    def search(self, state: State, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this state until a limit is reached."""
        ...

    def report(self, role: int) -> Report:
        """The report for a role on the state that was last searched."""
        ...


class Determinised:
    """Searches some of the possible states and takes the mean of the results (Ginsberg 2001).

    It searches each state as if all of it were known. So it never sees the value of finding something out, or of
    keeping something hidden (strategy fusion; Frank and Basin 1998). `InformationSearch` does.
    """

    def __init__(self, search: Search, role: int, *, samples: int = SAMPLES) -> None:
        if samples < 1:
            raise WoodstockError("the option samples must be at least 1")
        self._search = search
        self._role = role
        self._samples = samples
        self._found: list[tuple[float, Report]] = []

    def search_belief(self, belief: Belief, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Divide the limits evenly among the states, and skip those for which no time is left."""
        if belief.exact and len(belief.states) <= self._samples:
            drawn = list(zip(belief.states, belief.weights.tolist(), strict=True))
        else:
            drawn = [(state, 1 / self._samples) for state in belief.sample(self._samples)]
        budget = None if playouts is None else max(1, playouts // len(drawn))
        end = None if seconds is None else time.monotonic() + seconds
        self._found = []
        for at, (state, weight) in enumerate(drawn):
            if self._found and end is not None and time.monotonic() >= end:
                break
            left = None if end is None else max(0.0, end - time.monotonic()) / (len(drawn) - at)
            self._search.search(state, seconds=left, playouts=budget)
            self._found.append((weight, self._search.report(self._role)))

    def report(self, role: int) -> Report:
        """The mean over the states, of the values of the moves and of the position."""
        if role != self._role or not self._found:
            raise WoodstockError("there is nothing to report: this search reports on one role, after it has searched")
        first = self._found[0][1]
        moves = tuple(
            self._mean(move) for move in sorted({one.move for _, found in self._found for one in found.moves})
        )
        best = max(moves, key=lambda one: (one.value, one.visits)).move if moves else first.best
        whole = math.fsum(weight for weight, _ in self._found)
        values = tuple(
            math.fsum(weight * found.values[other] for weight, found in self._found) / whole
            for other in range(len(first.values))
        )
        return replace(
            first,
            moves=moves,
            best=best,
            values=values,
            line=(),
            nodes=sum(found.nodes for _, found in self._found),
            descents=sum(found.descents for _, found in self._found),
            playouts=sum(found.playouts for _, found in self._found),
            depth=max(found.depth for _, found in self._found),
            proved=False,
            seconds=math.fsum(found.seconds for _, found in self._found),
        )

    def _mean(self, move: int) -> MoveReport:
        """The mean for a move over the states in which it is legal."""
        own = [(weight, one) for weight, found in self._found for one in found.moves if one.move == move]
        whole = math.fsum(weight for weight, _ in own)

        def mean(values: list[float]) -> float:
            return math.fsum(weight * value for (weight, _), value in zip(own, values, strict=True)) / whole

        return MoveReport(
            move,
            mean([one.value for _, one in own]),
            sum(one.visits for _, one in own),
            mean([one.low for _, one in own]),
            mean([one.high for _, one in own]),
            proved=False,
        )
