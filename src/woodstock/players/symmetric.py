"""Players that search up to symmetry: UCT-SYM, GRAVE-SYM and MAC-UCB-SYM (papers 001 and 002).

A part of the clock is for finding symmetries, as in paper 001, section 5: of the start clock, and where nothing was
found in that, of each play clock until it is. What is not needed of it goes to the search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from woodstock.engine import CircuitMachine, Game
from woodstock.errors import WoodstockError
from woodstock.players.searching import BeliefSearch, SearchPlayer
from woodstock.players.solving import StagePlayer
from woodstock.referee.player import Seat, Turn
from woodstock.report import Report
from woodstock.search import MEMORY, Grave, Uct
from woodstock.search.determinised import Search
from woodstock.symmetry import By, Detection, Symmetries

_PATIENCE = 60.0
"""Seconds for finding symmetries where playouts are counted and there is no clock: a seat plays the same then."""
_WITHOUT_SEARCH = 0.8
"""The part of the start clock for it where playouts are counted, so that nothing is searched meanwhile."""

_PRUDENCE = 5.0
"""How many times as much time as making a search takes must be left to make it anew in the middle of a match."""


class SymmetryFinder:
    """Looks for the symmetries of a seat's game, a part of each clock at a time."""

    def __init__(self, share: float, by: Sequence[By]) -> None:
        if not 0.0 <= share < 1.0:
            raise WoodstockError(f"the share of the clock for symmetries is at least 0 and less than 1, not {share}")
        self._share = share
        self._by = by
        self._detection: Detection | None = None
        self._begun = False
        self.found: Symmetries | None = None

    def begin(self, seat: Seat) -> None:
        """Start to look, if the game is one that has a graph."""
        self.close()
        self.found = None
        if self._share > 0.0 and isinstance(seat.game, Game) and isinstance(seat.machine, CircuitMachine):
            # The network of a stage knows nothing of percepts: there only the rules tell.
            self._detection = Detection(seat.game, ("rules",) if seat.hidden else self._by)
            self._begun = True

    @property
    def share(self) -> float:
        """The part of each clock that is for symmetries."""
        return self._share

    def look(self, seconds: float) -> bool:
        """Go on for so long. Has anything been found that is worth beginning anew?"""
        if self._detection is None:
            return False
        now = time.monotonic()
        latest = self._detection.best(now)  # of the cache
        if _size(latest) <= 1:
            latest = self._detection.best(now + seconds)
        if self._detection.finished or _size(latest) > 1:
            self.close()  # another graph seldom tells more: that is not worth a part of each clock
        if latest is None or _size(latest) <= _size(self.found):
            return False
        self.found = latest
        return _size(latest) > 1

    def close(self) -> None:
        """Look no longer."""
        if self._detection is not None:
            self._detection.close()
        self._detection = None

    @property
    def note(self) -> str:
        """What was found, in words."""
        if self.found is None:
            return "no symmetries were found in time" if self._begun else ""
        if _size(self.found) <= 1:
            return "no symmetries but the identity"
        where = f"found in the graph of the {self.found.graph} in {self.found.seconds:.2g} s"
        return f"{_size(self.found)} symmetries, {where}"


def _size(found: Symmetries | None) -> int:
    """How many elements there are for a search."""
    return 0 if found is None or found.elements is None else len(found.elements)


