"""A search's evaluation of a position."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What a search thinks of a move: the expected goal of the role that makes it, from 0 to 1, and how sure it is."""

    move: int
    value: float
    visits: int
    low: float
    """Confidence bounds; where the value is proved they are equal to it."""
    high: float
    proved: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The view of one role. `line` is the principal variation as joint moves; `proved`: the values are exact."""

    role: int
    moves: tuple[MoveReport, ...]
    best: int
    values: tuple[float, ...]
    """What the position is worth to each role; 0 for `random`."""
    line: tuple[tuple[int, ...], ...]
    nodes: int
    descents: int
    playouts: int
    depth: int
    proved: bool
    seconds: float
    note: str = ""
    """What else there is to say: that a player could not do as it was asked to, and what it did instead of that."""
    stages_by: str = ""
    """How a search that solves stages solved them: `MAC`, `FC` or `circuit`. `descents` is then their number."""

    @property
    def value(self) -> float:
        """What the position is worth to the role."""
        return self.values[self.role]
