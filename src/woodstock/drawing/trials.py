"""Is a game the same when its names change places? Tried out on states that playouts meet.

Passing is not a proof, and need not be one: it says how to draw a board. What fails is not a symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woodstock.drawing.evidence import Evidence, Held
from woodstock.drawing.forms import put_together
from woodstock.drawing.variables import MOVE
from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError

_STATES = 8
"""States that each symmetry is tried on."""
_MOST = 400
"""Fluents of a state and legal moves in it; games with more are not tried."""

Image = Callable[[str, str], str]
"""What a fluent becomes, or a move with the prefix `does `: called with the prefix and the name."""


def tried(evidence: Evidence) -> list[Held]:
    """States spread over all that were met; none where they are large or the game is interpreted."""
    if evidence.machine is None:
        return []
    chosen = list(evidence.states[:: max(1, len(evidence.states) // _STATES)][:_STATES])
    return chosen if max(sum(map(len, state.values())) for state in chosen) <= _MOST else []


def same(evidence: Evidence, image: Image, seats: Sequence[int] | None = None) -> bool:
    """Does nothing change in any state that is tried? `seats` are the roles that take the place of each role."""
    states = tried(evidence)
    return bool(states) and all(holds(evidence, state, image, seats) for state in states)


def holds(evidence: Evidence, held: Held, image: Image, seats: Sequence[int] | None = None) -> bool:
    """Does nothing change in this state?"""
    machine = evidence.machine
    try:
        return machine is not None and _agrees(machine, held, image, seats or range(len(evidence.roles)))
    except WoodstockError:  # the image has a fluent or a move that the game does not have
        return False


def _agrees(machine: Machine, held: Held, image: Image, seats: Sequence[int]) -> bool:
    """Are legal moves, the end, goals and what two joint moves lead to those of the image?"""

    def images(names: Sequence[str], prefix: str = "") -> list[str]:
        return [image(prefix, name) for name in names]

    fluents = names_of(held)
    state, other = machine.state(fluents), machine.state(images(fluents))
    goals, others_goals = machine.goals(state), machine.goals(other)
    if machine.terminal(state) != machine.terminal(other):
        return False
    if any(goals[role] != others_goals[seat] for role, seat in enumerate(seats)):
        return False
    if machine.terminal(state):
        return True
    legal = [[machine.move_name(role, move) for move in own] for role, own in enumerate(machine.legal(state))]
    there = [{machine.move_name(role, move) for move in own} for role, own in enumerate(machine.legal(other))]
    if sum(map(len, legal)) > _MOST:
        return False
    if any(set(images(legal[role], MOVE)) != there[seat] for role, seat in enumerate(seats)):
        return False
    # Roles that move at once do the same in the first joint move, and not in the second.
    for made in (
        [own[0] for own in legal],
        [own[(len(own) // 2 + role) % len(own)] for role, own in enumerate(legal)],
    ):
        moved = dict(zip(seats, images(made, MOVE), strict=True))
        following = machine.next(state, numbers(machine, made))
        theirs = machine.next(other, numbers(machine, [moved[role] for role in range(len(made))]))
        if set(images(machine.fluents(following))) != set(machine.fluents(theirs)):
            return False
    return True


def names_of(held: Held) -> list[str]:
    """The fluents of a state."""
    return [put_together(form, leaves) for form, own in held.items() for leaves in own]


def numbers(machine: Machine, names: Sequence[str]) -> list[int]:
    """A joint move by its numbers."""
    return [machine.move_number(role, name) for role, name in enumerate(names)]
