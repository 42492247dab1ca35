"""What a step costs from Python: our positions and OpenSpiel's states, in random play.

Processor time for a joint move (microseconds), whether the game is over and the list of legal moves included, and the
choice of one of them, which is the same for both. A ratio below 1 says that ours is faster. Both play for the same
time in turn, several times; the median counts.

    .venv/bin/python benchmarks/positions.py [--seconds 0.5] [--rounds 5] [GAME ..]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

import woodstock as ws

PEERS = {
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
    "hex": "hex(board_size=9)",
    "chess": "chess",
}


def ours(name: str) -> Callable[[random.Random], int]:
    """Plays a random match with positions, and counts its moves."""
    start = ws.load(name).start()

    def play(rng: random.Random) -> int:
        position, steps = start, 0
        while not position.is_over:
            position = position.play(rng.choice(position.legal()))
            steps += 1
        return steps

    return play


def theirs(name: str) -> Callable[[random.Random], int]:
    """The same with OpenSpiel."""
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def cost(play: Callable[[random.Random], int], rng: random.Random, seconds: float) -> float:
    """Microseconds of processor time for a joint move."""
    steps, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        steps += play(rng)
    return spent / steps * 1e6


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(PEERS), metavar="GAME", help=", ".join(PEERS))
    parser.add_argument("--seconds", type=float, default=0.5, help="of processor time, for each side and round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'game':14} {'woodstock':>10} {'OpenSpiel':>10} {'ratio':>6}   (microseconds a step)")
    for name in options.games:
        sides = (ours(name), theirs(PEERS[name]))
        seeds = range(options.rounds)
        rounds = [[cost(play, random.Random(seed), options.seconds) for play in sides] for seed in seeds]
        own, other = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"{name:14} {own:10.2f} {other:10.2f} {own / other:6.2f}", flush=True)


if __name__ == "__main__":
    main()
