"""What a search for symmetries comes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from woodstock.core import SymmetryGroup
from woodstock.symmetry.automorphisms import orbits
from woodstock.symmetry.group import Elements, subgroup
from woodstock.symmetry.points import Permutation, Points

MOST_ELEMENTS = 64
"""Elements of a group that a search uses: each costs a little at every new position."""
_MOST_CELLS = 1 << 23
"""Numbers that the elements may take up together."""


@dataclass(frozen=True, eq=False)
class Symmetries:
    """Generators of the symmetries of a game that keep every role in its place, confirmed by its machine."""

    points: Points
    generators: tuple[Permutation, ...]
    graph: str
    """What they were found in: `rules` or `constraints`."""
    vertices: int
    edges: int
    seconds: float
    at_start: int = 0
    """How many of the generators, the first ones, keep the initial state; they are the ones that matter most."""
    refused: int = 0
    """How many more the graph had that the machine did not confirm."""
    elements: Elements | None = None
    """The elements for a search, if they are worked out."""

    def listed(self, most: int = MOST_ELEMENTS) -> Symmetries:
        """The same with the elements for a search: the group, or a subgroup of at most `most` elements."""
        degree = self.points.first_role
        most = max(1, min(most, _MOST_CELLS // max(1, degree)))
        useful = [self._useful(generator) for generator in self.generators]
        own = [generator[:degree] for generator, use in zip(self.generators, useful, strict=True) if use]
        return replace(self, elements=subgroup(own, degree, most, sum(useful[: self.at_start])))

    def _useful(self, generator: Permutation) -> bool:
        """Does it move anything but moves of chance? Those that lead to the same are not drawn as one."""
        moved = generator != np.arange(len(generator))
        if "random" in self.points.roles:
            role = self.points.roles.index("random")
            first = self.points.first_moves[role]
            moved[first : first + len(self.points.moves[role])] = False
        return bool(moved.any())

    def keeping(self, mutex_groups: Iterable[Iterable[int]]) -> Symmetries:
        """Those that map each of these sets of fluents to one of them: generators that do not are left out.

        A network takes for granted that of some sets of fluents one holds at a time, which is proved for the states
        that can be reached. A symmetry that moves the initial state must not lead to states for which it is not.
        """
        known = {frozenset(group) for group in mutex_groups}
        kept = tuple(
            generator
            for generator in self.generators
            if all(frozenset(int(generator[fluent]) for fluent in group) in known for group in known)
        )
        if len(kept) == len(self.generators):
            return self
        first = sum(any(one is other for other in kept) for one in self.generators[: self.at_start])
        return replace(self, generators=kept, at_start=first, elements=None)

    def group(self) -> SymmetryGroup | None:
        """The elements, for a search; `None` if there is nothing to gain."""
        elements = self.elements if self.elements is not None else self.listed().elements
        if elements is None or len(elements) == 1:
            return None
        return SymmetryGroup(len(self.points.fluents), [len(moves) for moves in self.points.moves], elements)

    def orbits(self, points: Sequence[int]) -> list[list[int]]:
        """These points, those that symmetries map to each other together."""
        return orbits(self.generators, points)


@dataclass(frozen=True, eq=False)
class Survey:
    """All that there is to tell of a game's symmetries."""

    any_state: Symmetries
    """Of the rules, whatever the state."""
    start: Symmetries
    """Those that keep the initial state (paper 001, condition 3b)."""
    any_state_order: int
    start_order: int
    swaps_order: int
    """The order of the group in any state when players may change places as well."""