class _Symmetric(SearchPlayer):
    """What the players share: they look for symmetries first, and begin anew when there are some."""

    _finder: SymmetryFinder
    _seat: Seat | None = None
    _news = False
    """Has something been found that the search does not know of yet?"""
    _tells = True
    """Do reports say which symmetries there were?"""
    _over_beliefs = False
    """Does the search from beliefs have a use for them?"""

    def start(self, seat: Seat) -> None:
        """Look for symmetries in a part of the start clock, and search in the rest."""
        self._seat, self._news = seat, False
        if self._over_beliefs or not (seat.hidden and self._make_hidden):
            self._finder.begin(seat)
        left = None if seat.start_deadline is None else seat.start_deadline - time.monotonic()
        if self._playouts is None:
            self._finder.look(self._finder.share * (left or 0.0))
        else:
            self._finder.look(_PATIENCE if left is None else _WITHOUT_SEARCH * left)
            self._finder.close()
        super().start(seat)

    def choose(self, turn: Turn) -> int:
        """The best move; where symmetries are not found yet, a part of the time is for that."""
        if len(turn.legal) > 1 and self._seat is not None:
            self._news = self._finder.look(self._finder.share * (self._seconds(turn.deadline) or 0.0)) or self._news
            if self._news and self._has_time(turn.deadline):
                self._set_up(self._seat)
                self._news = False
        return super().choose(turn)

    def _has_time(self, deadline: float | None) -> bool:
        """Can the search be made anew, with most of the time left for searching?"""
        return deadline is None or deadline - time.monotonic() > _PRUDENCE * self._making

    def report(self) -> Report | None:
        """What was thought of the last position, and what symmetries there were."""
        report = super().report()
        if report is None or not self._tells:
            return report
        return replace(report, note="; ".join(filter(None, (report.note, self._finder.note))))

    def stop(self) -> None:
        """Let the tree go, and end the process that looks for symmetries."""
        self._finder.close()
        super().stop()


class TreePlayer(_Symmetric):
    """One whose search is made for a seat and the symmetries found so far, of the rules."""

    def __init__(
        self,
        make: Callable[[Seat, Symmetries | None], Search],
        share: float,
        playouts: int | None,
        hidden: Callable[[Seat], BeliefSearch] | None = None,
    ) -> None:
        self._finder = SymmetryFinder(share, ("rules",))
        super().__init__(lambda seat: make(seat, self._finder.found), playouts, hidden)


class UctSymPlayer(TreePlayer):
    """Plays by UCT up to symmetry. `share` is the part of the clock for finding symmetries (paper 001: a fifth)."""

    def __init__(
        self,
        *,
        c: float = 0.4,
        share: float = 0.2,
        threads: int = 1,
        memory: int = MEMORY,
        playouts: int | None = None,
    ) -> None:
        def make(seat: Seat, found: Symmetries | None) -> Uct:
            group = found.group() if found else None
            return Uct(seat.machine, c=c, threads=threads, memory=memory, seed=seat.seed, symmetries=group)

        super().__init__(make, share, playouts)


class GraveSymPlayer(TreePlayer):
    """Plays by GRAVE up to symmetry. `share` is the part of the clock for symmetries (paper 001: a quarter)."""

    def __init__(
        self,
        *,
        ref: int = 50,
        bias: float = 1e-5,
        share: float = 0.25,
        threads: int = 1,
        memory: int = MEMORY,
        playouts: int | None = None,
    ) -> None:
        def make(seat: Seat, found: Symmetries | None) -> Grave:
            group = found.group() if found else None
            return Grave(
                seat.machine, ref=ref, bias=bias, threads=threads, memory=memory, seed=seat.seed, symmetries=group
            )

        super().__init__(make, share, playouts)


class MacUcbSymPlayer(_Symmetric, StagePlayer):
    """Plays by MAC-UCB up to symmetry, found in the graph of the rules and then in that of the network.

    `share` of the clock is for symmetries, and `solving` of the rest for solving: 0.25 and 0.45 / 0.75 in paper 001,
    0.25 and 0.5 / 0.75 in paper 002.
    """

    _over_beliefs = True

    def __init__(
        self,
        *,
        solving: float = 0.6,
        share: float = 0.25,
        simulations: int = 10_000,
        horizon: int = 200,
        threads: int = 1,
        memory: int = MEMORY,
        circuit: bool = False,
        playouts: int | None = None,
    ) -> None:
        self._finder = SymmetryFinder(share, ("rules", "constraints"))
        StagePlayer.__init__(
            self, "circuit" if circuit else "mac", solving, simulations, horizon, threads, memory, playouts
        )

    def _symmetries(self) -> Symmetries | None:
        return self._finder.found
