"""What a search came to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray


class Status(Enum):
    """What is known of a network after a search for one solution."""

    OPTIMUM = "optimum found"
    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Statistics:
    """The work of a search. But for the seconds, the same seed and limits give the same figures."""

    nodes: int
    failures: int
    restarts: int
    propagations: int
    seconds: float


@dataclass(frozen=True)
class Outcome:
    """A solution (a value for each variable), the proof that there is none, or neither in the time given."""

    status: Status
    solution: tuple[int, ...] | None
    statistics: Statistics


@dataclass(frozen=True)
class Best:
    """The best solution that was found and its objective, after how many solutions, each better than the last."""

    status: Status
    solution: tuple[int, ...] | None
    objective: int | None
    solutions: int
    statistics: Statistics


@dataclass(frozen=True, eq=False)
class Solutions:
    """Solutions, one in each row of `array`; all there are if `complete`."""

    array: NDArray[np.int32]
    complete: bool
    statistics: Statistics

    def __len__(self) -> int:
        return len(self.array)

    def tuples(self) -> set[tuple[int, ...]]:
        """The solutions as a set."""
        return set(map(tuple, self.array.tolist()))


@dataclass(frozen=True)
class Count:
    """How many solutions were found; how many there are, if `complete`."""

    count: int
    complete: bool
    statistics: Statistics
