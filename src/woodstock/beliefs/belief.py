"""Beliefs: the states that are possible as far as a role knows. The work is done in the core."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from woodstock import core
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.core_machine import CoreMachine, in_core
from woodstock.engine.game import Game
from woodstock.engine.lanes import LaneSimulator
from woodstock.engine.machine import Machine, State
from woodstock.settings import Adjustable, Option, declared, read_settings

INTERPRETED: Final = {"exact": 100, "particles": 50, "tries": 600}
"""What is kept of a game that is interpreted, at most: a step of it takes long."""

_FITS, _LATE = 0, 2


class Options(Adjustable):
    """What a belief is told to keep; each setting is an attribute."""

    settings = declared(core.Belief)

    def __init__(self, **settings: Option) -> None:
        vars(self).update(read_settings(self.settings, settings))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...


class Belief:
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

    def __init__(
        self,
        machine: CoreMachine,
        lanes: LaneSimulator | None,
        role: int,
        options: Options,
        *,
        hidden: bool = True,
    ) -> None:
        """Without lanes the machine makes one joint move after another."""
        self._machine = machine
        self._role = role
        self._random = np.random.default_rng(options.seed)
        with machine.errors():
            self.core = core.Belief(lanes.core if lanes else None, machine.core, hidden, role, vars(options))
        self._late = False
        self._kept: tuple[tuple[State, ...], NDArray[np.float64]] | None = None

    @property
    def exact(self) -> bool:
        """Are these all states that are possible, with their exact weights?"""
        return self.core.exact

    @property
    def behind(self) -> bool:
        """Is there something that was postponed? Then the states may be none that are possible."""
        return self.core.behind

    @property
    def states(self) -> tuple[State, ...]:
        """States that are possible, never none."""
        return self._particles()[0]

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each state is, if all others choose uniformly."""
        return self._particles()[1]

    @property
    def effective_size(self) -> float:
        """As many states that are equally likely would tell as much."""
        return self.core.effective_size

    @property
    def replays(self) -> int:
        """How often the match was played again from its start because too few states were left."""
        return self.core.replays

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
        numbers = None if seen is None else self._machine.percept_numbers(self._role, seen)
        if seen is not None and numbers is None:
            self._late = False
            return False
        allowed = None if legal is None else sorted(legal)
        seconds = FOREVER if deadline is None else max(0.0, deadline - time.monotonic())
        with self._machine.errors():
            fit = interruptible(lambda stop: self.core.observe(move, numbers, allowed, seconds, stop), core.Stop())
        self._kept = None
        self._late = fit == _LATE
        return fit == _FITS

    def postpone(self, move: int | None, seen: Sequence[str] | None, *, legal: Sequence[int] | None = None) -> None:
        """Continue without what `observe` has just refused: the states are then at least states that the game can reach
        in this number of steps. If it was refused for lack of time, the next `observe` looks for histories that fit it
        as well."""
        numbers = self._machine.percept_numbers(self._role, seen) if self._late and seen is not None else None
        with self._machine.errors():
            self.core.postpone(move, numbers, sorted(legal) if self._late and legal is not None else None)
        self._kept = None

    def know(self, state: State) -> None:
        """The state was told."""
        self.core.know(state)
        self._kept = None

    def legal(self) -> tuple[int, ...]:
        """The moves of the role that are legal in every state that is kept, or else in the likeliest."""
        legal = [self._machine.legal(state)[self._role] for state in self.states[:_LOOKED_AT]]
        likeliest = self._machine.legal(self.states[int(np.argmax(self.weights))])[self._role]
        return tuple(sorted(set(likeliest).intersection(*legal))) or tuple(likeliest)

    def sample(self, count: int) -> list[State]:
        """So many states, drawn by their weights."""
        states, weights = self._particles()
        return [states[at] for at in self._random.choice(len(states), size=count, p=weights)]

    def _particles(self) -> tuple[tuple[State, ...], NDArray[np.float64]]:
        if self._kept is None:
            found = self.core.particles()
            merged: dict[State, float] = {}
            for state, weight in zip(map(State, found["states"]), found["weights"].tolist(), strict=True):
                merged[state] = merged.get(state, 0.0) + weight
            self._kept = tuple(merged), np.array(list(merged.values()))
        return self._kept


def belief_of(game: Game | Machine, role: int, options: Options | None = None) -> Belief:
    """The belief with which a match of this game begins.

    With the role of a player it is what that player knows. What all know together in a game with shared observations
    (paper 002, section 2) is any player's belief to which the own moves are not told: `observe(None, seen)`.
    """
    machine = game.machine() if isinstance(game, Game) else in_core(game)
    lanes = game.lanes if isinstance(game, Game) else machine.lanes()
    chosen = options or Options()
    if lanes is None:
        smaller = {name: min(getattr(chosen, name), most) for name, most in INTERPRETED.items()}
        chosen = Options(**{**vars(chosen), **smaller})
    return Belief(machine, lanes, role, chosen)


_LOOKED_AT = 200
"""States whose legal moves are looked at: a role knows its own in a game that keeps to GDL-II."""


History = Sequence[tuple[int, Sequence[str]]]
"""For every step the own move and what was seen after it."""


def information_state(machine: CoreMachine, role: int, history: History) -> int | None:
    """What a role knows after a history of a game with percepts: two histories have the same number if and only if the
    role cannot tell them apart. `None` where it cannot have seen that.

    It tells apart by perfect recall: every move that it made and every percept, step by step.
    """
    seen = [machine.percept_numbers(role, percepts) for _, percepts in history]
    if None in seen:
        return None
    known = [numbers for numbers in seen if numbers is not None]
    return core.information_state(role, [move for move, _ in history], known)


def told_state(role: int, joint_moves: Sequence[Sequence[int]]) -> int:
    """What a role knows in a game without percepts, where every joint move is told."""
    return core.told_state(role, [list(joint_move) for joint_move in joint_moves])
