"""The results of random playouts, in the same form for circuits and the interpreter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PlayoutReport:
    """Random playouts from one state, each role choosing uniformly among its legal moves.

    Only playouts that reached a terminal state count in `playouts` and in the means; if the rules give a role no goal
    value there, it counts as 0. With no such playout the means are 0.
    """

    playouts: int
    """Playouts that reached a terminal state."""
    capped: int
    """Playouts cut off at the limit of steps."""
    broken: int
    """Playouts that met a non-terminal state without a legal move for some role."""
    states: int
    """Joint moves made in all playouts together, capped and broken ones included."""
    seconds: float
    """Wall time."""
    mean_length: float
    """Mean number of joint moves of a playout."""
    mean_goals: tuple[float, ...]
    """Mean goal value of each role, in the order of the roles."""


@dataclass(frozen=True, eq=False)
class Playouts:
    """Random playouts from several starts: one entry, or one row of roles, for each start.

    Capped playouts reached the limit of steps, broken ones a state without a legal move that is not terminal; they
    count in nothing else.
    """

    playouts: NDArray[np.uint64]
    """Playouts that reached a terminal state."""
    capped: NDArray[np.uint64]
    broken: NDArray[np.uint64]
    several: NDArray[np.uint64]
    """Playouts at whose end the rules gave a role other than `random` several goals; the lowest counts."""
    missing: NDArray[np.uint64]
    """.. or none; that counts as 0."""
    lengths: NDArray[np.uint64]
    """Joint moves in all of them together."""
    goals: NDArray[np.int64]
    """The sum of each role's goals."""
    squares: NDArray[np.int64]
    """The sum of their squares."""
    wins: NDArray[np.uint64]
    """How often each role had the single highest goal of all roles except `random`, or 100 if it plays alone."""
    states: int
    """Joint moves made in total, including capped and broken playouts."""
    seconds: float
    """Wall time."""

    @classmethod
    def of(cls, sums: Mapping[str, Any], roles: int, seconds: float) -> Playouts:
        """The results of playouts from the core."""
        by_role = {name: sums[name].reshape(-1, roles) for name in ("goals", "squares", "wins")}
        each = {
            name: sums[name] for name in ("playouts", "capped", "broken", "several", "missing", "lengths", "states")
        }
        return cls(**each, **by_role, seconds=seconds)

    @property
    def mean_goals(self) -> NDArray[np.float64]:
        """The mean goal of each role; 0 where no playout was finished."""
        return self.goals / np.maximum(self.playouts, 1)[:, None]

    def summary(self) -> PlayoutReport:
        """The totals over all starts."""
        finished = max(int(self.playouts.sum()), 1)
        return PlayoutReport(
            playouts=int(self.playouts.sum()),
            capped=int(self.capped.sum()),
            broken=int(self.broken.sum()),
            states=self.states,
            seconds=self.seconds,
            mean_length=int(self.lengths.sum()) / finished,
            mean_goals=tuple(int(goal) / finished for goal in self.goals.sum(axis=0)),
        )
