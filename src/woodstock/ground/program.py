"""The ground program: what comes out of grounding, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Offsets = NDArray[np.int64]

FACT = 0
"""Stands for "always true" where an atom number is expected."""

NEVER = -1
"""Stands for "always false" where an atom number is expected."""


@dataclass(frozen=True, eq=False)
class GroundProgram:
    """Every reachable fluent, move, percept and goal value has a number; names are KIF text.

    Atoms are numbered from 1. Rule i has head `heads[i]` and the body `literals[offsets[i]:offsets[i + 1]]`, where a
    negative number is a negated atom. Atoms `true_atoms` and `does_atoms` are free (given by the state and the joint
    move) and head no rule. Where an output is `FACT` or `NEVER` it is constant.
    """

    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    percepts: tuple[tuple[str, ...], ...]
    goals: tuple[tuple[int, ...], ...]

    atoms: int
    heads: Ints
    offsets: Offsets
    literals: Ints

    initial: NDArray[np.bool_]
    true_atoms: Ints
    next_atoms: Ints
    does_atoms: tuple[Ints, ...]
    legal_atoms: tuple[Ints, ...]
    sees_atoms: tuple[Ints, ...]
    goal_atoms: tuple[Ints, ...]
    terminal_atom: int

    @property
    def chance(self) -> int | None:
        """The number of the role `random`, if the game has one."""
        return self.roles.index("random") if "random" in self.roles else None
