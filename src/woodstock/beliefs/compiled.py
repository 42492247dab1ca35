"""Beliefs over compiled games: the work is done in the core, many joint moves at once."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from woodstock import core
from woodstock.beliefs.information import percept_numbers
from woodstock.beliefs.options import Options
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.lanes import LaneSimulator
from woodstock.engine.machine import State

_FITS, _LATE = 0, 2


class CompiledBelief:
    """See `Belief`. `core` is for the searches of the core, which start from it."""

    def __init__(
        self, machine: CircuitMachine, lanes: LaneSimulator, role: int, options: Options, *, hidden: bool = True
    ) -> None:
        self._machine = machine
        self._role = role
        self._random = np.random.default_rng(options.seed)
        percepts = [len(names) for names in machine.percept_names]
        self.core = core.Belief(lanes.core, machine.core, percepts, hidden, role, vars(options))
        self._late = False
        self._kept: tuple[tuple[State, ...], NDArray[np.float64]] | None = None

    @property
    def exact(self) -> bool:
        """Are these all states that are possible, with their exact weights?"""
        return self.core.exact

    @property
    def behind(self) -> bool:
        """Is there something that was postponed? Then the states may be none that are possible."""
        return self.core.behind

    @property
    def states(self) -> tuple[State, ...]:
        """States that are possible, never none."""
        return self._particles()[0]

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each state is, if all others choose uniformly."""
        return self._particles()[1]

    @property
    def effective_size(self) -> float:
        """As many states that are equally likely would tell as much."""
        return self.core.effective_size

    @property
    def replays(self) -> int:
        """How often the match was played again from its start because too few states were left."""
        return self.core.replays

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
        numbers = None if seen is None else percept_numbers(self._machine, self._role, seen)
        if seen is not None and numbers is None:
            self._late = False
            return False
        allowed = None if legal is None else sorted(legal)
        seconds = FOREVER if deadline is None else max(0.0, deadline - time.monotonic())
        fit = interruptible(lambda stop: self.core.observe(move, numbers, allowed, seconds, stop), core.Stop())
        self._kept = None
        self._late = fit == _LATE
        return fit == _FITS

    def postpone(self, move: int | None, seen: Sequence[str] | None, *, legal: Sequence[int] | None = None) -> None:
        """Go on without what `observe` has just refused. If that was for want of time, the next `observe` looks for
        histories that fit this as well."""
        numbers = percept_numbers(self._machine, self._role, seen) if self._late and seen is not None else None
        self.core.postpone(move, numbers, sorted(legal) if self._late and legal is not None else None)
        self._kept = None

    def know(self, state: State) -> None:
        """The state was told."""
        self.core.know(np.frombuffer(state, dtype=np.uint64))
        self._kept = None

    def legal(self) -> tuple[int, ...]:
        """The moves of the role that are legal in every state that is kept, or else in the likeliest."""
        return shared_moves(self._machine, self._role, self.states, self.weights)

    def sample(self, count: int) -> list[State]:
        """So many states, drawn by their weights."""
        states, weights = self._particles()
        return [states[at] for at in self._random.choice(len(states), size=count, p=weights)]

    def _particles(self) -> tuple[tuple[State, ...], NDArray[np.float64]]:
        if self._kept is None:
            found = self.core.particles()
            weights = found["weights"]
            content = found["states"].tobytes()
            size = len(content) // len(weights)
            states = (State(content[at * size : (at + 1) * size]) for at in range(len(weights)))
            merged: dict[State, float] = {}
            for state, weight in zip(states, weights.tolist(), strict=True):
                merged[state] = merged.get(state, 0.0) + weight
            self._kept = tuple(merged), np.array(list(merged.values()))
        return self._kept


def shared_moves(
    machine: CircuitMachine, role: int, states: Sequence[State], weights: NDArray[np.float64]
) -> tuple[int, ...]:
    """The legal moves of a role that all states share, or else those of the likeliest state."""
    first = int(np.argmax(weights))
    shared = set(machine.legal(states[first])[role])
    for state in states[:_LOOKED_AT]:
        shared.intersection_update(machine.legal(state)[role])
    return tuple(sorted(shared)) or tuple(machine.legal(states[first])[role])


_LOOKED_AT = 200
"""States whose legal moves are looked at: a role knows its own in a game that keeps to GDL-II."""
