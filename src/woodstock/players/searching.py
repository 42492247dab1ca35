"""Players that search: each turn they grow a tree until shortly before the deadline and play its best move."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from typing import Protocol

from woodstock.engine import CircuitMachine, State
from woodstock.engine.report import Report
from woodstock.errors import WoodstockError
from woodstock.match.player import Seat, Turn
from woodstock.search import MEMORY, Grave, Minimax, PlainUct, Ucb, Uct

_WITHOUT_CLOCK = 1.0
"""Seconds for a move where there is neither a clock nor a budget."""


class Search(Protocol):
    """What a player needs of a search."""

    def search(self, state: State, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this state until a limit is met."""
        ...

    def report(self, role: int) -> Report:
        """What a role is to think of the state last searched from."""
        ...


class SearchPlayer:
    """Plays what a search thinks best. Games with percepts are refused: these searches need to know the state.

    With `playouts` it makes that many for each move, whatever the clock: the same seat always plays the same then.
    Otherwise it searches until a fiftieth of the time is left, or 5 ms if that is more (but no more than a fifth),
    also before the first move: deadlines are set early enough for the answer to be on its way.
    A game that is interpreted is searched by `PlainUct` in place of whatever was asked for.
    """

    def __init__(self, make: Callable[[Seat], Search], playouts: int | None) -> None:
        if playouts is not None and playouts < 1:
            raise WoodstockError("the option playouts must be at least 1")
        self._make = make
        self._playouts = playouts
        self._search: Search | None = None
        self._making = 0.0
        self._role = 0
        self._report: Report | None = None

    def start(self, seat: Seat) -> None:
        """Build the search, and use the start clock to search from the first state."""
        if seat.hidden:
            raise WoodstockError("this player needs to see the state; the game hides it behind percepts")
        self._role = seat.role
        self._report = None
        search = self._set_up(seat)
        if self._playouts is None and seat.start_deadline is not None:
            search.search(seat.machine.initial(), seconds=self._seconds(seat.start_deadline))

    def choose(self, turn: Turn) -> int:
        """The best move that can be found in time; at once where there is only one."""
        self._report = None
        if len(turn.legal) == 1 or self._search is None or turn.state is None:
            return turn.legal[0]
        self._search.search(turn.state, seconds=self._seconds(turn.deadline), playouts=self._playouts)
        self._report = self._search.report(self._role)
        return self._report.best if self._report.best in turn.legal else turn.legal[0]

    def report(self) -> Report | None:
        """What was thought of the last position, if it was searched."""
        return self._report

    def stop(self) -> None:
        """Let the tree go."""
        self._search = None

    def _set_up(self, seat: Seat) -> Search:
        """Make the search, and see how long that takes."""
        begun = time.monotonic()
        compiled = isinstance(seat.machine, CircuitMachine)
        self._search = self._make(seat) if compiled else PlainUct(seat.machine, seed=seat.seed)
        self._making = time.monotonic() - begun
        return self._search

    def _seconds(self, deadline: float | None) -> float | None:
        """How long to search; a budget of playouts is kept without a look at the clock."""
        if self._playouts is not None:
            return None
        if deadline is None:
            return _WITHOUT_CLOCK
        left = deadline - time.monotonic()
        return max(0.0, left - max(left / 50, min(0.005, left / 5)))


class UctPlayer(SearchPlayer):
    """Plays by UCT."""

    def __init__(self, *, c: float = 0.4, threads: int = 1, memory: int = MEMORY, playouts: int | None = None) -> None:
        super().__init__(lambda seat: Uct(seat.machine, c=c, threads=threads, memory=memory, seed=seat.seed), playouts)


class GravePlayer(SearchPlayer):
    """Plays by GRAVE."""

    def __init__(
        self,
        *,
        ref: int = 50,
        bias: float = 1e-5,
        threads: int = 1,
        memory: int = MEMORY,
        playouts: int | None = None,
    ) -> None:
        super().__init__(
            lambda seat: Grave(seat.machine, ref=ref, bias=bias, threads=threads, memory=memory, seed=seat.seed),
            playouts,
        )


class UcbPlayer(SearchPlayer):
    """Plays by a flat bandit."""

    def __init__(self, *, c: float = sqrt(2), playouts: int | None = None) -> None:
        super().__init__(lambda seat: Ucb(seat.machine, c=c, seed=seat.seed), playouts)


class MinimaxPlayer(SearchPlayer):
    """Plays exactly where the game is small enough, else by what it got to know. `playouts` counts expansions."""

    def __init__(self, *, nodes: int = 1_000_000, playouts: int | None = None) -> None:
        super().__init__(lambda seat: Minimax(seat.machine, nodes=nodes), playouts)
