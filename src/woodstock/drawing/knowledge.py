"""What a role knows of a position in a game with percepts: what holds in every state that is possible to it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from woodstock.beliefs import Options, belief_of
from woodstock.engine.game import Game
from woodstock.engine.machine import State

_STATES = 50_000
"""States that are kept at most; beyond that nothing is said to be certain."""
_SECONDS = 3.0

History = Sequence[tuple[int, Sequence[str]]]
"""For every step the own move and what was seen after it."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a role knows."""

    certain: tuple[str, ...]
    """Fluents that hold in all states that are possible. Nothing that the role could not work out is among them."""
    possible: int | None
    """How many states are possible; None where they are too many to count, and then nothing is certain."""


def known(game: Game, role: int, history: History) -> Known:
    """What a role knows after these steps, from its own moves and percepts alone."""
    machine = game.machine()
    belief = belief_of(game, role, Options(exact=_STATES, particles=1, seed=1))
    deadline = time.monotonic() + _SECONDS
    for move, seen in history:
        if not belief.observe(move, seen, deadline) or not belief.exact:
            return Known((), None)
    if not belief.exact:
        return Known((), None)
    states = belief.states
    size = max(map(len, states))
    # A state is a set of bits. Those of an interpreted game end where the last one is set.
    common = int.from_bytes(states[0], "little")
    for state in states[1:]:
        common &= int.from_bytes(state, "little")
    return Known(tuple(machine.fluents(State(common.to_bytes(size, "little")))), len(states))
