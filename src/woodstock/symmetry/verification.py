"""Symmetries are looked at once more before they are used: by the machine, on states that play comes to.

An automorphism of a right graph is a symmetry, so this finds what is wrong with us: with a graph, or with a circuit
that takes for granted what holds in every state that can be reached, where a symmetry that moves the initial state
leads to states that cannot.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError
from woodstock.symmetry.points import Permutation, Points

STATES = 40
"""States that every generator is tried on."""
_PRODUCTS = 12
"""Products of generators that are tried as well."""
_LONGEST_PLAYOUT = 2000


def image(points: Points, permutation: Permutation, state: State) -> State:
    """The state in which a fluent holds if and only if it takes the place of one that holds in this one."""
    bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")
    moved = np.zeros_like(bits)
    fluents = len(points.fluents)
    moved[permutation[:fluents]] = bits[:fluents]
    return State(np.packbits(moved, bitorder="little").tobytes())


def joint_image(points: Points, permutation: Permutation, joint_move: Sequence[int]) -> list[int]:
    """The joint move in which everybody makes the move that takes the place of that of the one whose place it takes."""
    moved = [0] * len(joint_move)
    for role, move in enumerate(joint_move):
        other, taken = points.owner(int(permutation[points.move(role, move)]))
        moved[other] = taken
    return moved


def sampled(machine: Machine, count: int = STATES, seed: int = 1) -> list[State]:
    """States of random playouts, spread over whole games: ends and what comes shortly before are among them."""
    chance = random.Random(seed)
    found: list[State] = []
    for _ in range(count):
        met = list(_playout(machine, chance))
        found += chance.sample(met, min(2, len(met))) + met[-1:]
        if len(found) >= count:
            break
    return found


def _playout(machine: Machine, chance: random.Random) -> Iterator[State]:
    state = machine.initial()
    for _ in range(_LONGEST_PLAYOUT):
        yield state
        try:
            if machine.terminal(state):
                return
            legal = machine.legal(state)
        except BrokenGameError:
            return
        state = machine.next(state, [chance.choice(own) for own in legal])


class Renaming:
    """What roles saw, and what those who take their places saw in the image: each must tell the other.

    A symmetry may rename percepts, as long as it does so in the same way everywhere: whoever can tell two joint moves
    apart can then tell their images apart.
    """

    def __init__(self) -> None:
        self._there: dict[tuple[int, tuple[str, ...]], tuple[str, ...]] = {}
        self._back: dict[tuple[int, tuple[str, ...]], tuple[str, ...]] = {}

    def fits(self, role: int, own: Sequence[str], place: int, theirs: Sequence[str]) -> bool:
        """Does this agree with all that was seen before?"""
        one, other = tuple(own), tuple(theirs)
        there = self._there.setdefault((role, one), other)
        return there == other and self._back.setdefault((place, other), one) == one


def keeps(
    machine: Machine,
    points: Points,
    permutation: Permutation,
    state: State,
    chance: random.Random,
    renaming: Renaming | None = None,
) -> bool:
    """Do the rules say the same of the state and of its image: legal moves, what follows and is seen, the end, goals?

    The `renaming` is what is known of percepts from other states.
    """
    other = image(points, permutation, state)
    roles = [int(permutation[points.first_role + role]) - points.first_role for role in range(len(points.roles))]
    over = machine.terminal(state)
    goals, others = machine.goals(state), machine.goals(other)
    if machine.terminal(other) != over or any(goals[role] != others[place] for role, place in enumerate(roles)):
        return False
    legal, theirs = _legal(machine, state), _legal(machine, other)
    if over or legal is None or theirs is None:
        return over or legal is theirs
    for role, own in enumerate(legal):
        moved = sorted(points.owner(int(permutation[points.move(role, move)]))[1] for move in own)
        if moved != theirs[roles[role]]:
            return False
    joint_move = [chance.choice(own) for own in legal]
    moved_too = joint_image(points, permutation, joint_move)
    if machine.next(other, moved_too) != image(points, permutation, machine.next(state, joint_move)):
        return False
    renaming = Renaming() if renaming is None else renaming
    seen, seen_there = machine.percepts(state, joint_move), machine.percepts(other, moved_too)
    return all(renaming.fits(role, own, roles[role], seen_there[roles[role]]) for role, own in enumerate(seen))


def _legal(machine: Machine, state: State) -> list[list[int]] | None:
    try:
        return machine.legal(state)
    except BrokenGameError:
        return None


def verified(
    machine: Machine, points: Points, generators: Sequence[Permutation], *, seed: int = 1
) -> list[Permutation]:
    """Those of the generators that stand the test. Where a product of them fails, though each stood, none is good."""
    chance = random.Random(seed)
    states = sampled(machine, seed=seed)

    def stands(permutation: Permutation, tried: Sequence[State]) -> bool:
        renaming = Renaming()
        return all(keeps(machine, points, permutation, state, chance, renaming) for state in tried)

    kept = [generator for generator in generators if points.legible(generator) and stands(generator, states)]
    for _ in range(_PRODUCTS if len(kept) > 1 else 0):
        product = kept[0]
        for generator in chance.choices(kept, k=chance.randint(2, 6)):
            product = generator[product]
        if not stands(product, chance.sample(states, min(4, len(states)))):
            return []
    return kept
