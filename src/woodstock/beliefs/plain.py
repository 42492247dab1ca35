"""Beliefs over any machine, one joint move after another: for games that are interpreted."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from woodstock.beliefs.options import Options
from woodstock.engine.machine import Machine, State
from woodstock.errors import WoodstockError

_BRANCHES = 50
"""Joint moves that are tried in one state when a whole match is looked for."""

_LONGEST_SEARCH = 10_000
"""States that such a search meets at most."""

_MOMENT = 0.01
"""Seconds in which states go on without what was seen."""

Step = tuple[int | None, frozenset[str] | None, list[int] | None]
"""The own move, what was seen after it, in lower case, and what was legal then; `None` where that is not known."""


class PlainBelief:
    """See `Belief`. It keeps fewer states than a compiled one: a step of an interpreted game takes long."""

    def __init__(self, machine: Machine, role: int, options: Options) -> None:
        self._machine = machine
        self._role = role
        self._options = options
        self._random = random.Random(options.seed)
        self._origin = machine.initial()
        self._history: list[Step] = []
        self._weights: dict[State, float] = {self._origin: 1.0}
        self._exact = True

    @property
    def exact(self) -> bool:
        """Are these all states that are possible, with their exact weights?"""
        return self._exact

    @property
    def states(self) -> tuple[State, ...]:
        """States that are possible, never none."""
        return tuple(self._weights)

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each state is, if all others choose uniformly."""
        return np.array(list(self._weights.values()))

    @property
    def effective_size(self) -> float:
        """As many states that are equally likely would tell as much."""
        return 1.0 / math.fsum(weight**2 for weight in self._weights.values())

    def observe(
        self,
        move: int | None,
        seen: Sequence[str] | None,
        deadline: float | None = None,
        *,
        legal: Sequence[int] | None = None,
    ) -> bool:
        """The role made this move and saw this; `None` where that is not known. When nothing fits, nothing changes and
        the answer is no."""
        until = math.inf if deadline is None else deadline
        step = move, None if seen is None else _known(seen), None if legal is None else sorted(legal)
        was_exact = self._exact
        found = self._successors(step, until)
        if not found and not was_exact:
            found = self._found_from_start([*self._history, step], until)
        if not found:
            self._exact = was_exact
            return False
        self._take(found)
        self._history.append(step)
        return True

    def postpone(
        self,
        move: int | None,
        seen: Sequence[str] | None,  # noqa: ARG002
        *,
        legal: Sequence[int] | None = None,  # noqa: ARG002
    ) -> None:
        """Go on without what `observe` has just refused, for good."""
        self.observe(move, None, time.monotonic() + _MOMENT)

    def know(self, state: State) -> None:
        """The state was told."""
        self._origin, self._history = state, []
        self._weights, self._exact = {state: 1.0}, True

    def legal(self) -> tuple[int, ...]:
        """The moves of the role that are legal in every state that is kept, or else in the likeliest."""
        likeliest = max(self._weights, key=lambda state: self._weights[state])
        own = [set(self._machine.legal(state)[self._role]) for state in self._weights]
        return tuple(sorted(set.intersection(*own))) or tuple(self._machine.legal(likeliest)[self._role])

    def sample(self, count: int) -> list[State]:
        """So many states, drawn by their weights."""
        return self._random.choices(self.states, list(self._weights.values()), k=count)

    def _take(self, found: dict[State, float]) -> None:
        kept = min(self._options.exact, self._options.particles)
        if len(found) > kept:
            self._exact = False
            drawn = self._random.choices(list(found), list(found.values()), k=kept)
            found = dict.fromkeys(drawn, 0.0)
            for state in drawn:
                found[state] += 1.0
        whole = math.fsum(found.values())
        self._weights = {state: weight / whole for state, weight in found.items()}

    def _successors(self, step: Step, deadline: float) -> dict[State, float]:
        """The states after this step that fit what was seen, not normalised."""
        found: dict[State, float] = {}
        share = max(1, self._options.tries // len(self._weights))
        for state, weight in self._weights.items():
            if time.monotonic() > deadline:
                self._exact = False
                break
            for after, likely in self._fitting(state, step, share, deadline):
                found[after] = found.get(after, 0.0) + weight * likely
        return found

    def _fitting(self, state: State, step: Step, most: int, deadline: float) -> Iterator[tuple[State, float]]:
        """The states that can follow this one and how likely they are, at most so many joint moves tried, until the
        deadline. The game is still on, so none of them is terminal."""
        machine, (move, wanted, allowed) = self._machine, step
        try:
            legal = machine.legal(state)
        except WoodstockError:
            return
        if move is not None:
            if move not in legal[self._role]:
                return
            legal[self._role] = [move]
        tried = min(most, math.prod(len(moves) for moves in legal))
        for joint_move in self._joint_moves(legal, most):
            if time.monotonic() > deadline:
                self._exact = False
                return
            if wanted is None or _known(machine.percepts(state, joint_move)[self._role]) == wanted:
                after = machine.next(state, joint_move)
                if not machine.terminal(after) and allowed in (None, machine.legal(after)[self._role]):
                    yield after, 1.0 / tried

    def _joint_moves(self, legal: list[list[int]], most: int) -> Iterator[tuple[int, ...]]:
        """All joint moves in random order; where there are more than may be tried, some of them."""
        if math.prod(len(moves) for moves in legal) <= most:
            every = list(itertools.product(*legal))
            self._random.shuffle(every)
            yield from every
            return
        self._exact = False
        for _ in range(most):
            yield tuple(self._random.choice(moves) for moves in legal)

    def _found_from_start(self, history: list[Step], deadline: float) -> dict[State, float]:
        """A state that the whole history allows: depth first, in random order, until the deadline, and not for ever."""
        paths = [iter([(self._origin, 1.0)])]
        left = _LONGEST_SEARCH
        while paths and left and time.monotonic() < deadline:
            left -= 1
            state, _ = next(paths[-1], (None, 0.0))
            if state is None:
                paths.pop()
            elif len(paths) > len(history):
                return {state: 1.0}
            else:
                paths.append(self._fitting(state, history[len(paths) - 1], _BRANCHES, deadline))
        return {}


def _known(percepts: Sequence[str]) -> frozenset[str]:
    return frozenset(percept.lower() for percept in percepts)
