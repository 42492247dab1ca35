"""How fast does the lane search descend? Against plain UCT, one playout a descent, and against lanes that only play.

    python benchmarks/descents.py [--seconds S] [--rounds N] [GAME ..]

A game is a bundled one or the path of a rulesheet; `WOODSTOCK_RULESHEETS` adds chess. Rates are per second of processor
time on one thread, as in a match: a search has thought about the initial state, and goes on two moves later, in memory
that it has used before. Rounds alternate between all that is measured, and medians of ratios are reported: machines are
noisy. Where playouts are cheap the search makes several for each leaf; that and one a leaf are
both shown. The share is that of the search's playouts in those of lanes that do nothing else.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import woodstock as ws
from woodstock.engine.machine import Machine, State
from woodstock.search import LaneSearch, Uct

GAMES = ("connect_four", "breakthrough", "othello")
CHESS = "ggp-repository/chess_200_v1.kif"


def rate(work: Callable[[], int]) -> float:
    """Units of work per second of processor time."""
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)


def later(machine: Machine, seed: int) -> State:
    """The state after two random moves."""
    random = Random(seed)
    state = machine.initial()
    for _ in range(2):
        state = machine.next(state, [random.choice(moves) for moves in machine.legal(state)])
    return state


def measure(game: ws.Game, seconds: float, seed: int) -> tuple[float, float, float, float]:
    """Descents with one lane a leaf, and as is best; of UCT; and playouts of full lanes, per second."""
    machine = game.machine()
    state = later(machine, seed)

    def descents(search: LaneSearch | Uct) -> float:
        search.search(machine.initial(), seconds=seconds)
        search.search(state, playouts=1)
        before = search.report(0).descents

        def work() -> int:
            search.search(state, seconds=seconds)
            return search.report(0).descents - before

        return rate(work)

    def lanes() -> int:
        return int(game.playouts(2**40, seconds=seconds, seed=seed).playouts[0])

    return (
        descents(LaneSearch(game, seed=seed, lanes_per_leaf=1)),
        descents(LaneSearch(game, seed=seed)),
        descents(Uct(machine, seed=seed)),
        rate(lanes),
    )


def lanes_per_leaf(game: ws.Game) -> int:
    """How many playouts the search makes for each leaf of this game."""
    search = LaneSearch(game)
    search.search(game.machine().initial(), playouts=1)
    return sum(move.visits for move in search.report(0).moves)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    games = given.games or [*GAMES]
    if not given.games and "WOODSTOCK_RULESHEETS" in os.environ:
        games.append(str(Path(os.environ["WOODSTOCK_RULESHEETS"], CHESS)))
    print(
        "| game | simulations/s, one lane each | UCT | ratio | lanes per leaf | simulations/s "
        "| playouts relative to UCT | share of the lane rate |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in games:
        game = ws.load(name)
        measure(game, 0.1, 0)  # everything is built and touched once
        width = lanes_per_leaf(game)
        rows = [measure(game, given.seconds, round_number) for round_number in range(given.rounds)]
        single, best, uct, _ = (statistics.median(column) for column in zip(*rows, strict=True))
        over = statistics.median(row[0] / row[2] for row in rows)
        playouts = statistics.median(width * row[1] / row[2] for row in rows)
        share = statistics.median(width * row[1] / row[3] for row in rows)
        print(
            f"| {game.name} | {single:,.0f} | {uct:,.0f} | {over:.1f} | {width} | {best:,.0f} | {playouts:.1f} "
            f"| {share:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
