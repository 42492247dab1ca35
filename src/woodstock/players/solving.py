"""MAC-UCB and FC-UCB as players."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from woodstock.engine import Game
from woodstock.errors import WoodstockError
from woodstock.network.encoding.families import Family
from woodstock.players.searching import SearchPlayer
from woodstock.referee.player import Seat
from woodstock.report import Report
from woodstock.search import MEMORY
from woodstock.search.mac_ucb import BeliefMacUcb, By, MacUcb
from woodstock.symmetry import Symmetries, SymmetryGroup

_NETWORK_SHARE = 0.8
"""The part of the start clock in which the network must be ready; the rest is for the first search."""


class StagePlayer(SearchPlayer):
    """Plays by solving stages. Where the network cannot be ready within the start clock, stages are solved by the
    circuit, which finds the same, and reports say so."""

    def __init__(
        self, by: By, solving: float, simulations: int, horizon: int, threads: int, memory: int, playouts: int | None
    ) -> None:
        super().__init__(self._searching, playouts, self._searching_hidden)
        self._by: By = by
        self._settings = {"simulations": simulations, "horizon": horizon, "threads": threads, "memory": memory}
        self._solving = solving
        self._note = ""

    def report(self) -> Report | None:
        """What was thought of the last position, if it was searched, and how stages were solved."""
        report = super().report()
        return None if report is None else replace(report, note=self._note)

    def _searching(self, seat: Seat) -> MacUcb:
        game, by = self._stages_of(seat)
        group = self._group(game, by)
        return MacUcb(game, by=by, solving=self._solving, seed=seat.seed, symmetries=group, **self._settings)

    def _searching_hidden(self, seat: Seat) -> BeliefMacUcb:
        game, by = self._stages_of(seat)
        group = self._group(game, by)
        return BeliefMacUcb(game, by=by, solving=self._solving, seed=seat.seed, symmetries=group, **self._settings)

    def _stages_of(self, seat: Seat) -> tuple[Game, By]:
        """The game, and how its stages are to be solved: by the network, if it can be ready in time."""
        game = seat.game
        if not isinstance(game, Game):
            raise WoodstockError("this player needs the rules of the game, not only a machine")
        by, self._note = self._by, ""
        _ = game.lanes, game.machine()  # needed in any case: what is left of the clock is for the network
        if by != "circuit" and not _ready(game, seat.start_deadline):
            by, self._note = "circuit", "stages were solved by the circuit: the network was not ready in time"
        return game, by

    def _group(self, game: Game, by: By) -> SymmetryGroup | None:
        """The symmetries that the stages can be solved up to."""
        found = self._symmetries()
        if found is not None and by != "circuit":
            found = _fitting(found, game.network().families)
        return found.group() if found else None

    def _symmetries(self) -> Symmetries | None:
        """The symmetries to use, if the player has some."""
        return None


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
    """Plays by MAC-UCB. With `circuit` stages are solved by the circuit in place of the network: the same solutions."""

    def __init__(
        self,
        *,
        solving: float = 0.9,
        simulations: int = 10_000,
        horizon: int = 200,
        threads: int = 1,
        memory: int = MEMORY,
        circuit: bool = False,
        playouts: int | None = None,
    ) -> None:
        super().__init__("circuit" if circuit else "mac", solving, simulations, horizon, threads, memory, playouts)


class FcUcbPlayer(StagePlayer):
    """Plays by FC-UCB: MAC-UCB with forward checking alone."""

    def __init__(
        self,
        *,
        solving: float = 0.9,
        simulations: int = 10_000,
        horizon: int = 200,
        threads: int = 1,
        memory: int = MEMORY,
        playouts: int | None = None,
    ) -> None:
        super().__init__("fc", solving, simulations, horizon, threads, memory, playouts)
