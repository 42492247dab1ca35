"""The states that are possible in a game with percepts, as far as they can be kept.

As long as there are few, all are kept and the set is exact: every state that the own moves and percepts allow, and no
other (Thielscher's semantics of GDL-II). Where there are more than `KEPT`, or more joint moves than can be tried, a
random sample goes on. When no state of a sample fits what was seen, new ones are looked for from the start of the
match, at random, until the time is over; if none is found, what was seen is left out of account for this step.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterator

from woodstock.engine.machine import Machine, State
from woodstock.errors import WoodstockError

KEPT = 200
"""States that are kept."""

TRIED = 4000
"""Joint moves that are tried in one step."""

_BRANCHES = 50
"""Joint moves that are tried in one state when a whole match is looked for."""

Move = tuple[int, tuple[str, ...] | None]
"""The own move of a step and what was seen after it; `None` where that is not known."""


class Belief:
    """What one role can know of the state."""

    def __init__(self, machine: Machine, role: int, seed: int) -> None:
        self._machine = machine
        self._role = role
        self._random = random.Random(seed)
        self._origin = machine.initial()
        self._history: list[Move] = []
        self.states: tuple[State, ...] = (self._origin,)
        """States that are possible, never none."""
        self.exact = True
        """Are these all?"""

    def observe(self, move: int, seen: tuple[str, ...], deadline: float) -> bool:
        """The own role made this move and saw this. When nothing fits, nothing changes and the answer is no.

        Names are compared as they are, and where nothing fits, without regard to case: some managers change it.
        """
        found = self._successors(self.states, move, seen, deadline, fold=False)
        found = found or self._successors(self.states, move, seen, deadline, fold=True)
        if not found and not self.exact:
            found = self._found_from_start([*self._history, (move, seen)], deadline)
        if not found:
            return False
        self._take(found)
        self._history.append((move, seen))
        return True

    def know(self, state: State) -> None:
        """The state was told."""
        self._origin, self._history = state, []
        self.states, self.exact = (state,), True

    def miss(self, move: int, deadline: float) -> None:
        """A step was made of which only the own move is known, if that."""
        found = self._successors(self.states, move, None, deadline, fold=False)
        if found:
            self._take(found)
        self._history.append((move, None))

    def legal(self) -> tuple[int, ...]:
        """The moves of the role that are legal in every state that is kept, or else in the first."""
        own = [self._machine.legal(state)[self._role] for state in self.states]
        shared = set(own[0]).intersection(*own)
        return tuple(sorted(shared)) or tuple(own[0])

    def some(self) -> State:
        """One of the states."""
        return self._random.choice(self.states)

    def _take(self, found: list[State]) -> None:
        distinct = list(dict.fromkeys(found))
        if len(distinct) > KEPT:
            distinct = self._random.sample(distinct, KEPT)
            self.exact = False
        self.states = tuple(distinct)

    def _successors(
        self, states: tuple[State, ...], move: int, seen: tuple[str, ...] | None, deadline: float, *, fold: bool
    ) -> list[State]:
        """The states after this step that fit what was seen. The game is still on, so none of them is terminal."""
        found: list[State] = []
        share = max(1, TRIED // len(states))
        for state in states:
            if time.monotonic() > deadline:
                self.exact = False
                break
            found.extend(itertools.islice(self._fitting(state, move, seen, share, fold=fold), share))
        return found

    def _fitting(
        self, state: State, move: int, seen: tuple[str, ...] | None, most: int, *, fold: bool
    ) -> Iterator[State]:
        """The states that can follow this one, each joint move in turn, at most so many of them."""
        machine = self._machine
        try:
            legal = machine.legal(state)
        except WoodstockError:
            return
        if move not in legal[self._role]:
            return
        legal[self._role] = [move]
        wanted = None if seen is None else _known(seen, fold=fold)
        for joint_move in self._joint_moves(legal, most):
            if wanted is None or _known(machine.percepts(state, joint_move)[self._role], fold=fold) == wanted:
                after = machine.next(state, joint_move)
                if not machine.terminal(after):
                    yield after

    def _joint_moves(self, legal: list[list[int]], most: int) -> Iterator[tuple[int, ...]]:
        """All joint moves in random order; where there are more than may be tried, some of them."""
        if math.prod(len(moves) for moves in legal) <= most:
            every = list(itertools.product(*legal))
            self._random.shuffle(every)
            yield from every
            return
        self.exact = False
        for _ in range(most):
            yield tuple(self._random.choice(moves) for moves in legal)

    def _found_from_start(self, history: list[Move], deadline: float) -> list[State]:
        """A state that the whole history allows: depth first, in random order, until the deadline."""
        paths = [iter([self._origin])]
        while paths and time.monotonic() < deadline:
            state = next(paths[-1], None)
            if state is None:
                paths.pop()
            elif len(paths) > len(history):
                return [state]
            else:
                move, seen = history[len(paths) - 1]
                paths.append(self._fitting(state, move, seen, _BRANCHES, fold=True))
        return []


def _known(percepts: tuple[str, ...] | list[str], *, fold: bool) -> frozenset[str]:
    return frozenset(percept.lower() for percept in percepts) if fold else frozenset(percepts)
