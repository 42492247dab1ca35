"""Games with percepts: a table like the third and fourth parts of table 2 in paper 002, at shorter clocks.

    python benchmarks/hidden.py [--solo GAME..] [--shared GAME..] [--private GAME..] [--players PLAYER..]
                                [--first PLAYER] [--start S] [--play S] [--matches N] [--seed K] [--processes N]

The first part has games for one player: the mean goal of each player. The others have games for several: how much of
the matches, in percent, the first player wins against each of the others, roles swapped after each match, a draw
counting half. In games that all win or lose together, where every role has the same goal, all seats go to one player
and the part tells the mean goal, as in the first. Intervals are Wilson's, of 95 %.

With `--play 0` there is no clock, for players that are given a number of playouts (`uct:playouts=1000`): fair on a busy
machine, too. A GAME is a bundled one or a path; those that are not there are left out.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass

import woodstock as ws
from woodstock.errors import UnknownGameError
from woodstock.players import parse
from woodstock.referee import Clocks, play
from woodstock.referee.playable import seats
from woodstock.referee.seeds import derive
from woodstock.referee.statistics import wilson

SOLO = ("guess_dice", "mastermind", "monty_hall", "vacuum_cleaner_random", "wumpus")
SHARED = ("pacman_hidden", "schnappt_hubi", "sheep_and_wolf_hidden", "tic_tac_toe_latent_3p_10x10", "war")
PRIVATE = ("kuhn_poker", "leduc_poker", "battleship", "krieg_tic_tac_toe", "meier")
PLAYERS = ("mac-ucb", "uct", "cfr", "grave", "woodstock")


@dataclass(frozen=True)
class Pairing:
    """A match: who sits where, by the order of the roles."""

    game: str
    players: tuple[str, ...]
    clocks: Clocks
    seed: int


def goals_of(pairing: Pairing) -> tuple[list[int], int]:
    """The goals of those who sit there, and how many moves were made for them."""
    game = ws.load(pairing.game)
    players = [parse(text).make() for text in pairing.players]
    record = play(game, players, clocks=pairing.clocks, seed=pairing.seed)
    late = sum(deviation.role is not None for deviation in record.deviations)
    return [record.goals[role] or 0 for role in seats(game)], late


def together(game: ws.Game) -> bool:
    """Do all win and lose together? So it is if random matches always give them the same."""
    found = game.playouts(300, seed=1)
    players = seats(game)
    return all(
        found.goals[0, role] == found.goals[0, players[0]] and found.squares[0, role] == found.squares[0, players[0]]
        for role in players
    )


def share(points: Sequence[float], late: int) -> str:
    """A cell of the table."""
    low, high = wilson(sum(points), len(points))
    note = f" ({late} late)" if late else ""
    return f"{100 * sum(points) / len(points):.1f} [{100 * low:.0f}, {100 * high:.0f}]{note}"


class Table:
    """Plays and prints, row by row."""

    def __init__(self, given: argparse.Namespace) -> None:
        self._given = given
        self._clocks = Clocks(given.start or None, given.play or None)
        self._pool = multiprocessing.get_context("spawn").Pool(given.processes)

    def part(self, title: str, games: Sequence[str], *, alone: bool) -> None:
        """One part of the table."""
        there = [game for game in games if _exists(game)]
        if not there:
            return
        players = [player for player in self._given.players if alone or player != self._given.first]
        print(f"\n{title}\n")
        print(f"| game | {' | '.join(players)} |")
        print(f"| --- |{' --- |' * len(players)}")
        for game in there:
            print(f"| {game} | {' | '.join(self._cell(game, player) for player in players)} |", flush=True)

    def _cell(self, game: str, player: str) -> str:
        loaded = ws.load(game)
        count = len(seats(loaded))
        if together(loaded):
            return self._alone(game, (player,) * count)
        results = self._goals(game, [_seating(self._given.first, player, count, at) for at in range(count)])
        points = []
        for number, (own, _) in enumerate(results):
            first, others = own[number % count], [one for at, one in enumerate(own) if at != number % count]
            points.append(0.5 if first == max(others) else float(first > max(others)))
        return share(points, sum(late for _, late in results))

    def _alone(self, game: str, seated: tuple[str, ...]) -> str:
        results = self._goals(game, [seated])
        return share([own[0] / 100 for own, _ in results], sum(late for _, late in results))

    def _goals(self, game: str, seatings: Sequence[tuple[str, ...]]) -> list[tuple[list[int], int]]:
        pairings = [
            Pairing(game, seatings[number % len(seatings)], self._clocks, derive(self._given.seed, game, number))
            for number in range(self._given.matches)
        ]
        return self._pool.map(goals_of, pairings, chunksize=1)


def _seating(first: str, other: str, count: int, at: int) -> tuple[str, ...]:
    """The first player on one seat, the other on all others."""
    return tuple(first if place == at else other for place in range(count))


def _exists(game: str) -> bool:
    try:
        ws.load(game)
    except UnknownGameError:
        print(f"{game} is not there", flush=True)
        return False
    return True


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solo", nargs="*", default=SOLO)
    parser.add_argument("--shared", nargs="*", default=SHARED)
    parser.add_argument("--private", nargs="*", default=PRIVATE)
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    parser.add_argument("--first", default="woodstock")
    parser.add_argument("--start", type=float, default=1.0)
    parser.add_argument("--play", type=float, default=0.2)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    table = Table(given)
    table.part("Games for one: mean goal", given.solo, alone=True)
    title = f"percent won by {given.first} against each"
    table.part(f"Shared observations: {title}", given.shared, alone=False)
    table.part(f"Private observations: {title}", given.private, alone=False)


if __name__ == "__main__":
    main()
