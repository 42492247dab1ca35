"""Our best player: lane search, up to symmetry if wanted; where things are hidden, exact play, CFR or sets."""

from __future__ import annotations

from woodstock.engine import Game, LaneSimulator
from woodstock.players.exactly import exact_first
from woodstock.players.regret import CfrPlayer
from woodstock.players.searching import BeliefSearch
from woodstock.players.symmetric import TreePlayer
from woodstock.referee.player import Seat, Turn
from woodstock.report import Report
from woodstock.search import MEMORY, InformationSearch, LaneSearch
from woodstock.symmetry import Symmetries


class WoodstockPlayer(TreePlayer):
    """Plays by the lane search, and keeps its tree from turn to turn. Games with percepts it plays by a search over
    information sets; those that are small enough exactly, if it plays alone, and by CFR if several roles choose.

    `share` of the clock is for finding symmetries, until they are found. None by default: in matches they have not been
    worth what they cost (docs/symmetries.md).
    """

    _tells = False

    def __init__(
        self,
        *,
        c: float = 0.4,
        urgency: float = 1.2,
        lanes_per_leaf: int | None = None,
        virtual_loss: int = 1,
        expand_at: int = 8,
        round_size: int = 256,
        share: float = 0.0,
        threads: int = 1,
        memory: int = MEMORY,
        playouts: int | None = None,
    ) -> None:
        def make(seat: Seat, found: Symmetries | None) -> LaneSearch:
            return LaneSearch(
                seat.game if isinstance(seat.game, Game) else seat.machine,  # a game keeps its lanes
                c=c,
                urgency=urgency,
                lanes_per_leaf=lanes_per_leaf,
                virtual_loss=virtual_loss,
                expand_at=expand_at,
                round_size=round_size,
                threads=threads,
                memory=memory,
                seed=seat.seed,
                symmetries=found.group() if found else None,
            )

        def over_sets(seat: Seat) -> BeliefSearch:
            sets = InformationSearch(seat.machine, c=c, lanes=_lanes(seat), memory=memory, seed=seat.seed)
            return exact_first(seat, sets)

        super().__init__(make, share, playouts, over_sets)
        self._mixing = CfrPlayer(positions=_SMALL, memory=memory, playouts=playouts)
        self._mixes = False

    def start(self, seat: Seat) -> None:
        """Take the seat. Who hides things from others and plays the same each time gives them away: there a mixed
        strategy is wanted, and CFR has one."""
        several = len(seat.machine.roles) - (seat.machine.chance is not None) > 1
        self._mixes = seat.hidden and several and self._mixing.lay_out(seat, _LAYING_OUT)
        if self._mixes:
            self._mixing.learn()
        else:
            super().start(seat)

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


_LAYING_OUT = 0.1
"""The part of the start clock in which a game with percepts must be laid out to be played by CFR."""

_SMALL = 50_000
"""Positions that it may have."""

_WORTH_LANES = 40.0
"""Gates run for all lanes in a playout, from which on playouts of an information set search are made in lanes."""


def _lanes(seat: Seat) -> LaneSimulator | None:
    """What makes playouts many at a time, where single ones take long."""
    lanes = seat.game.lanes if isinstance(seat.game, Game) else None
    return lanes if lanes and lanes.playout_work >= _WORTH_LANES else None
