"""What a role knows of a position in a game with percepts: what holds in every state that is possible to it.

Where these are too many, states that fit what it did and saw are drawn at random, and what holds in all of them is
shown. The true state is never asked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from woodstock.beliefs import Options, belief_of
from woodstock.engine.game import Game
from woodstock.engine.machine import Machine, State

_STATES = 50_000
"""States that are kept at most; beyond that nothing is said to be certain."""
_SAMPLE = 2_000
"""States that are drawn then."""
SECONDS = 3.0
"""How long this may take, unless the caller says otherwise."""

History = Sequence[tuple[int, Sequence[str]]]
"""For every step the own move and what was seen after it."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a role knows."""

    certain: tuple[str, ...]
    """Fluents that hold in all states that are possible. Nothing that the role could not work out is among them."""
    possible: int | None
    """How many states are possible; None where they are too many to count, and then nothing is certain."""
    likely: tuple[str, ...] = ()
    """What holds in all states that were drawn where they are too many to count."""
    sampled: int = 0
    """How many different states these are."""

    @property
    def shown(self) -> tuple[str, ...]:
        """What is drawn."""
        return self.likely if self.possible is None else self.certain

    @property
    def note(self) -> str:
        """How sure that is, for people."""
        if self.possible == 1:
            return "one position is possible"
        if self.possible is not None:
            return f"{self.possible:,} positions are possible"
        if not self.sampled:
            return "more positions are possible than can be counted"
        return f"more positions are possible than can be counted: shown is what {self.sampled:,} of them have in common"


def known(game: Game, role: int, history: History, *, seconds: float = SECONDS) -> Known:
    """What a role knows after these steps, from its own moves and percepts alone."""
    machine = game.machine()
    belief = belief_of(game, role, Options(exact=_STATES, particles=_SAMPLE, seed=1))
    deadline = time.monotonic() + seconds
    for move, seen in history:
        if not belief.observe(move, seen, deadline):
            return Known((), None)
    states = belief.states
    if belief.exact:
        return Known(_common(machine, states), len(states))
    different = tuple(set(states))
    return Known((), None, _common(machine, different), len(different))


def _common(machine: Machine, states: Sequence[State]) -> tuple[str, ...]:
    """The fluents that hold in all of these states."""
    size = max(map(len, states))
    # A state is a set of bits. Those of an interpreted game end where the last one is set.
    common = int.from_bytes(states[0], "little")
    for state in states[1:]:
        common &= int.from_bytes(state, "little")
    return tuple(machine.fluents(State(common.to_bytes(size, "little"))))
