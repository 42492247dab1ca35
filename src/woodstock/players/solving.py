"""MAC-UCB and FC-UCB as players."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from woodstock.engine import Game
from woodstock.errors import WoodstockError
from woodstock.network.encoding.families import Family
from woodstock.players.options import CIRCUIT, PLAYOUTS, of_search, share
from woodstock.players.searching import SearchPlayer
from woodstock.referee.player import Seat
from woodstock.search.mac_ucb import BeliefMacUcb, By, MacUcb
from woodstock.symmetry import Symmetries, SymmetryGroup

_NETWORK_SHARE = 0.8
"""The part of the start clock in which the network must be ready; the rest is for the first search."""


class StagePlayer(SearchPlayer):
    """Plays by solving stages. Where the network cannot be ready within the start clock, stages are solved by the
    circuit, which finds the same, and reports say so."""

    _by: ClassVar[By] = "mac"

    def _over_states(self, seat: Seat) -> MacUcb:
        game, by = self._stages_of(seat)
        group = self._group_of(game, by)
        return MacUcb(game, by=by, split=None, symmetries=group, seed=seat.seed, **self._for(MacUcb))

    def _over_beliefs(self, seat: Seat) -> BeliefMacUcb:
        game, by = self._stages_of(seat)
        group = self._group_of(game, by)
        return BeliefMacUcb(game, by=by, split=False, symmetries=group, seed=seat.seed, **self._for(BeliefMacUcb))

    def _symmetric(self, seat: Seat) -> bool:  # noqa: ARG002
        """Stages of beliefs are solved up to symmetry, too."""
        return True

    def _stages_of(self, seat: Seat) -> tuple[Game, By]:
        """The game, and how its stages are to be solved: by the network, if it can be ready in time."""
        game = seat.game
        if not isinstance(game, Game):
            raise WoodstockError("this player needs the rules of the game, not only a machine")
        by: By = "circuit" if self._options.get("circuit") else self._by
        self._note = ""
        _ = game.lanes, game.machine()  # needed in any case: what is left of the clock is for the network
        if by != "circuit" and not _ready(game, seat.start_deadline):
            by, self._note = "circuit", "stages were solved by the circuit: the network was not ready in time"
        return game, by

    def _group_of(self, game: Game, by: By) -> SymmetryGroup | None:
        """The symmetries that the stages can be solved up to."""
        found = self._symmetries.found
        if found is not None and by != "circuit":
            found = _fitting(found, game.network(preprocessed=True).families)
        return found.group() if found else None


def _fitting(found: Symmetries, families: Sequence[Family]) -> Symmetries:
    """The symmetries that lead to no state of which the network has no notion."""
    always = [family for family in families if family.idle is None]
    for group in (families, always):
        found = found.keeping([number for number, _ in family.members] for family in group)
    return found


def _ready(game: Game, deadline: float | None) -> bool:
    """Is there a network of the game, made in good time before the deadline? Without one it may take its time."""
    if deadline is None:
        return True
    now = time.monotonic()
    return game.network_by(now + _NETWORK_SHARE * (deadline - now)) is not None


class MacUcbPlayer(StagePlayer):
    """Plays by MAC-UCB."""

    settings = (*of_search(MacUcb), CIRCUIT, PLAYOUTS)


class FcUcbPlayer(StagePlayer):
    """Plays by FC-UCB: MAC-UCB with forward checking alone."""

    settings = (*of_search(MacUcb), PLAYOUTS)
    _by = "fc"


class MacUcbSymPlayer(StagePlayer):
    """Plays by MAC-UCB up to symmetry, found in the graph of the rules and then in that of the network.

    The shares are those of the papers: 0.25 for symmetries in both, and of the rest 0.45 / 0.75 for solving in paper
    001, 0.5 / 0.75 in paper 002.
    """

    settings = (*of_search(MacUcb, solving=0.6), share(0.25), CIRCUIT, PLAYOUTS)
    _graphs = ("rules", "constraints")
