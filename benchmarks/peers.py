"""Playouts in lanes against OpenSpiel's hand-written C++ and against our own event machine, in one run, one thread.

    python benchmarks/peers.py [--seconds S] [--rounds N] [GAME ..]

Rounds alternate between all three, and medians of ratios are reported, since machines are noisy. Playouts per second
of processor time are compared; states where the two sides do not agree on when a game is drawn.
"""

from __future__ import annotations

import argparse
import statistics

import pyspiel
from spiel import PAIRINGS, Pairing, mean_length, rate_of, rollouts_per_second

import woodstock as ws

ASKED = 20.0
"""The least ratio that is asked of us."""


def measure(pairing: Pairing, seconds: float, rounds: int) -> str:
    """One row of the table."""
    game, peer = ws.load(pairing.ours), pyspiel.load_game(pairing.theirs)
    length = mean_length(peer) if pairing.states else 1.0
    machine = game.machine()
    machine.playouts(50)
    ours, theirs, events = [], [], []
    for seed in range(rounds):
        ours.append(rate_of(lambda n: game.playouts(n, seed=seed).states, seconds, 2**12))  # noqa: B023
        events.append(rate_of(lambda n: machine.playouts(n, seed=seed).states, seconds))  # noqa: B023
        theirs.append(rollouts_per_second(peer, seconds) * length)
    compared = [rate[pairing.states] for rate in ours]
    ratio = statistics.median(own / other for own, other in zip(compared, theirs, strict=True))
    gain = statistics.median(own[1] / other[1] for own, other in zip(ours, events, strict=True))
    playouts, states = (statistics.median(column) for column in zip(*ours, strict=True))
    unit = "st/s" if pairing.states else "po/s"
    return (
        f"{pairing.ours:20} {playouts:14,.0f} {states:14,.0f} {statistics.median(theirs):13,.0f} {unit} "
        f"{ratio:8.1f} {ASKED:6.0f} {gain:9.1f}"
    )


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(
        f"{'game':20} {'playouts/s':>14} {'states/s':>14} {'OpenSpiel':>18} {'ratio':>8} {'asked':>6} {'/ events':>9}"
    )
    for pairing in PAIRINGS:
        if not given.games or pairing.ours in given.games:
            print(measure(pairing, given.seconds, given.rounds), flush=True)


if __name__ == "__main__":
    main()
