"""How work is cut into batches, and in which order cells are gone through."""

from __future__ import annotations

import math
from collections.abc import Sequence

from woodstock.experiments.kinds import Cell

_LONGEST = 10_000
"""Tasks in a batch at most."""

_GROWTH = 10
"""Cells are gone through in rounds, each with so many times the tasks of the one before: after the first short round
every cell has a time to reckon with, and a run that is ended early has a table that is filled evenly. Few rounds, as
players have to get ready for a game again in each."""


def batch_size(mean: float | None, rotation: int, seconds: float) -> int:
    """How many tasks make a batch of at least so many seconds; a rotation of them where the time is not known."""
    if mean is None:
        return rotation
    if mean >= seconds:
        return 1
    return min(_LONGEST, -(-math.ceil(seconds / mean) // rotation) * rotation)


def rounds(cells: Sequence[Cell]) -> list[int]:
    """Up to how many rotations of each cell are done in each round."""
    most = max((-(-cell.tasks // cell.rotation) for cell in cells), default=1)
    goals = [1]
    while goals[-1] < most:
        goals.append(goals[-1] * _GROWTH)
    return goals
