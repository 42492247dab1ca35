"""Players that search: each turn they grow a tree until shortly before the deadline and play its best move."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import ClassVar, Protocol

from woodstock.beliefs import Belief
from woodstock.engine.machine import State
from woodstock.players.options import HIDDEN, PLAYOUTS, of_search, share
from woodstock.players.symmetries import SymmetryFinder, SymmetrySource
from woodstock.players.watching import Watch
from woodstock.referee.player import Seat, Turn
from woodstock.report import Report
from woodstock.search import Determinised, Grave, InformationSearch, Ucb, Uct
from woodstock.search.determinised import Search
from woodstock.settings import Adjustable, Option, read_settings
from woodstock.symmetry import By, SymmetryGroup

_WITHOUT_CLOCK = 1.0
"""Seconds for a move if there is neither a clock nor a budget."""

_PRUDENCE = 5.0
"""A search is rebuilt during a match only if this many times the time of building it is left."""


class BeliefSearch(Protocol):
    """What a player needs from a search in a game with percepts."""

    def search_belief(self, belief: Belief, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this belief until a limit is reached."""
        ...

    def report(self, role: int) -> Report:
        """The report for a role on the belief that was last searched."""
        ...


class SearchPlayer(Adjustable, ABC):
    """Plays what a search thinks best.

    In a game with percepts it searches from its belief: over states drawn from the belief, unless there is a search
    for beliefs. With `playouts` it makes that many for each move, whatever the clock, and the same seat always plays
    the same. Otherwise it searches until a fiftieth of the time is left, or 5 ms if that is more (but no more than a
    fifth), also before the first move: deadlines already leave time to deliver the answer.
    With a `share` of the clock for finding symmetries it searches up to symmetry, and restarts when it finds some.
    """

    _graphs: ClassVar[tuple[By, ...]] = ("rules",)
    """The graphs in which to look for symmetries."""

    def __init__(self, **options: Option) -> None:
        self._options = read_settings(self.settings, options)
        self._playouts: int | None = self._options["playouts"]
        share = self._options.get("share", 0.0)
        self._symmetries = SymmetryFinder(share, self._graphs) if share > 0.0 else SymmetrySource()
        self._search: Search | None = None
        self._belief_search: BeliefSearch | None = None
        self._watch: Watch | None = None
        self._seat: Seat | None = None
        self._news = False  # has something been found that the search does not use yet?
        self._making = 0.0
        self._role = 0
        self._note = ""
        self._report: Report | None = None

    @abstractmethod
    def _over_states(self, seat: Seat) -> Search:
        """The search for states."""

    def _over_beliefs(self, seat: Seat) -> BeliefSearch | None:  # noqa: ARG002
        """The search for beliefs; without one, states are drawn from the belief."""
        return None

    def _symmetric(self, seat: Seat) -> bool:
        """Can the search use symmetries? A search over information sets cannot."""
        return not seat.hidden or type(self)._over_beliefs is SearchPlayer._over_beliefs

    def _for(self, search: type[Adjustable]) -> dict[str, Option]:
        """The options that are settings of a search."""
        known = {setting.name for setting in search.settings}
        return {name: value for name, value in self._options.items() if name in known}

    def _group(self) -> SymmetryGroup | None:
        """The symmetries that are known, as searches take them."""
        return self._symmetries.found.group() if self._symmetries.found else None

    def start(self, seat: Seat) -> None:
        """Build the search, and use the start clock to search from the first state."""
        self._role, self._seat, self._news = seat.role, seat, False
        self._report = None
        self._search = self._belief_search = self._watch = None
        if self._symmetric(seat):
            self._symmetries.begin(seat, counted=self._playouts is not None)
        if seat.hidden:
            self._watch = Watch(seat)
        self._set_up(seat)
        if self._playouts is None and seat.start_deadline is not None:
            self._think_ahead(seat)

    def _think_ahead(self, seat: Seat) -> None:
        """Search from the initial state."""
        seconds = self._seconds(seat.start_deadline)
        if self._search:
            self._think(self._search, seat.machine.initial(), seconds)
        elif self._belief_search and self._watch:
            self._belief_search.search_belief(self._watch.belief, seconds=seconds)

    def choose(self, turn: Turn) -> int:
        """The best move that can be found in time; immediately if only one is legal."""
        self._report = None
        self._look_for_symmetries(turn)
        if self._watch:
            self._watch.follow(turn)
        if len(turn.legal) == 1:
            return turn.legal[0]
        if self._watch and self._belief_search:
            seconds = self._seconds(turn.deadline)
            self._belief_search.search_belief(self._watch.belief, seconds=seconds, playouts=self._playouts)
            self._report = self._belief_search.report(self._role)
        elif self._search and turn.state is not None:
            self._think(self._search, turn.state, self._seconds(turn.deadline))
            self._report = self._search.report(self._role)
        return self._best(turn.legal)

    def _think(self, search: Search, state: State, seconds: float | None) -> None:
        """Search from a state for these seconds, or for the budget of playouts."""
        search.search(state, seconds=seconds, playouts=self._playouts)

    def _look_for_symmetries(self, turn: Turn) -> None:
        """Spend a share of the time on finding symmetries, until some are found, then rebuild the search with them."""
        if len(turn.legal) == 1 or self._seat is None:
            return
        self._news = self._symmetries.look(self._seconds(turn.deadline) or 0.0) or self._news
        if self._news and (turn.deadline is None or turn.deadline - time.monotonic() > _PRUDENCE * self._making):
            self._set_up(self._seat)
            self._news = False

    def _best(self, legal: tuple[int, ...]) -> int:
        """The best legal move according to the report."""
        if self._report is None or self._report.best in legal:
            return self._report.best if self._report else legal[0]
        known = [move for move in self._report.moves if move.move in legal]
        return max(known, key=lambda move: (move.visits, move.value)).move if known else legal[0]

    def report(self) -> Report | None:
        """The report on the last position, if it was searched, with further notes."""
        if self._report is None:
            return None
        notes = filter(None, (self._report.note, self._note, self._symmetries.note, self._further_note))
        return replace(self._report, note="; ".join(notes))

    @property
    def _further_note(self) -> str:
        """Anything to add about the last search."""
        return ""

    def stop(self) -> None:
        """Release the tree, and end the process that looks for symmetries."""
        self._symmetries.close()
        self._search = self._belief_search = self._watch = None

    def _set_up(self, seat: Seat) -> None:
        """Build the search, and measure how long that takes."""
        begun = time.monotonic()
        if seat.hidden:
            self._belief_search = self._over_beliefs(seat) or Determinised(self._over_states(seat), seat.role)
        else:
            self._search = self._over_states(seat)
        self._making = time.monotonic() - begun

    def _seconds(self, deadline: float | None) -> float | None:
        """How long to search; with a budget of playouts the clock is ignored."""
        if self._playouts is not None:
            return None
        if deadline is None:
            return _WITHOUT_CLOCK
        left = deadline - time.monotonic()
        return max(0.0, left - max(left / 50, min(0.005, left / 5)))


