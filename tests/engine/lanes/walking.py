"""States and joint moves met along random games."""

from __future__ import annotations

import random
from itertools import product
from math import prod

from woodstock.engine import CircuitMachine, State
from woodstock.errors import BrokenGameError


def random_states(machine: CircuitMachine, count: int, rng: random.Random) -> list[State]:
    """States in which the game goes on, from about every second step of random games."""
    found: list[State] = []
    state = machine.initial()
    while len(found) < count:
        moves = legal_moves(machine, state)
        if not moves:
            assert state != machine.initial(), "the game has a first move"
            state = machine.initial()
            continue
        if rng.random() < 0.5:
            found.append(state)
        state = machine.next(state, [rng.choice(own) for own in moves])
    return found


def legal_moves(machine: CircuitMachine, state: State) -> list[list[int]]:
    """The legal moves of each role; nothing where the game is over or broken."""
    if machine.terminal(state):
        return []
    try:
        return machine.legal(state)
    except BrokenGameError:
        return []


def joint_moves(moves: list[list[int]], most: int, rng: random.Random) -> list[tuple[int, ...]]:
    """All joint moves, or so many of them at random."""
    if prod(len(own) for own in moves) <= 4 * most:
        every = list(product(*moves))
        return rng.sample(every, min(most, len(every)))
    return list({tuple(rng.choice(own) for own in moves) for _ in range(most)})
