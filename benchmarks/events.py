"""The event machine against OpenSpiel's hand-written C++, in one run: states per second in random playouts, one thread.

    python benchmarks/events.py [--seconds S] [--rounds N]

OpenSpiel is measured by an MCTS bot with one simulation and a random-rollout evaluator of many rollouts, so that its
loop runs in C++ as ours does. Rounds alternate between the two, and medians are reported, since machines are noisy.
The mean length of a playout is the same on both sides (the games are held to each other in the tests), so states per
second are rollouts per second times that length.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np
import pyspiel

import woodstock as ws

GAMES = {"tic_tac_toe": 0.5, "connect_four": 1.0, "breakthrough": 1.0, "othello": 0.5}
"""The games and the least ratio that is asked of us."""


def peer_rollouts(name: str, seconds: float) -> float:
    """OpenSpiel's rollouts per second."""
    game = pyspiel.load_game(name)
    rollouts = 64
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1, False, 1, False, pyspiel.ChildSelectionPolicy.UCT)
        state = game.new_initial_state()
        begun = time.perf_counter()
        bot.mcts_search(state)
        taken = time.perf_counter() - begun
        if taken >= seconds:
            return rollouts / taken
        rollouts = max(2 * rollouts, int(1.2 * rollouts * seconds / max(taken, 1e-6)))


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print(f"{'game':14} {'OpenSpiel st/s':>15} {'woodstock st/s':>15} {'ratio':>7} {'asked':>6}")
    for name, asked in GAMES.items():
        machine = ws.load(name).machine()
        machine.playouts(1000)  # the first playouts also work out the transitions
        ours, theirs = [], []
        for round_number in range(arguments.rounds):
            report = machine.playouts(seconds=arguments.seconds, seed=round_number)
            ours.append(report.states / report.seconds)
            theirs.append(peer_rollouts(name, arguments.seconds) * report.mean_length)
        ratio = float(np.median(np.array(ours) / np.array(theirs)))
        print(
            f"{name:14} {statistics.median(theirs):15,.0f} {statistics.median(ours):15,.0f} {ratio:7.2f} {asked:6.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
