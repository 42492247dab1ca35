"""Exact play in small games, and in games for one player with percepts that can be solved in time."""

from __future__ import annotations

import time
from dataclasses import replace

from woodstock.beliefs import Belief
from woodstock.engine import Game
from woodstock.players.options import PLAYOUTS, of_search
from woodstock.players.searching import BeliefSearch, SearchPlayer
from woodstock.referee.player import Seat
from woodstock.report import Report
from woodstock.search import BeliefExpectimax, Minimax
from woodstock.search.determinised import Search

_SHARE = 0.25
"""The share of the time, or of the playouts, within which a belief must be solved."""

_SUCCESSORS = 1_000_000
"""The largest number of moves to expand."""


class MinimaxPlayer(SearchPlayer):
    """Plays exactly if the game is small enough, otherwise by what it has found. `playouts` counts expansions."""

    settings = (*of_search(Minimax), PLAYOUTS)

    def _over_states(self, seat: Seat) -> Search:
        return Minimax(seat.machine, **self._for(Minimax))

    def _over_beliefs(self, seat: Seat) -> BeliefSearch | None:
        return _exact(seat, self._options["nodes"])


class ExactFirst:
    """Tries to solve a belief, and uses another search if that takes too long."""

    def __init__(self, exact: BeliefExpectimax, other: BeliefSearch, role: int) -> None:
        self._exact = exact
        self._other = other
        self._role = role
        self._report: Report | None = None

    def search_belief(self, belief: Belief, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Solve the belief within a share of the limits, or else search from it in the rest."""
        self._report = None
        begun = time.monotonic()
        if belief.exact:
            self._exact.search_belief(
                belief,
                seconds=None if seconds is None else _SHARE * seconds,
                playouts=None if playouts is None else max(1, int(_SHARE * playouts)),
            )
            found = self._exact.report(self._role)
            self._report = replace(found, note="solved exactly, over beliefs") if found.proved else None
        if self._report is None:
            left = None if seconds is None else max(0.0, seconds - (time.monotonic() - begun))
            self._other.search_belief(belief, seconds=left, playouts=playouts)

    def report(self, role: int) -> Report:
        """The exact report if there is one, otherwise that of the other search."""
        return self._report or self._other.report(role)


def exact_first(seat: Seat, other: BeliefSearch) -> BeliefSearch:
    """The search, preceded by an attempt at exact play if the game has a single player."""
    exact = _exact(seat, _SUCCESSORS)
    return ExactFirst(exact, other, seat.role) if exact else other


def _exact(seat: Seat, successors: int) -> BeliefExpectimax | None:
    """Exact play over beliefs, if the game has a single player."""
    alone = len(seat.machine.roles) - (seat.machine.chance is not None) == 1
    if alone and isinstance(seat.game, Game):
        return BeliefExpectimax(seat.game, successors=successors)
    return None