class UctPlayer(SearchPlayer):
    """Plays by UCT; in games with percepts over information sets, or with `hidden=samples` over sampled states."""

    settings = (*of_search(Uct), HIDDEN, PLAYOUTS)

    def _over_states(self, seat: Seat) -> Search:
        return Uct(seat.machine, symmetries=self._group(), seed=seat.seed, **self._for(Uct))

    def _over_beliefs(self, seat: Seat) -> BeliefSearch | None:
        if self._options["hidden"] == "samples":
            return None
        return InformationSearch(seat.machine, hidden=True, lanes=None, seed=seat.seed, **self._for(InformationSearch))


class GravePlayer(SearchPlayer):
    """Plays by GRAVE; in games with percepts over information sets, or with `hidden=samples` over sampled states."""

    settings = (*of_search(Grave), HIDDEN, PLAYOUTS)

    def _over_states(self, seat: Seat) -> Search:
        return Grave(seat.machine, symmetries=self._group(), seed=seat.seed, **self._for(Grave))

    def _over_beliefs(self, seat: Seat) -> BeliefSearch | None:
        if self._options["hidden"] == "samples":
            return None
        return InformationSearch(
            seat.machine, hidden=True, lanes=None, grave=True, seed=seat.seed, **self._for(InformationSearch)
        )


class UctSymPlayer(SearchPlayer):
    """Plays by UCT up to symmetry (paper 001, which gives symmetries a fifth of the clock)."""

    settings = (*of_search(Uct), share(0.2), PLAYOUTS)
    _over_states = UctPlayer._over_states


class GraveSymPlayer(SearchPlayer):
    """Plays by GRAVE up to symmetry (paper 001, which gives symmetries a quarter of the clock)."""

    settings = (*of_search(Grave), share(0.25), PLAYOUTS)
    _over_states = GravePlayer._over_states


class UcbPlayer(SearchPlayer):
    """Plays by a flat bandit."""

    settings = (*of_search(Ucb), PLAYOUTS)

    def _over_states(self, seat: Seat) -> Search:
        return Ucb(seat.machine, seed=seat.seed, **self._for(Ucb))
