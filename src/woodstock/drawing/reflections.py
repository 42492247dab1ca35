"""Symmetries of a board, tried out on states that playouts meet: is the game the same in a mirror, and the same after
every step around a torus?

What passes is no proof, and it need not be one: it says which way round to draw a board. What fails is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from woodstock.drawing.evidence import MOVE, Evidence, Held, Place
from woodstock.drawing.forms import Leaves, put_together, taken_apart
from woodstock.drawing.readings import Reader, ties_between
from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError

_STATES = 8
"""States that each symmetry is tried on."""
_MOST = 400
"""Fluents of a state and legal moves in it; games with more are not tried."""

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
        names = self._names(axis)
        return self._same(axis, dict(zip(names, reversed(names), strict=True)))

    def turns(self, axis: int) -> bool:
        """Is the game the same when the names on an axis move on by any number, the last ones to the front? On a board
        where neighbours hardly matter any names can change places; that is no torus."""
        names = self._names(axis)
        swapped = dict(zip(names, (names[1], names[0], *names[2:]), strict=True))
        shifts = (dict(zip(names, (*names[by:], *names[:by]), strict=True)) for by in range(1, len(names)))
        return len(names) > 3 and all(self._same(axis, shift) for shift in shifts) and self._breaks(axis, swapped)

    def _names(self, axis: int) -> tuple[str, ...]:
        return self.reader.order(self.form, self.keys[axis]).names

    @cached_property
    def _axes(self) -> dict[Place, int]:
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
                    if set(evidence.domain(form, place)) <= set(self._names(axis)):
                        found[form, place] = axis
        return found

    def _same(self, axis: int, renaming: Renaming) -> bool:
        """Does nothing change in any state that is tried?"""
        states = _chosen(self.reader.evidence)
        return bool(states) and all(self._holds(state, axis, renaming) for state in states)

    def _breaks(self, axis: int, renaming: Renaming) -> bool:
        """Does something change in more than a third of them?"""
        states = _chosen(self.reader.evidence)
        return sum(not self._holds(state, axis, renaming) for state in states) * 3 > len(states)

    def _holds(self, held: Held, axis: int, renaming: Renaming) -> bool:
        machine = self.reader.evidence.machine
        try:
            return machine is not None and self._agrees(machine, held, axis, renaming)
        except WoodstockError:  # the image has a fluent or a move that the game does not have
            return False

    def _agrees(self, machine: Machine, held: Held, axis: int, renaming: Renaming) -> bool:
        """Are legal moves, the end, goals and what two joint moves lead to those of the image?"""

        def image(names: Sequence[str], prefix: str = "") -> list[str]:
            return [self._renamed(name, prefix, axis, renaming) for name in names]

        fluents = [put_together(form, leaves) for form, own in held.items() for leaves in own]
        state, other = machine.state(fluents), machine.state(image(fluents))
        if machine.terminal(state) != machine.terminal(other) or machine.goals(state) != machine.goals(other):
            return False
        if machine.terminal(state):
            return True
        legal = [[machine.move_name(role, move) for move in own] for role, own in enumerate(machine.legal(state))]
        there = [{machine.move_name(role, move) for move in own} for role, own in enumerate(machine.legal(other))]
        if sum(map(len, legal)) > _MOST or [set(image(own, MOVE)) for own in legal] != there:
            return False
        for made in ([own[0] for own in legal], [own[len(own) // 2] for own in legal]):
            following = machine.next(state, _numbers(machine, made))
            theirs = machine.next(other, _numbers(machine, image(made, MOVE)))
            if set(image(machine.fluents(following))) != set(machine.fluents(theirs)):
                return False
        return True

    def _renamed(self, name: str, prefix: str, axis: int, renaming: Renaming) -> str:
        form, leaves = taken_apart(name)
        renamed: Leaves = tuple(
            renaming.get(leaf, leaf) if self._axes.get((prefix + form, place)) == axis else leaf
            for place, leaf in enumerate(leaves)
        )
        return put_together(form, renamed)


def _numbers(machine: Machine, names: Sequence[str]) -> list[int]:
    return [machine.move_number(role, name) for role, name in enumerate(names)]


def _chosen(evidence: Evidence) -> list[Held]:
    """States spread over all that were met; none where they are large."""
    chosen = list(evidence.states[:: max(1, len(evidence.states) // _STATES)][:_STATES])
    return chosen if max(sum(map(len, state.values())) for state in chosen) <= _MOST else []
