"""States that random playouts reach: examples of what can hold together in a game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError

STEPS = 3_000
MOST_NAMED = 3_000_000
"""The number of fluents and moves after which the walk ends: a count and not a time, so the states are reproducible."""


def reached(machine: Machine, steps: int = STEPS, seed: int = 1) -> Iterator[list[str]]:
    """The distinct states met in `steps` random steps, including terminal ones, as fluents."""
    chance = random.Random(seed)
    seen: set[State] = set()
    named = 0
    state = machine.initial()
    legal: Sequence[Sequence[int]] = ()
    for _ in range(steps):
        if state not in seen:
            seen.add(state)
            fluents = machine.fluents(state)
            named += len(fluents)
            yield fluents
        try:
            over = machine.terminal(state)
            legal = [] if over else machine.legal(state)
        except BrokenGameError:  # a role without a legal move: nothing follows
            over = True
        named += sum(map(len, legal))
        if named > MOST_NAMED:
            return
        state = machine.initial() if over else machine.next(state, [chance.choice(own) for own in legal])
