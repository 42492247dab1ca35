"""What a search costs beyond its playouts: descents per second against the raw playouts of the event machine.

    python benchmarks/searches.py [--seconds S] [--rounds N] [GAME ..]

Both start from the initial state, in one thread. Rounds alternate between the raw playouts and each search, and medians
are reported with the share of the raw rate, since machines are noisy. A search starts its playouts further down and can
have a share above 1.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable

import woodstock as ws
from woodstock.search import Grave, Searcher, Ucb, Uct

GAMES = ("connect_four", "breakthrough", "othello")
SEARCHES: dict[str, Callable[[ws.CircuitMachine], Searcher]] = {"uct": Uct, "grave": Grave, "ucb": Ucb}


def playouts_of(search: Searcher, machine: ws.CircuitMachine, seconds: float) -> tuple[float, int]:
    """Playouts per second of a search from the initial state, and its nodes."""
    search.search(machine.initial(), seconds=seconds)
    report = search.report(0)
    return report.playouts / report.seconds, report.nodes


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print(f"{'game':14} {'search':8} {'playouts/s':>11} {'raw/s':>9} {'share':>6} {'nodes':>9}")
    for name in arguments.games:
        machine = ws.load(name).machine()
        assert isinstance(machine, ws.CircuitMachine)
        raw: list[float] = []
        rates: dict[str, list[tuple[float, int]]] = {kind: [] for kind in SEARCHES}
        for _ in range(arguments.rounds):
            result = machine.playouts(seconds=arguments.seconds)
            raw.append(result.playouts / result.seconds)
            for kind, make in SEARCHES.items():
                rates[kind].append(playouts_of(make(machine), machine, arguments.seconds))
        for kind, found in rates.items():
            rate = statistics.median(rate for rate, _ in found)
            share = statistics.median(own / base for (own, _), base in zip(found, raw, strict=True))
            nodes = int(statistics.median(nodes for _, nodes in found))
            print(f"{name:14} {kind:8} {rate:11.0f} {statistics.median(raw):9.0f} {share:6.2f} {nodes:9}")


if __name__ == "__main__":
    main()
