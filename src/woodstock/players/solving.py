"""MAC-UCB and FC-UCB as players."""

from __future__ import annotations

from woodstock.engine import Game
from woodstock.errors import WoodstockError
from woodstock.match.player import Seat
from woodstock.players.searching import SearchPlayer
from woodstock.search import MEMORY
from woodstock.search.mac_ucb import MacUcb


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
        super().__init__(
            lambda seat: MacUcb(
                _game(seat),
                by="circuit" if circuit else "mac",
                solving=solving,
                simulations=simulations,
                horizon=horizon,
                threads=threads,
                memory=memory,
                seed=seat.seed,
            ),
            playouts,
        )


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
        super().__init__(
            lambda seat: MacUcb(
                _game(seat),
                by="fc",
                solving=solving,
                simulations=simulations,
                horizon=horizon,
                threads=threads,
                memory=memory,
                seed=seat.seed,
            ),
            playouts,
        )


def _game(seat: Seat) -> Game:
    """The compiled game: networks are made from its rules."""
    if not isinstance(seat.game, Game):
        raise WoodstockError("this player needs the rules of the game, not only a machine")
    return seat.game
