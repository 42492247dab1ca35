"""Which role is to move. In GDL every role moves in every state; a role that waits makes an idle move (`noop`)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from woodstock.engine.game import Game
from woodstock.errors import BrokenGameError, WoodstockError

NOTHING = -1
"""The idle move of a role that never waits."""

_IDLE = ("noop", "(noop)")
_GAMES = 8
_STEPS = 120
"""Random games, and steps of each, in which to look for idle moves without the usual name. Interpreted games are slow,
so one random game has to suffice."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The idle move of each role, and whether several players ever move at the same time."""

    idle: tuple[int, ...]
    together: bool
    players: tuple[int, ...]
    """The roles except `random`."""

    def busy(self, legal: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The roles, `random` among them, that have a legal move other than their idle one."""
        return tuple(role for role, moves in enumerate(legal) if any(move != self.idle[role] for move in moves))

    def to_move(self, legal: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The players to move: those that have a legal move other than their idle one.

        >>> import woodstock as ws
        >>> machine = ws.load("tic_tac_toe").machine()
        >>> turns_of(ws.load("tic_tac_toe")).to_move(machine.legal(machine.initial()))
        (0,)
        """
        return tuple(role for role in self.busy(legal) if role in self.players)


@lru_cache(maxsize=64)
def turns_of(game: Game) -> Turns:
    """The turns of a game. A role's idle move is called `noop`, or it is the only move that the role has while others
    choose, and never one of several: a few random games show which."""
    players = tuple(role for role in range(len(game.roles)) if role != game.chance)
    met = _met(game)
    idle = tuple(_idle(game, role, met) for role in range(len(game.roles)))
    turns = Turns(idle, False, players)
    return Turns(idle, any(len(turns.to_move(legal)) > 1 for legal in met), players)


def player_of(game: Game, role: str) -> int:
    """The number of the player with this role name.

    >>> import woodstock as ws
    >>> player_of(ws.load("tic_tac_toe"), "o")
    1
    """
    if role not in game.roles or role == "random":
        known = ", ".join(name for name in game.roles if name != "random")
        raise WoodstockError(f"{game.name} has no player {role}; it has {known}")
    return game.roles.index(role)


def _met(game: Game) -> list[list[list[int]]]:
    """The legal moves in states of random games."""
    machine, rng = game.machine(), random.Random(0)
    found: list[list[list[int]]] = []
    for _ in range(_GAMES if game.circuit else 1):
        state = machine.initial()
        for _ in range(_STEPS):
            if machine.terminal(state):
                break
            try:
                legal = machine.legal(state)
            except BrokenGameError:  # anyone who reaches this state gets the error
                break
            found.append(legal)
            state = machine.next(state, [rng.choice(moves) for moves in legal])
    return found


def _idle(game: Game, role: int, met: Sequence[Sequence[Sequence[int]]]) -> int:
    named = next((number for number, name in _names(game, role, met) if name.lower() in _IDLE), None)
    if named is not None:
        return named
    waiting = Counter(
        legal[role][0]
        for legal in met
        if len(legal[role]) == 1 and any(len(moves) > 1 for other, moves in enumerate(legal) if other != role)
    )
    beside = {move for legal in met if len(legal[role]) > 1 for move in legal[role]}
    return next((move for move, _ in waiting.most_common() if move not in beside), NOTHING)


def _names(game: Game, role: int, met: Sequence[Sequence[Sequence[int]]]) -> list[tuple[int, str]]:
    """The moves of a role by number; in an interpreted game, those that were met."""
    if game.circuit:
        return list(enumerate(game.circuit.moves[role]))
    machine = game.machine()
    return [(move, machine.move_name(role, move)) for move in sorted({move for legal in met for move in legal[role]})]
