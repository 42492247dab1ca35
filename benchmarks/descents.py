"""How fast does the lane search descend? Against plain UCT, one playout a descent, and against lanes that only play.

    python benchmarks/descents.py [--seconds S] [--rounds N] [GAME ..]

A game is a bundled one or the path of a rulesheet; `WOODSTOCK_RULESHEETS` adds chess. Rates are per second of processor
time on one thread, from the initial state, rounds alternate between the three, and medians of ratios are reported:
machines are noisy. UCT is measured if there is one; otherwise the random playouts of the event machine, of which a good
UCT keeps 60 to 80 %.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import woodstock as ws
from woodstock import search
from woodstock.engine import CircuitMachine
from woodstock.search import LaneSearch

GAMES = ("connect_four", "breakthrough", "othello")
CHESS = "ggp-repository/chess_200_v1.kif"


def rate(work: Callable[[], int]) -> float:
    """Units of work per second of processor time."""
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)


def measure(game: ws.Game, seconds: float, seed: int) -> tuple[float, float, float]:
    """Descents of the lane search, of UCT (or event playouts), and playouts of full lanes, per second."""
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    state = machine.initial()
    own = LaneSearch(game, seed=seed)

    def descents() -> int:
        own.search(state, seconds=seconds)
        return own.report(0).descents

    def plain() -> int:
        if uct := getattr(search, "Uct", None):
            other = uct(machine, seed=seed)
            other.search(state, seconds=seconds)
            return int(other.report(0).descents)
        return machine.playouts(seconds=seconds, seed=seed).playouts

    return rate(descents), rate(plain), rate(lambda: int(game.playouts(2**40, seconds=seconds, seed=seed).playouts[0]))


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
    plain = "UCT" if hasattr(search, "Uct") else "event playouts"
    print(f"{'game':16} {'descents/s':>12} {plain + '/s':>18} {'ratio':>7} {'lanes/s':>12} {'share':>6}")
    for name in games:
        game = ws.load(name)
        measure(game, 0.1, 0)  # everything is built and touched once
        rows = [measure(game, given.seconds, round_number) for round_number in range(given.rounds)]
        ours, uct, raw = (statistics.median(column) for column in zip(*rows, strict=True))
        ratio = statistics.median(row[0] / row[1] for row in rows)
        share = statistics.median(row[0] / row[2] for row in rows)
        print(f"{game.name:16} {ours:12,.0f} {uct:18,.0f} {ratio:7.1f} {raw:12,.0f} {share:6.2f}", flush=True)


if __name__ == "__main__":
    main()
