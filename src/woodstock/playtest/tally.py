"""Random playouts, counted by how they ended."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.engine import Game


@dataclass(frozen=True, slots=True)
class Tally:
    """How many playouts there were, and what became of them."""

    playouts: int
    limit: int
    """Steps after which a playout is given up."""
    finished: int
    capped: int
    broken: int
    several: int
    """Those that ended with several goals for a role."""
    missing: int
    """Those that ended with none."""
    mean_length: float
    wins: tuple[int, ...]


def tally(game: Game, playouts: int, *, limit: int, seconds: float, seed: int) -> Tally:
    """Playouts from the initial state, in lanes where the game is compiled; fewer if the time is over before."""
    sums = game.playouts(playouts, limit=limit, seconds=seconds, seed=seed)
    finished, capped, broken = (int(count[0]) for count in (sums.playouts, sums.capped, sums.broken))
    return Tally(
        playouts=finished + capped + broken,
        limit=limit,
        finished=finished,
        capped=capped,
        broken=broken,
        several=int(sums.several[0]),
        missing=int(sums.missing[0]),
        mean_length=int(sums.lengths[0]) / max(1, finished),
        wins=tuple(map(int, sums.wins[0])),
    )
