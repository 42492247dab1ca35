"""MAC-UCB and FC-UCB as players."""

from __future__ import annotations

from collections.abc import Callable

from woodstock.engine import Game
from woodstock.errors import WoodstockError
from woodstock.match.player import Seat
from woodstock.players.searching import SearchPlayer
from woodstock.search import MEMORY
from woodstock.search.mac_ucb import By, MacUcb


class MacUcbPlayer(SearchPlayer):
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
        by: By = "circuit" if circuit else "mac"
        super().__init__(_maker(by, solving, simulations, horizon, threads, memory), playouts)


class FcUcbPlayer(SearchPlayer):
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
        super().__init__(_maker("fc", solving, simulations, horizon, threads, memory), playouts)


def _maker(
    by: By, solving: float, simulations: int, horizon: int, threads: int, memory: int
) -> Callable[[Seat], MacUcb]:
    """Makes the search for a seat."""
    return lambda seat: MacUcb(
        _game(seat),
        by=by,
        solving=solving,
        simulations=simulations,
        horizon=horizon,
        threads=threads,
        memory=memory,
        seed=seat.seed,
    )


def _game(seat: Seat) -> Game:
    """The compiled game: networks are made from its rules."""
    if not isinstance(seat.game, Game):
        raise WoodstockError("this player needs the rules of the game, not only a machine")
    return seat.game
