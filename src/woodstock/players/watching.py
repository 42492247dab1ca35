"""The belief on which a player in a game with percepts acts, updated turn by turn."""

from __future__ import annotations

import time
from typing import Final

from woodstock.beliefs import Belief, Options, belief_of
from woodstock.engine import Game
from woodstock.referee.player import Seat, Turn

KEPT: Final = {"exact": 5_000, "particles": 1_000, "tries": 40_000, "recall": True}
"""How much a player keeps: as much as it can update within a short clock."""

_SHARE = 0.4
"""The largest share of a turn's time for updating the belief."""


class Watch:
    """Follows a match by the player's own moves, percepts and the legal moves that it is given, and nothing else."""

    def __init__(self, seat: Seat) -> None:
        game = seat.game if isinstance(seat.game, Game) else seat.machine
        self.belief: Belief = belief_of(game, seat.role, Options(seed=seat.seed, **KEPT))
        self._followed = 0

    def follow(self, turn: Turn) -> None:
        """Take in what happened since the last turn.

        If no state that fits the percepts is found in time, the update is postponed. Until then the belief holds states
        that the game can at least reach in that number of steps.
        """
        for move, seen in turn.history[self._followed :]:
            self._followed += 1
            legal = turn.legal if self._followed == turn.step else None
            deadline = None
            if turn.deadline is not None:
                now = time.monotonic()
                deadline = now + _SHARE * max(0.0, turn.deadline - now)
            if not self.belief.observe(move, seen, deadline, legal=legal):
                self.belief.postpone(move, seen, legal=legal)
