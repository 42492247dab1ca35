"""What a player knows of a match from the messages it gets: the state in GDL, states that are possible in GDL-II."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from woodstock.beliefs import Options, belief_of
from woodstock.engine import Game
from woodstock.engine.machine import Machine, State
from woodstock.errors import WoodstockError
from woodstock.kif.terms import place_of
from woodstock.protocol.messages import News
from woodstock.referee.playable import Playable
from woodstock.referee.player import Turn


class Complete:
    """A game without percepts: every joint move is told, so the state is known."""

    def __init__(self, game: Playable, role: int) -> None:
        self._machine = game.machine()
        self._role = role
        self._state = self._machine.initial()
        self._steps = 0
        self._last: tuple[int, ...] | None = None
        self._told: tuple[str, ...] = ()

    def follow(self, news: News, own: str | None, deadline: float) -> bool:  # noqa: ARG002
        """Make the joint move that was told, if it is legal. `own` is the move that was answered last. Says whether a
        step was made: a message that comes twice, or that does not fit, changes nothing."""
        if news.told is None or self._machine.terminal(self._state):
            return False
        joint_move = joint_move_of(self._machine, self._state, news.told)
        # The last message once more: its moves may be legal again, but not both the same and not answered.
        again = news.told == self._told and own is not None and news.told[self._role].lower() != own.lower()
        if joint_move is None or again:
            return False
        self._told = news.told
        self._state = self._machine.next(self._state, joint_move)
        self._last = joint_move
        self._steps += 1
        return True

    def legal(self) -> tuple[int, ...]:
        """The legal moves of the own role; none where the game is over."""
        return () if self._machine.terminal(self._state) else tuple(self._machine.legal(self._state)[self._role])

    def turn(self, deadline: float | None, *, shown: bool) -> Turn:  # noqa: ARG002
        """What the player is told: all there is to know."""
        own = self._last[self._role] if self._last else None
        return Turn(self._steps, self.legal(), self._state, self._last, own, (), deadline)


class Guessed:
    """A game with percepts: the state is one of those that fit the own moves and what was seen."""

    def __init__(self, game: Playable, role: int, seed: int) -> None:
        self._machine = game.machine()
        self._role = role
        self._belief = belief_of(game if isinstance(game, Game) else self._machine, role, Options(seed=seed))
        self._history: list[tuple[int, tuple[str, ...]]] = []

    def follow(self, news: News, own: str | None, deadline: float) -> bool:
        """Take in the own move and what was seen after it. The same turn again changes nothing; of turns that were
        missed nothing is known but that they were made."""
        steps = 1 if news.turn is None else news.turn - len(self._history)
        if news.told is None or steps < 1:
            return False
        for _ in range(min(steps - 1, _MISSED)):
            self._step(None, None, deadline)
        return self._step(news.move or own, news.told, deadline)

    def _step(self, name: str | None, told: tuple[str, ...] | None, deadline: float) -> bool:
        legal = self.legal()
        move = None if name is None else _found(self._machine, self._role, legal, name)
        if move is None and legal:
            move = legal[0]
        if move is None:
            return False
        if told is not None and self._belief.observe(move, told, deadline):
            self._history.append((move, told))
            return True
        # Some managers send all moves in every game: a list that is not a percept may be a joint move.
        for state in self._belief.states if told is not None else ():
            if (joint_move := joint_move_of(self._machine, state, told or ())) is not None:
                self._belief.know(self._machine.next(state, joint_move))
                seen = self._machine.percepts(state, joint_move)[self._role]
                self._history.append((joint_move[self._role], tuple(seen)))
                return True
        self._belief.postpone(move, told)
        self._history.append((move, told or ()))
        return True

    def legal(self) -> tuple[int, ...]:
        """The moves that are legal in every state that is possible."""
        return self._belief.legal()

    def turn(self, deadline: float | None, *, shown: bool) -> Turn:
        """The own moves and percepts, and, if it is to be shown, one of the states that are possible."""
        own, seen = self._history[-1] if self._history else (None, ())
        state = self._belief.sample(1)[0] if shown else None
        return Turn(len(self._history), self.legal(), state, None, own, seen, deadline, tuple(self._history))


Knowledge: TypeAlias = Complete | Guessed
"""Follows a match. Whatever the messages say, there is always a state to continue from."""


def knowledge_of(game: Playable, role: int, seed: int) -> Knowledge:
    """The knowledge with which a match of this game begins."""
    return Guessed(game, role, seed) if game.sees else Complete(game, role)


_MISSED = 1000
"""Missed turns that are made up for; no match is that long."""


def joint_move_of(machine: Machine, state: State, names: Sequence[str]) -> tuple[int, ...] | None:
    """The legal joint move with these names, in any case; `None` where there is none."""
    legal = machine.legal(state)
    if len(names) != len(legal):
        return None
    joint_move: list[int] = []
    for role, (own, name) in enumerate(zip(legal, names, strict=True)):
        move = _found(machine, role, own, name)
        if move is None:
            return None
        joint_move.append(move)
    return tuple(joint_move)


def _found(machine: Machine, role: int, legal: Sequence[int], name: str) -> int | None:
    """The legal move with this name, exactly or else without regard to case."""
    try:
        move = machine.move_number(role, name)
    except WoodstockError:
        move = None
    if move in legal:
        return move
    place = place_of(name, [machine.move_name(role, move) for move in legal])
    return None if place is None else legal[place]
