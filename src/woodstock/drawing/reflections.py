"""Symmetries of a board: is the game the same in a mirror, and the same after every step around a torus?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from woodstock.drawing import trials
from woodstock.drawing.forms import Leaves, put_together, taken_apart
from woodstock.drawing.readings import Reader, ties_between
from woodstock.drawing.variables import MOVE, Place

Renaming = Mapping[str, str]
"""What each name on an axis becomes."""


@dataclass(frozen=True)
class Mirror:
    """The two coordinates of a form, and all other places of fluents and moves that name the same."""

    reader: Reader
    form: str
    keys: tuple[int, int]

    def reflects(self, axis: int) -> bool:
        """Is the game the same when the names on an axis change places, the first with the last and so on?"""
        return trials.same(self.reader.evidence, self._image(axis, self.reversed(axis)))

    def turns(self, axis: int) -> bool:
        """Is the game the same when the names on an axis move on by any number, the last ones to the front? On a board
        where neighbours hardly matter any names can change places; that is not a torus."""
        evidence, names = self.reader.evidence, self.names(axis)
        if len(names) <= 3:
            return False
        shifts = (dict(zip(names, (*names[by:], *names[:by]), strict=True)) for by in range(1, len(names)))
        swapped = dict(zip(names, (names[1], names[0], *names[2:]), strict=True))
        return all(trials.same(evidence, self._image(axis, shift)) for shift in shifts) and self._breaks(axis, swapped)

    def names(self, axis: int) -> tuple[str, ...]:
        """The names on an axis in their order."""
        return self.reader.order(self.form, self.keys[axis]).names

    def reversed(self, axis: int) -> Renaming:
        """Each name on an axis and the one that it changes places with in a mirror."""
        names = self.names(axis)
        return dict(zip(names, reversed(names), strict=True))

    @cached_property
    def axes(self) -> dict[Place, int]:
        """The axis of each place that a rule's variables tie more closely to one of them."""
        evidence = self.reader.evidence
        base = {(self.form, place): axis for axis, place in enumerate(self.keys)}
        found: dict[Place, int] = dict(base)
        forms = [*evidence.fluents.items(), *((MOVE + form, known) for form, known in evidence.moves.items())]
        for form, known in forms:
            for place in range(len(known[0])) if form != self.form else ():
                ties = ties_between(evidence, form, place, base)
                if ties.get(0, 0) != ties.get(1, 0):
                    axis = int(ties.get(1, 0) > ties.get(0, 0))
                    if set(evidence.domain(form, place)) <= set(self.names(axis)):
                        found[form, place] = axis
        return found

    def _breaks(self, axis: int, renaming: Renaming) -> bool:
        """Does something change in more than a third of the states?"""
        evidence, image = self.reader.evidence, self._image(axis, renaming)
        states = trials.tried(evidence)
        return sum(not trials.holds(evidence, state, image) for state in states) * 3 > len(states)

    def _image(self, axis: int, renaming: Renaming) -> trials.Image:
        return lambda prefix, name: self.renamed(prefix, name, axis, renaming)

    def renamed(self, prefix: str, name: str, axis: int, renaming: Renaming) -> str:
        """A fluent, or a move, with other names on one axis."""
        form, leaves = taken_apart(name)
        changed: Leaves = tuple(
            renaming.get(leaf, leaf) if self.axes.get((prefix + form, place)) == axis else leaf
            for place, leaf in enumerate(leaves)
        )
        return put_together(form, changed)
