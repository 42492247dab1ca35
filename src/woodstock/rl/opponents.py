"""The opponents of an environment: random moves, a policy, or one of our players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.engine import Game
from woodstock.players import parse
from woodstock.referee.player import Player, Seat
from woodstock.rl.table import Table

Chooser = Callable[[NDArray[np.bool_], NDArray[np.bool_]], Any]
"""From an observation and an action mask to an action."""
Opponent = str | Chooser


class Opponents:
    """Chooses for all roles but one: `random`, the name of a player such as `uct`, or a function."""

    def __init__(self, table: Table, opponent: Opponent, seconds: float) -> None:
        self._table = table
        self._opponent = opponent
        self._seconds = seconds
        self._players: dict[int, Player] = {}

    @property
    def answer(self) -> Callable[[int], int] | None:
        """The choice for a role that is to move; None where any legal one will do."""
        if self._opponent == "random":
            return None
        return self._ask if isinstance(self._opponent, str) else self._call

    def begin(self, seed: int) -> None:
        """A new game: players start again when they are first asked."""
        self.close()
        self._seed = seed

    def close(self) -> None:
        """Let go of the players."""
        for player in self._players.values():
            player.stop()
        self._players = {}

    def _call(self, role: int) -> int:
        assert not isinstance(self._opponent, str)
        return int(self._opponent(self._table.observation(role), self._table.action_mask(role)))

    def _ask(self, role: int) -> int:
        if role not in self._players:
            self._players[role] = seated(self._table.game, str(self._opponent), role, self._seed, self._seconds)
        return self._players[role].choose(self._table.turn(role, self._seconds))


def seated(game: Game, spec: str, role: int, seed: int, seconds: float) -> Player:
    """The player that a text such as `uct:playouts=100` names, ready for this role."""
    wanted = parse(spec)
    player = wanted.maker(**wanted.options)
    player.start(Seat(game, game.machine(), role, seed, game.sees, None, seconds))
    return player
