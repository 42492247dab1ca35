"""Playouts in lanes against OpenSpiel's hand-written C++ and against our own event machine, in one run, one thread.

    python benchmarks/peers.py [--seconds S] [--rounds N] [--only NAME]

OpenSpiel is measured by an MCTS bot with one simulation and a random-rollout evaluator of many rollouts, so that its
loop runs in C++ as ours does. Rounds alternate between all three, and medians of ratios are reported, since machines
are noisy. Bundled games are used where there are any, shared rulesheets (`WOODSTOCK_RULESHEETS`) else. Where the rules
of the two sides differ in when a game is drawn, playouts are not comparable and states per second are: there
OpenSpiel's mean length is measured in Python.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyspiel

import woodstock as ws


@dataclass(frozen=True)
class Pairing:
    """A game on both sides, what is compared, and the least ratio that is asked of us."""

    ours: str
    theirs: str
    asked: float
    states: bool = False


PAIRINGS = (
    Pairing("tic_tac_toe", "tic_tac_toe", 20),
    Pairing("connect_four", "connect_four", 20),
    Pairing("breakthrough", "breakthrough", 20),
    Pairing("othello", "othello", 20),
    Pairing("ggp-repository/pentago_v1.kif", "pentago", 20),
    Pairing("ggp-repository/chess_200_v1.kif", "chess", 5, states=True),
    Pairing("ggp-repository/hex.kif", "hex(board_size=9)", 1, states=True),
)


def peer_rollouts(game: pyspiel.Game, seconds: float) -> float:
    """OpenSpiel's rollouts per second."""
    rollouts = 8
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1, False, 1, False, pyspiel.ChildSelectionPolicy.UCT)
        begun = time.perf_counter()
        bot.mcts_search(game.new_initial_state())
        taken = time.perf_counter() - begun
        if taken >= seconds:
            return rollouts / taken
        rollouts = max(2 * rollouts, int(1.2 * rollouts * seconds / max(taken, 1e-6)))


def peer_length(game: pyspiel.Game, playouts: int = 60) -> float:
    """The mean length of OpenSpiel's random games."""
    random = np.random.default_rng(1)
    total = 0
    for _ in range(playouts):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            total += 1
    return total / playouts


def measure(pairing: Pairing, game: ws.Game, seconds: float, rounds: int) -> str:
    """One row of the table."""
    peer = pyspiel.load_game(pairing.theirs)
    length = peer_length(peer) if pairing.states else 1.0
    machine = game.machine()
    machine.playouts(50)
    ratios, gains, rates = [], [], []
    for number in range(rounds):
        lanes = game.playouts(2**40, seconds=seconds, seed=number).summary()
        events = machine.playouts(seconds=seconds, seed=number)
        theirs = peer_rollouts(peer, seconds) * length
        ours = (lanes.states if pairing.states else lanes.playouts) / lanes.seconds
        rates.append((theirs, lanes.playouts / lanes.seconds, lanes.states / lanes.seconds))
        ratios.append(ours / theirs)
        gains.append((lanes.playouts / lanes.seconds) / (events.playouts / events.seconds))
    theirs, playouts, states = (statistics.median(column) for column in zip(*rates, strict=True))
    unit = "st/s" if pairing.states else "po/s"
    return (
        f"{game.name:16} {playouts:14,.0f} {states:14,.0f} {theirs:13,.0f} {unit} {statistics.median(ratios):8.1f} "
        f"{pairing.asked:6.0f} {statistics.median(gains):9.1f}"
    )


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    rulesheets = os.environ.get("WOODSTOCK_RULESHEETS")
    print(
        f"{'game':16} {'playouts/s':>14} {'states/s':>14} {'OpenSpiel':>18} {'ratio':>8} {'asked':>6} {'/ events':>9}"
    )
    for pairing in PAIRINGS:
        if arguments.only not in pairing.ours:
            continue
        if not pairing.ours.endswith(".kif"):
            game = ws.load(pairing.ours)
        elif rulesheets:
            game = ws.load(Path(rulesheets) / pairing.ours)
        else:
            print(f"{pairing.ours:16} left out: WOODSTOCK_RULESHEETS does not say where it is")
            continue
        print(measure(pairing, game, arguments.seconds, arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
