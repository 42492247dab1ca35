"""States that random playouts meet: examples of what can hold together in a game."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError

STEPS = 3_000
SECONDS = 3.0
"""No state is looked for after this: where a step takes long, fewer must do."""


def reached(machine: Machine, steps: int = STEPS, seed: int = 1) -> Iterator[list[str]]:
    """The states met on so many random steps, terminal ones too, each once and as its fluents."""
    chance = random.Random(seed)
    deadline = time.monotonic() + SECONDS
    seen: set[State] = set()
    state = machine.initial()
    for _ in range(steps):
        if state not in seen:
            seen.add(state)
            yield machine.fluents(state)
        try:
            over = machine.terminal(state)
            moves = [] if over else [chance.choice(own) for own in machine.legal(state)]
        except BrokenGameError:  # a role without a legal move: nothing follows
            over = True
        state = machine.initial() if over else machine.next(state, moves)
        if time.monotonic() > deadline:
            return
