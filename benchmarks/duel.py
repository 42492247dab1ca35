"""Which of two players is stronger? Matches with roles swapped after the same random opening.

    python benchmarks/duel.py GAME PLAYER PLAYER [--play S] [--pairs N] [--opening PLIES] [--processes N] [--seed K]

Players are given as on the command line (`woodstock:c=0.3`). Each opening is played twice, once with each player in
front. The score of the first player counts a draw as half; its interval is Wilson's. Every player thinks on one
thread and they never think at the same time, so two processes keep two cores busy without disturbing each other. With
`--play 0` there is no clock, for players that are given a number of playouts (`uct:playouts=10000`): fair on a busy
machine, too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import woodstock as ws
from woodstock.players import parse
from woodstock.referee import Clocks, play
from woodstock.referee.player import Player, Seat, Turn
from woodstock.referee.seeds import derive
from woodstock.referee.statistics import wilson


class Opened:
    """A player that makes random moves first, the same for the same seed, and then plays itself."""

    def __init__(self, player: Player, plies: int, seed: int) -> None:
        self._player = player
        self._plies = plies
        self._seed = seed
        self._role = 0

    def start(self, seat: Seat) -> None:
        """Take the seat."""
        self._role = seat.role
        self._player.start(seat)

    def choose(self, turn: Turn) -> int:
        """A move of the opening, or of the player."""
        if turn.step < self._plies:
            if observe := getattr(self._player, "observe", None):  # one that follows the moves itself
                observe(turn)
            return random.Random(derive(self._seed, self._role, turn.step)).choice(turn.legal)
        return self._player.choose(turn)

    def stop(self) -> None:
        """Let go of the player."""
        self._player.stop()


@dataclass(frozen=True)
class Pairing:
    """One opening, to be played from both sides."""

    game: str
    players: tuple[str, str]
    seconds: float
    plies: int
    seed: int
    others: Mapping[str, Callable[[], Player]] = field(default_factory=dict)
    """Players that are not ours, by the name that stands for them."""

    def player(self, text: str) -> Player:
        """A player by its text."""
        return self.others[text]() if text in self.others else parse(text).make()


def scores_of(pairing: Pairing) -> tuple[list[float], int]:
    """What the first player scored in the two matches, and how many moves were not its or the other's own."""
    game = ws.load(pairing.game)
    scores, deviations = [], 0
    for swapped in (False, True):
        seated = [Opened(pairing.player(text), pairing.plies, pairing.seed) for text in pairing.players]
        if swapped:
            seated.reverse()
        record = play(game, seated, clocks=Clocks(play=pairing.seconds or None), seed=derive(pairing.seed, swapped))
        own, other = [record.goals[role] or 0 for role in ((1, 0) if swapped else (0, 1))]
        scores.append(0.5 if own == other else float(own > other))
        deviations += len(record.deviations)
    return scores, deviations


def score(results: Sequence[tuple[list[float], int]]) -> str:
    """The score of the first player in one line."""
    scores = [score for pair, _ in results for score in pair]
    low, high = wilson(sum(scores), len(scores))
    return (
        f"{100 * sum(scores) / len(scores):.0f} % [{100 * low:.0f}, {100 * high:.0f}] of {len(scores)} "
        f"({scores.count(1.0)} won, {scores.count(0.5)} drawn, {scores.count(0.0)} lost; "
        f"{sum(count for _, count in results)} deviations)"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("players", nargs=2)
    parser.add_argument("--play", type=float, default=0.2)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--opening", type=int, default=2)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    ws.load(given.game)  # into the cache
    pairings = [
        Pairing(given.game, tuple(given.players), given.play, given.opening, derive(given.seed, number))
        for number in range(given.pairs)
    ]
    begun = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        results = pool.map(scores_of, pairings, chunksize=1)
    print(
        f"{given.game}: {given.players[0]} against {given.players[1]}, {given.play} s a move: {score(results)} "
        f"({time.perf_counter() - begun:.0f} s)",
        flush=True,
    )


if __name__ == "__main__":
    main()
