"""Players at tables where the same seat always has the same seed, so that only what they are told counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from woodstock.engine import Game
from woodstock.engine.machine import State
from woodstock.players.simple import RandomPlayer
from woodstock.referee.clocks import Clocks
from woodstock.referee.looking import Look
from woodstock.referee.player import Player, Seat, Turn
from woodstock.referee.record import Record
from woodstock.referee.referee import LENGTH_LIMIT, play

PLAYERS = (
    "random",
    "legal",
    "uct:playouts=60",
    "uct:playouts=60,hidden=samples",
    "grave:playouts=60",
    "grave:playouts=60,hidden=samples",
    "ucb:playouts=60",
    "minimax:playouts=60,nodes=2000",
    "mac-ucb:playouts=60,simulations=20",
    "mac-ucb:playouts=60,simulations=20,circuit=yes",
    "fc-ucb:playouts=60,simulations=20",
    "cfr:playouts=20,positions=20000",
    "cfr:playouts=60,positions=0",
    "cfr:playouts=60,positions=0,sampling=outcome",
    "woodstock:playouts=60",
)
"""All players, with budgets in place of clocks: then they always do the same."""

Told = tuple[tuple[int, tuple[str, ...]], ...]


@dataclass
class Watched:
    """A player whose seed is always the same; what it is told and what it does is written down."""

    inner: Player
    told: list[Turn] = field(default_factory=list)
    made: list[int] = field(default_factory=list)
    seat: Seat | None = None

    def start(self, seat: Seat) -> None:
        self.seat = replace(seat, seed=7)
        self.inner.start(self.seat)

    def choose(self, turn: Turn) -> int:
        move = self.inner.choose(turn)
        self.told.append(turn)
        self.made.append(move)
        return move

    def stop(self) -> None:
        self.inner.stop()


def match(
    game: Game,
    player: Player,
    role: int,
    seed: int,
    clocks: Clocks | None = None,
    limit: int = LENGTH_LIMIT,
) -> tuple[Watched, list[State], Record]:
    """A match of this player against random ones, and the states that it went through."""
    watched = Watched(player)
    states: list[State] = []

    def look(one: Look) -> None:
        states.append(one.state)

    seats = [other for other in range(len(game.roles)) if other != game.chance]
    players = [watched if other == role else RandomPlayer() for other in seats]
    record = play(game, players, clocks=clocks, seed=seed, limit=limit, each_state=look)
    return watched, states, record
