"""What symmetries permute: the fluents, the moves of each role, and the roles, numbered in one row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Permutation = NDArray[np.int32]
"""For each point the one that takes its place."""


@dataclass(frozen=True)
class Points:
    """Fluents come first, then the moves of one role after another, then the roles."""

    fluents: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    roles: tuple[str, ...]

    def __len__(self) -> int:
        return self.first_role + len(self.roles)

    @cached_property
    def first_moves(self) -> tuple[int, ...]:
        """For each role the point of its first move."""
        counts = [len(own) for own in self.moves]
        return tuple(len(self.fluents) + sum(counts[:role]) for role in range(len(counts)))

    @cached_property
    def first_role(self) -> int:
        """The point of the first role."""
        return len(self.fluents) + sum(len(own) for own in self.moves)

    def move(self, role: int, move: int) -> int:
        """The point of a move."""
        return self.first_moves[role] + move

    def owner(self, point: int) -> tuple[int, int]:
        """The role and the number of the move that a point is."""
        role = max(role for role, first in enumerate(self.first_moves) if first <= point)
        return role, point - self.first_moves[role]

    def name(self, point: int) -> str:
        """The name of a fluent, a move or a role, as KIF text."""
        if point < len(self.fluents):
            return self.fluents[point]
        if point >= self.first_role:
            return self.roles[point - self.first_role]
        role, move = self.owner(point)
        return self.moves[role][move]

    def legible(self, permutation: Permutation) -> bool:
        """Does it map fluents to fluents, roles to roles, and the moves of a role to those of its image?"""
        images = permutation.tolist()
        fluents = len(self.fluents)
        if sorted(images) != list(range(len(self))) or any(image >= fluents for image in images[:fluents]):
            return False
        for role, own in enumerate(self.moves):
            other = images[self.first_role + role] - self.first_role
            if not 0 <= other < len(self.roles) or len(self.moves[other]) != len(own):
                return False
            first = self.first_moves[other]
            if not all(first <= images[self.move(role, move)] < first + len(own) for move in range(len(own))):
                return False
        return True

    def fixes_roles(self, permutation: Permutation) -> bool:
        """Does every role stay in its place?"""
        return bool((permutation[self.first_role :] == np.arange(self.first_role, len(self))).all())
