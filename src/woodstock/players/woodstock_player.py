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
    """Plays by the lane search, or by UCT if the rules are interpreted, and keeps its tree from turn to turn. It plays
    games with percepts by a search over information sets; small ones exactly if it plays alone, and by CFR if several
    roles choose. In puzzles it also looks for a line to the best result beside the tree, and follows it.

    It learns the values of positions by self-play in the start clock, keeps them, and uses them if they win short
    matches (`learned_values`). Otherwise it evaluates by playouts; short matches in half of the remaining start clock
    then determine which knowledge playouts use, unless `ahead` or `mast` is set, and this is kept from match to match.
    With a budget of playouts it does neither, so that the same seat always plays the same.

    It looks for symmetries only if `share` is set: in matches they have not been worth their cost
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
        """The report on the last position."""
        return self._mixing.report() if self._mixes else super().report()

    def stop(self) -> None:
        """Release everything."""
        self._mixing.stop()
        super().stop()


_BUILDING = 0.1
"""The share of the start clock within which the extensive form of a game with percepts must be built for CFR."""

_SMALL = 50_000
"""The largest number of positions in that form."""

_WORTH_LANES = 40.0
"""Gates per playout, run for all lanes, from which on an information set search makes its playouts in lanes."""


def _lanes(seat: Seat) -> LaneSimulator | None:
    """The simulator that makes many playouts at a time, if single ones are slow."""
    lanes = seat.game.lanes if isinstance(seat.game, Game) else None
    return lanes if lanes and lanes.playout_work >= _WORTH_LANES else None
