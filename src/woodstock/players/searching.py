"""Players that search: each turn they grow a tree until shortly before the deadline and play its best move."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from typing import Protocol

from woodstock.beliefs import Belief
from woodstock.engine import CircuitMachine
from woodstock.errors import WoodstockError
from woodstock.players.watching import Watch
from woodstock.referee.player import Seat, Turn
from woodstock.report import Report
from woodstock.search import MEMORY, Determinised, Grave, InformationSearch, PlainUct, Ucb, Uct
from woodstock.search.determinised import Search

_WITHOUT_CLOCK = 1.0
"""Seconds for a move where there is neither a clock nor a budget."""


class BeliefSearch(Protocol):
    """What a player needs of a search in a game with percepts."""

    def search_belief(self, belief: Belief, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this belief until a limit is met."""
        ...

    def report(self, role: int) -> Report:
        """What a role is to think of the belief last searched from."""
        ...


class SearchPlayer:
    """Plays what a search thinks best.

    In a game with percepts it searches from what it believes: by `hidden`, or else by the search for states, over
    states drawn from the belief.
    With `playouts` it makes that many for each move, whatever the clock: the same seat always plays the same then.
    Otherwise it searches until a fiftieth of the time is left, or 5 ms if that is more (but no more than a fifth),
    also before the first move: deadlines are set early enough for the answer to be on its way.
    A game that is interpreted is searched by `PlainUct` in place of whatever was asked for.
    """

    def __init__(
        self,
        make: Callable[[Seat], Search],
        playouts: int | None,
        hidden: Callable[[Seat], BeliefSearch] | None = None,
    ) -> None:
        if playouts is not None and playouts < 1:
            raise WoodstockError("the option playouts must be at least 1")
        self._make = make
        self._make_hidden = hidden
        self._playouts = playouts
        self._search: Search | None = None
        self._belief_search: BeliefSearch | None = None
        self._watch: Watch | None = None
        self._making = 0.0
        self._role = 0
        self._report: Report | None = None

    def start(self, seat: Seat) -> None:
        """Build the search, and use the start clock to search from the first state."""
        self._role = seat.role
        self._report = None
        self._search = self._belief_search = self._watch = None
        if seat.hidden:
            self._watch = Watch(seat)
        self._set_up(seat)
        if self._playouts is None and seat.start_deadline is not None:
            self._think_ahead(seat)

    def _think_ahead(self, seat: Seat) -> None:
        """Search from where the match begins."""
        seconds = self._seconds(seat.start_deadline)
        if self._search:
            self._search.search(seat.machine.initial(), seconds=seconds)
        elif self._belief_search and self._watch:
            self._belief_search.search_belief(self._watch.belief, seconds=seconds)

    def _searching_states(self, seat: Seat) -> Search:
        if isinstance(seat.machine, CircuitMachine):
            return self._make(seat)
        return PlainUct(seat.machine, seed=seat.seed)

    def _searching_beliefs(self, seat: Seat) -> BeliefSearch:
        if self._make_hidden and isinstance(seat.machine, CircuitMachine):
            return self._make_hidden(seat)
        return Determinised(self._searching_states(seat), seat.role)

    def choose(self, turn: Turn) -> int:
        """The best move that can be found in time; at once where there is only one."""
        self._report = None
        if self._watch:
            self._watch.follow(turn)
        if len(turn.legal) == 1:
            return turn.legal[0]
        if self._watch and self._belief_search:
            seconds = self._seconds(turn.deadline)
            self._belief_search.search_belief(self._watch.belief, seconds=seconds, playouts=self._playouts)
            self._report = self._belief_search.report(self._role)
        elif self._search and turn.state is not None:
            self._search.search(turn.state, seconds=self._seconds(turn.deadline), playouts=self._playouts)
            self._report = self._search.report(self._role)
        return self._best(turn.legal)

    def _best(self, legal: tuple[int, ...]) -> int:
        """What the report thinks best, among the legal moves."""
        if self._report is None or self._report.best in legal:
            return self._report.best if self._report else legal[0]
        known = [move for move in self._report.moves if move.move in legal]
        return max(known, key=lambda move: (move.visits, move.value)).move if known else legal[0]

    def report(self) -> Report | None:
        """What was thought of the last position, if it was searched."""
        return self._report

    def stop(self) -> None:
        """Let the tree go."""
        self._search = self._belief_search = self._watch = None

    def _set_up(self, seat: Seat) -> None:
        """Make the search, and see how long that takes."""
        begun = time.monotonic()
        if seat.hidden:
            self._belief_search = self._searching_beliefs(seat)
        else:
            self._search = self._searching_states(seat)
        self._making = time.monotonic() - begun

    def _seconds(self, deadline: float | None) -> float | None:
        """How long to search; a budget of playouts is kept without a look at the clock."""
        if self._playouts is not None:
            return None
        if deadline is None:
            return _WITHOUT_CLOCK
        left = deadline - time.monotonic()
        return max(0.0, left - max(left / 50, min(0.005, left / 5)))


class UctPlayer(SearchPlayer):
    """Plays by UCT; in games with percepts over information sets, or with `hidden=samples` over sampled states."""

    def __init__(
        self,
        *,
        c: float = 0.4,
        threads: int = 1,
        memory: int = MEMORY,
        hidden: str = "sets",
        playouts: int | None = None,
    ) -> None:
        super().__init__(
            lambda seat: Uct(seat.machine, c=c, threads=threads, memory=memory, seed=seat.seed),
            playouts,
            _over_sets(hidden, lambda seat: InformationSearch(seat.machine, c=c, memory=memory, seed=seat.seed)),
        )


class GravePlayer(SearchPlayer):
    """Plays by GRAVE; in games with percepts over information sets, or with `hidden=samples` over sampled states."""

    def __init__(
        self,
        *,
        ref: int = 50,
        bias: float = 1e-5,
        threads: int = 1,
        memory: int = MEMORY,
        hidden: str = "sets",
        playouts: int | None = None,
    ) -> None:
        def over_sets(seat: Seat) -> BeliefSearch:
            return InformationSearch(seat.machine, grave=True, ref=ref, bias=bias, memory=memory, seed=seat.seed)

        super().__init__(
            lambda seat: Grave(seat.machine, ref=ref, bias=bias, threads=threads, memory=memory, seed=seat.seed),
            playouts,
            _over_sets(hidden, over_sets),
        )


def _over_sets(hidden: str, make: Callable[[Seat], BeliefSearch]) -> Callable[[Seat], BeliefSearch] | None:
    """The search over information sets, if the option `hidden` asks for it."""
    if hidden not in ("sets", "samples"):
        raise WoodstockError(f"the option hidden is sets or samples, not {hidden}")
    return make if hidden == "sets" else None


class UcbPlayer(SearchPlayer):
    """Plays by a flat bandit."""

    def __init__(self, *, c: float = sqrt(2), playouts: int | None = None) -> None:
        super().__init__(lambda seat: Ucb(seat.machine, c=c, seed=seat.seed), playouts)
