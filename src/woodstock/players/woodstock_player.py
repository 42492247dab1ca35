"""Our best player: the lane search, with what is left of the clock."""

from __future__ import annotations

import time

from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.machine import State
from woodstock.engine.report import Report
from woodstock.errors import WoodstockError
from woodstock.match.player import Seat, Turn
from woodstock.search import LaneSearch, Searcher
from woodstock.search.lane_search import MEMORY

MARGIN = 0.02
"""Seconds before a deadline at which an answer is on its way."""

NO_CLOCK = 1.0
"""Seconds to think about a move where there is no clock and no number of playouts is given."""


class WoodstockPlayer:
    """Searches from the state of each turn and keeps the tree from turn to turn.

    With `playouts` it makes so many for each move, whatever the clock allows, and always plays the same.
    """

    def __init__(
        self,
        *,
        playouts: int = 0,
        threads: int = 1,
        memory: int = MEMORY,
        c: float = 0.4,
        urgency: float = 1.2,
        lanes_per_leaf: int = 1,
        virtual_loss: int = 1,
        expand_at: int = 2,
        round_size: int = 128,
    ) -> None:
        self._playouts = playouts
        self._options = {
            "threads": threads,
            "memory": memory,
            "lanes_per_leaf": lanes_per_leaf,
            "virtual_loss": virtual_loss,
            "expand_at": expand_at,
            "round_size": round_size,
        }
        self._c = c
        self._urgency = urgency
        self._role = 0
        self._search: Searcher | None = None

    def start(self, seat: Seat) -> None:
        """Build the lanes, and think about the first position for as long as there is."""
        self._role = seat.role
        if seat.hidden:
            raise WoodstockError("this player needs to see the state of the game")
        if not isinstance(seat.machine, CircuitMachine):
            raise WoodstockError("this player needs a game that is compiled, and this one is interpreted")
        self._search = LaneSearch(seat.machine, seed=seat.seed, c=self._c, urgency=self._urgency, **self._options)
        if seat.start_deadline is not None and not self._playouts:
            self._think(self._search, seat.machine.initial(), seat.start_deadline)

    def choose(self, turn: Turn) -> int:
        """The best move of the search; at once where there is only one."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        if self._search is None or turn.state is None:
            raise WoodstockError("this player was not started")
        self._think(self._search, turn.state, turn.deadline)
        return self._search.report(self._role).best

    def report(self) -> Report:
        """What it thinks of the position it last searched."""
        if self._search is None:
            raise WoodstockError("this player was not started")
        return self._search.report(self._role)

    def stop(self) -> None:
        """Let go of the tree."""
        self._search = None

    def _think(self, search: Searcher, state: State, deadline: float | None) -> None:
        if self._playouts:
            search.search(state, playouts=self._playouts)
        else:
            left = NO_CLOCK if deadline is None else deadline - time.monotonic() - MARGIN
            search.search(state, seconds=max(left, 0.0))
