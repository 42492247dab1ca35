"""One game in progress, stepped by the actions of some roles; chance and all other roles move at random."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from woodstock.drawing import known_picture, picture
from woodstock.engine import Game, State
from woodstock.engine.turns import turns_of
from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.positions.game import load
from woodstock.referee.player import Turn
from woodstock.tensors import encoding_of

Past = tuple[tuple[int, tuple[str, ...]], ...]
"""What a role did and saw, step by step."""

_LONGEST_WAIT = 10_000
"""Steps that others make until a role is to move."""
_MOST_BEGUN = 1000
"""Games that are begun until a role is to move in one of them."""


class Table:
    """A game and its state, what every role did and saw, and who is to move."""

    def __init__(self, game: Game | str | Path, *, limit: int = 1000) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.encoding = encoding_of(self.game)
        self.turns = turns_of(self.game)
        self.limit = limit
        self.machine = self.game.machine()
        self.rng = random.Random(0)
        self.begin()

    def begin(self, seed: int | None = None) -> None:
        """Set up the initial state."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.pasts: list[list[tuple[int, list[str]]]] = [[] for _ in self.game.roles]
        self.joint_moves: list[tuple[int, ...]] = []
        self._set(self.machine.initial())

    def begin_for(
        self,
        roles: Collection[int],
        seed: int | None = None,
        answer: Callable[[int], int] | None = None,
        each: Callable[[], None] = lambda: None,
    ) -> None:
        """Set up the first decision of these roles. A game that chance, or whoever answers, ends before that is not
        theirs, and another one begins; `each` is called when one does."""
        for tried in range(_MOST_BEGUN):
            self.begin(None if tried else seed)
            each()
            self.advance(roles, answer)
            if not self.ended:
                return

    def _set(self, state: State) -> None:
        self.state = state
        self.over = self.machine.terminal(state)
        self.legal = [[] for _ in self.game.roles] if self.over else self.machine.legal(state)
        self.to_move: tuple[int, ...] = () if self.over else self.turns.to_move(self.legal)

    @property
    def truncated(self) -> bool:
        """Was the game cut off?"""
        return not self.over and len(self.joint_moves) >= self.limit

    @property
    def ended(self) -> bool:
        """Is there nothing more to do?"""
        return self.over or self.truncated

    def play(self, actions: Mapping[int, int]) -> None:
        """One step: these actions by role; the others move at random, or idly if they are not to move."""
        for role, action in actions.items():
            if action not in self.legal[role]:
                names = self.encoding.actions[role]
                name = names[action] if 0 <= action < len(names) else f"action {action}"
                raise IllegalMoveError(f"{name} is not legal for {self.game.roles[role]}")
        joint_move = tuple(
            actions[role] if role in actions else self.rng.choice(moves) for role, moves in enumerate(self.legal)
        )
        if self.game.sees:
            for role, seen in enumerate(self.machine.percepts(self.state, joint_move)):
                self.pasts[role].append((joint_move[role], seen))
        self.joint_moves.append(joint_move)
        self._set(self.machine.next(self.state, joint_move))

    def advance(self, roles: Collection[int], answer: Callable[[int], int] | None = None) -> None:
        """Let the others move until one of these roles is to move or the game ends. `answer` chooses for them."""
        for _ in range(_LONGEST_WAIT):
            if self.ended or any(role in roles for role in self.to_move):
                return
            self.play({role: answer(role) for role in self.to_move} if answer else {})
        raise WoodstockError(f"in {self.game.name} it takes too long until one of these roles is to move")

    def observation(self, role: int) -> NDArray[np.bool_]:
        """What a role observes."""
        return self.encoding.observation(role, self.state, self.pasts[role])

    def action_mask(self, role: int) -> NDArray[np.bool_]:
        """The legal actions of a role; none in a game that ended or was cut off."""
        return self.encoding.action_mask(() if self.ended else self.legal[role])

    def reward(self, role: int) -> float:
        """The goal of a role, from 0 to 1; 0 while the game goes on."""
        return (self.machine.goals(self.state)[role] or 0) / 100 if self.over else 0.0

    def turn(self, role: int, seconds: float | None = None) -> Turn:
        """What a player of this role knows before it chooses."""
        past = tuple((move, tuple(seen)) for move, seen in self.pasts[role])
        state = None if self.game.sees else self.state
        return turn_of(role, self.legal[role], self.joint_moves, past, state, seconds)

    def text(self, role: int | None = None) -> str:
        """The position as text; for a role of a game with percepts, what it knows of it."""
        if role is not None and self.game.sees:
            return known_picture(self.game, role, self.pasts[role]).text()
        return picture(self.game, self.state).text()


def turn_of(
    role: int,
    legal: Sequence[int],
    joint_moves: Sequence[tuple[int, ...]],
    past: Past,
    state: State | None,
    seconds: float | None,
) -> Turn:
    """What a player knows before it chooses. Where there are percepts, neither the state nor what others do."""
    last = joint_moves[-1] if joint_moves else None
    return Turn(
        step=len(joint_moves),
        legal=tuple(legal),
        state=state,
        last=None if state is None else last,
        own_last=last[role] if last else None,
        percepts=past[-1][1] if past else (),
        deadline=None if seconds is None else time.monotonic() + seconds,
        history=past,
    )
