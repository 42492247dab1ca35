"""The event machine against OpenSpiel's hand-written C++, in one run: one state at a time, random play, one thread.

    python benchmarks/events.py [--seconds S] [--rounds N] [GAME ..]

Rounds alternate between the two, and medians are reported, since machines are noisy. Playouts per second of processor
time are compared; states where the two sides do not agree on when a game is drawn.
"""

from __future__ import annotations

import argparse
import statistics

import pyspiel
from spiel import PAIRINGS, Pairing, mean_length, rate_of, rollouts_per_second

import woodstock as ws

ASKED = 1.0
"""The least ratio that is asked of us."""


def measure(pairing: Pairing, seconds: float, rounds: int) -> str:
    """A row of the table."""
    machine, peer = ws.load(pairing.ours).machine(), pyspiel.load_game(pairing.theirs)
    rate_of(lambda n: machine.playouts(n).states, seconds)  # the first playouts also work out the transitions
    length = mean_length(peer) if pairing.states else 1.0
    ours, theirs = [], []
    for seed in range(rounds):
        ours.append(rate_of(lambda n: machine.playouts(n, seed=seed).states, seconds)[pairing.states])  # noqa: B023
        theirs.append(rollouts_per_second(peer, seconds) * length)
    ratio = statistics.median(own / other for own, other in zip(ours, theirs, strict=True))
    unit = "states" if pairing.states else "playouts"
    return (
        f"{pairing.ours:20} {statistics.median(ours):15,.0f} {statistics.median(theirs):15,.0f} {unit:>9} "
        f"{ratio:7.2f} {ASKED:6.1f}"
    )


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':20} {'woodstock/s':>15} {'OpenSpiel/s':>15} {'':>9} {'ratio':>7} {'asked':>6}")
    for pairing in PAIRINGS:
        if not given.games or pairing.ours in given.games:
            print(measure(pairing, given.seconds, given.rounds), flush=True)


if __name__ == "__main__":
    main()
