"""Our strongest player: lane search, optionally up to symmetry; with hidden information exact play, CFR or sets."""

from __future__ import annotations

from woodstock.engine import Game, LaneSimulator
from woodstock.players.exactly import exact_first
from woodstock.players.learned_values import LearnedValues
from woodstock.players.options import KNOWLEDGE, LEARNING, PLAYOUTS, of_search, share
from woodstock.players.puzzling import PuzzleFirst
from woodstock.players.regret import CfrPlayer
from woodstock.players.searching import BeliefSearch, SearchPlayer
from woodstock.players.trying import Knowledge
from woodstock.referee.player import Seat, Turn
from woodstock.report import Report
from woodstock.search import InformationSearch, LaneSearch, PuzzleParts, Uct
from woodstock.search.determinised import Search
from woodstock.search.puzzle_search import is_puzzle
from woodstock.settings import Option


class WoodstockPlayer(SearchPlayer):
    """Plays by the lane search, or by UCT where rules are interpreted, and keeps its tree from turn to turn. Games with
    percepts it plays by a search over information sets; those that are small enough exactly, if it plays alone, and by
    CFR if several roles choose. In puzzles it looks for a line to the best end beside the tree, and follows it.

    What positions are worth it learns by self-play in the start clock, and keeps; it believes that where it wins short
    matches (`learned_values`). Otherwise playouts tell. Which knowledge they use is then found by short matches in half
    of the start clock that is left, unless `ahead` or `mast` are given, and kept from match to match. A budget of
    playouts goes without both, so that the same seat always plays the same.

    It looks for no symmetries unless it is told to: in matches they have not been worth what they cost
    (docs/symmetries.md).
    """

    settings = (*of_search(LaneSearch), KNOWLEDGE, LEARNING, share(0.0), PLAYOUTS)

    def __init__(self, **options: Option) -> None:
        super().__init__(**options)
        self._mixing = CfrPlayer(positions=_SMALL, memory=self._options["memory"], playouts=self._playouts)
        self._mixes = False
        self._knowledge = Knowledge("lanes", self._options)
        self._values = LearnedValues(self._options)

    def _over_states(self, seat: Seat) -> Search:
        game = seat.game if isinstance(seat.game, Game) else seat.machine  # a game keeps its lanes
        if isinstance(game, Game) and game.lanes is None:
            return Uct(seat.machine, symmetries=None, seed=seat.seed, **self._for(Uct))
        own = self._for(LaneSearch) | self._knowledge.best | self._values.settings
        if not isinstance(game, Game) or self._options["knowledge"] == "none" or not is_puzzle(game):
            return LaneSearch(game, symmetries=self._group(), network=self._values.network, seed=seat.seed, **own)
        half = max(self._options["memory"] // 2, 2**20)
        tree = LaneSearch(game, symmetries=self._group(), seed=seat.seed, **own | {"memory": half})
        return PuzzleFirst(PuzzleParts(game, seed=seat.seed, memory=half), tree)

    def _over_beliefs(self, seat: Seat) -> BeliefSearch:
        own = self._for(InformationSearch)
        return exact_first(
            seat, InformationSearch(seat.machine, hidden=True, lanes=_lanes(seat), seed=seat.seed, **own)
        )

    def start(self, seat: Seat) -> None:
        """Take the seat. A player with hidden information that always plays the same reveals it; such games need a
        mixed strategy, which CFR finds."""
        self._values.begin(seat)
        if self._values.network is None:
            self._knowledge.begin(seat)
        several = len(seat.machine.roles) - (seat.machine.chance is not None) > 1
        self._mixes = seat.hidden and several and self._mixing.build(seat, _BUILDING)
        if self._mixes:
            self._mixing.learn()
        else:
            super().start(seat)

    @property
    def _further_note(self) -> str:
        return self._values.note if self._values.network else self._knowledge.note

    def choose(self, turn: Turn) -> int:
        """The best move that can be found in time, or one drawn from a mixed strategy."""
        return self._mixing.choose(turn) if self._mixes else super().choose(turn)

    def report(self) -> Report | None:
        """What was thought of the last position."""
        return self._mixing.report() if self._mixes else super().report()

    def stop(self) -> None:
        """Let everything go."""
        self._mixing.stop()
        super().stop()


_BUILDING = 0.1
"""The part of the start clock in which the extensive form of a game with percepts must be built for CFR to play it."""

_SMALL = 50_000
"""Positions that it may have."""

_WORTH_LANES = 40.0
"""Gates run for all lanes in a playout, from which on playouts of an information set search are made in lanes."""


def _lanes(seat: Seat) -> LaneSimulator | None:
    """What makes playouts many at a time, where single ones take long."""
    lanes = seat.game.lanes if isinstance(seat.game, Game) else None
    return lanes if lanes and lanes.playout_work >= _WORTH_LANES else None
