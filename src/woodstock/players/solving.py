"""MAC-UCB and FC-UCB as players."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from woodstock.engine import Game
from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.network.encoding.mutex_groups import MutexGroup
from woodstock.players.options import CIRCUIT, KNOWLEDGE, PLAYOUTS, of_search, share
from woodstock.players.searching import SearchPlayer
from woodstock.players.symmetries import StageComparison
from woodstock.players.trying import Knowledge
from woodstock.referee.player import Seat
from woodstock.search.determinised import Search
from woodstock.search.mac_ucb import BeliefMacUcb, By, MacUcb
from woodstock.settings import Option
from woodstock.symmetry import Symmetries, SymmetryGroup

_NETWORK_SHARE = 0.8
"""The share of the start clock within which the network must be ready; the rest is for the first search."""
_PARTS = 3
"""Parts of a search, between which stages are compared."""
_TO_BEGIN = 0.1
"""The shortest share, in seconds, that is enough to begin comparing stages: starting a process takes part of it."""


class StagePlayer(SearchPlayer):
    """Plays by solving stages: by the network, or by the circuit, which finds the same.

    If the network cannot be ready within the start clock, the circuit takes its place, and reports say so. Playouts
    use the knowledge that has been shown to pay in the game.
    """

    _by: ClassVar[By] = "mac"
    _solving_published: ClassVar[float] = 0.9
    """The share of solving with `published=yes`, unless another is set: that of paper 000."""
    _solving_beliefs: ClassVar[float] = 0.75
    """The share of solving in games with hidden information, unless another is set: that of paper 002."""

    def __init__(self, **options: Option) -> None:
        super().__init__(**options)
        self._given = frozenset(options)
        self._solved_by: By = self._by
        self._knowledge = Knowledge("stages", self._options)

    def start(self, seat: Seat) -> None:
        """Find out which knowledge pays, build the search, and use the start clock to search from the first state."""
        self._knowledge.begin(seat)
        super().start(seat)

    @property
    def _further_note(self) -> str:
        return self._knowledge.note

    def _over_states(self, seat: Seat) -> MacUcb:
        game, by = self._stages_of(seat)
        group = self._group_of(game, by)
        settings = self._for(MacUcb) | self._knowledge.best
        if settings["published"] and "solving" not in self._given:
            settings["solving"] = self._solving_published
        return MacUcb(game, by=by, split=None, symmetries=group, seed=seat.seed, **settings)

    def _over_beliefs(self, seat: Seat) -> BeliefMacUcb:
        game, by = self._stages_of(seat)
        group = self._group_of(game, by)
        settings = self._for(BeliefMacUcb)
        if "solving" not in self._given:
            settings["solving"] = self._solving_beliefs
        return BeliefMacUcb(game, by=by, split=False, symmetries=group, seed=seat.seed, **settings)

    def _symmetric(self, seat: Seat) -> bool:  # noqa: ARG002
        """Stages of beliefs are solved up to symmetry, too."""
        return True

    def _stages_of(self, seat: Seat) -> tuple[Game, By]:
        """The game, and how its stages are to be solved: by the network, if it can be ready in time."""
        game = seat.game
        if not isinstance(game, Game):
            raise WoodstockError("this player needs the rules of the game, not only a machine")
        by: By = "circuit" if self._by_circuit() else self._by
        self._note = ""
        _ = game.lanes, game.machine()  # needed in any case: the rest of the clock is for the network
        if by != "circuit" and not _ready(game, seat.start_deadline):
            by, self._note = "circuit", "stages were solved by the circuit: the network was not ready in time"
        self._solved_by = by
        return game, by

    def _by_circuit(self) -> bool:
        """With `published`, stages are solved by the network, unless the circuit is requested."""
        published = self._options["published"] and "circuit" not in self._given
        return bool(self._options.get("circuit")) and not published

    def _group_of(self, game: Game, by: By) -> SymmetryGroup | None:
        """The symmetries up to which the stages can be solved."""
        found = self._symmetries.found
        if found is not None and by != "circuit":
            found = _fitting(found, game.network(preprocessed=True).mutex_groups)
        return found.group() if found else None


def _fitting(found: Symmetries, mutex_groups: Sequence[MutexGroup]) -> Symmetries:
    """The symmetries that map states only to states that the network can represent."""
    always = [group for group in mutex_groups if group.idle is None]
    for groups in (mutex_groups, always):
        found = found.keeping([number for number, _ in group.members] for group in groups)
    return found


def _ready(game: Game, deadline: float | None) -> bool:
    """Can the network of the game be ready well before the deadline? Without a deadline it always can."""
    if deadline is None:
        return True
    now = time.monotonic()
    return game.network_by(now + _NETWORK_SHARE * (deadline - now)) is not None


class MacUcbPlayer(StagePlayer):
    """Plays by MAC-UCB."""

    settings = (*of_search(MacUcb), KNOWLEDGE, CIRCUIT, PLAYOUTS)


class FcUcbPlayer(StagePlayer):
    """Plays by FC-UCB: MAC-UCB with forward checking alone."""

    settings = (*of_search(MacUcb), KNOWLEDGE, PLAYOUTS)
    _by = "fc"


class MacUcbSymPlayer(StagePlayer):
    """Plays by MAC-UCB up to symmetry, found in the graph of the rules and then in that of the network.

    When these are known, it compares the solutions of the stages that it has solved, during each search: by the network
    if that solves the stages, otherwise by the rules. The shares are those of the papers: 0.25 for symmetries in both,
    and of the rest 0.45 / 0.75 for solving in paper 001 and 0.5 / 0.75 in paper 002, whose games have hidden
    information.
    """

    settings = (*of_search(MacUcb, solving=0.6), KNOWLEDGE, share(0.25), CIRCUIT, PLAYOUTS)
    _graphs = ("rules", "constraints")
    _solving_published = 0.6
    _solving_beliefs = 0.5 / 0.75

    def __init__(self, **options: Option) -> None:
        super().__init__(**options)
        self._share: float = self._options["share"]
        self._comparison: StageComparison | None = None

    def start(self, seat: Seat) -> None:
        """Find out which knowledge pays, build the search, and use the start clock to search from the first state."""
        self._end_comparison()
        super().start(seat)

    def _think(self, search: Search, state: State, seconds: float | None) -> None:
        """Search in a few parts, and compare stages in between; the time that this leaves goes to the search."""
        share = 0.0 if seconds is None else self._share * seconds
        comparison = self._compare(seconds is None or share >= _TO_BEGIN)
        if not isinstance(search, MacUcb) or comparison is None or comparison.ended:
            super()._think(search, state, seconds)
            return
        end = time.monotonic() + (seconds or 0.0)
        search.search(state, playouts=0)
        left = _PARTS
        while True:
            if seconds is None:
                search.go_on(playouts=(self._playouts or 0) * (_PARTS + 1 - left) // _PARTS)
            else:
                rest = end - time.monotonic() - (share if left > 1 else 0.0)
                search.go_on(seconds=max(0.0, rest / left))
            if left == 1:
                return
            if search.report(self._role).descents == 0:
                comparison.close()  # a stage takes longer than a part of the search: do not cut stages off to compare
            begun = time.monotonic()
            more = comparison.go_on(search, None if seconds is None else begun + share / (left - 1))
            share -= time.monotonic() - begun
            left = left - 1 if more else 1

    def _compare(self, may_begin: bool) -> StageComparison | None:
        """The comparison of stages, once the symmetries of the game are known."""
        game = self._seat.game if self._seat else None
        if self._comparison is not None or not may_begin or self._share == 0.0 or self._symmetries.looking:
            return self._comparison
        if isinstance(game, Game) and game.circuit is not None:
            group = self._group_of(game, self._solved_by)
            self._comparison = StageComparison(
                game,
                "rules" if self._solved_by == "circuit" else "constraints",
                group.size if group else 1,
                estimates=self._options["published"],
            )
        return self._comparison

    @property
    def _further_note(self) -> str:
        compared = self._comparison.note if self._comparison else ""
        return "; ".join(filter(None, (compared, super()._further_note)))

    def stop(self) -> None:
        """Release the tree, and end the processes that look for symmetries."""
        self._end_comparison()
        super().stop()

    def _end_comparison(self) -> None:
        if self._comparison is not None:
            self._comparison.close()
        self._comparison = None
