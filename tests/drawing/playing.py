"""Positions of games, by random play."""

from __future__ import annotations

import random
from collections.abc import Iterator

from woodstock.engine.machine import Machine, State


def states(machine: Machine, steps: int, seed: object = 0) -> Iterator[State]:
    """The initial state and those that random moves lead to, from the start again when a match is over."""
    chance = random.Random(str(seed))
    state = machine.initial()
    for _ in range(steps):
        yield state
        if machine.terminal(state):
            state = machine.initial()
        else:
            state = machine.next(state, [chance.choice(own) for own in machine.legal(state)])
