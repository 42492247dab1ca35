"""What a belief is, and which kind a game gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from woodstock.beliefs.compiled import CompiledBelief
from woodstock.beliefs.options import Options
from woodstock.beliefs.plain import PlainBelief
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.game import Game
from woodstock.engine.machine import Machine, State

INTERPRETED = Options(exact=100, particles=50, tries=600)
"""What is kept of a game that is interpreted, at most."""


class Belief(Protocol):
    """The states that one role's moves and percepts allow, each with how likely it is.

    Whatever others do is taken to be drawn uniformly from their legal moves, as what `random` does; the weights are
    Bayes' rule then. While the states are few all are kept; then weights are exact. When they are many a
    sample goes on, which is never empty as long as a history fits and there is time to find one.

    >>> import woodstock as ws
    >>> from woodstock.beliefs import belief_of
    >>> belief = belief_of(ws.load("tic_tac_toe"), 0)
    >>> len(belief.states), belief.exact
    (1, True)
    """

    @property
    def exact(self) -> bool:
        """Are these all states that are possible, with their exact weights?"""
        ...

    @property
    def states(self) -> tuple[State, ...]:
        """States that are possible, never none."""
        ...

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each state is; they sum to 1."""
        ...

    @property
    def effective_size(self) -> float:
        """As many states that are equally likely would tell as much: one over the sum of squared weights."""
        ...

    def observe(
        self,
        move: int | None,
        seen: Sequence[str] | None,
        deadline: float | None = None,
        *,
        legal: Sequence[int] | None = None,
    ) -> bool:
        """The role made this move and saw this; `None` where that is not known. When nothing fits, nothing changes and
        the answer is no. The deadline is a reading of `time.monotonic()`.

        `legal` are the moves that the role is told to be legal then. Percepts should tell that as well, but there are
        rulesheets in which they do not.
        """
        ...

    def postpone(self, move: int | None, seen: Sequence[str] | None, *, legal: Sequence[int] | None = None) -> None:
        """Go on without what `observe` has just refused: the states are then at least such as the game can be in after
        so many steps. If that was for want of time, the next `observe` looks for histories that fit this as well."""
        ...

    def know(self, state: State) -> None:
        """The state was told."""
        ...

    def legal(self) -> tuple[int, ...]:
        """The moves of the role that are legal in every state, or else in the likeliest."""
        ...

    def sample(self, count: int) -> list[State]:
        """So many states, drawn by their weights."""
        ...


def belief_of(game: Game | Machine, role: int, options: Options | None = None) -> Belief:
    """The belief with which a match of this game begins.

    With the role of a player it is what that player knows. What all know together in a game with shared observations
    (paper 002, section 2) is any player's belief to which the own moves are not told: `observe(None, seen)`.
    """
    machine = game.machine() if isinstance(game, Game) else game
    chosen = options or Options()
    if not isinstance(machine, CircuitMachine):
        return PlainBelief(machine, role, _smaller(chosen))
    lanes = game.lanes if isinstance(game, Game) else None
    return CompiledBelief(machine, lanes or machine.lanes(), role, chosen)


def _smaller(options: Options) -> Options:
    return Options(
        exact=min(options.exact, INTERPRETED.exact),
        particles=min(options.particles, INTERPRETED.particles),
        tries=min(options.tries, INTERPRETED.tries),
        seed=options.seed,
    )
