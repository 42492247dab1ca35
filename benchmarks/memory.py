"""Does a search keep to its memory? The resident size of a process that searches for long, against the cap.

    python benchmarks/memory.py [GAME] [--search woodstock|uct|grave|mac-ucb] [--cap MIB] [--seconds S] [--move S]

The search runs in a process of its own from the initial state on, and every `--move` seconds its best move is made,
with the tree kept, as in a match; after the end of a game it starts again. What the process holds is read ten times a
second. The size before the search (Python, the game, its lanes) is the base: the tree may add the cap to it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import woodstock as ws
from woodstock.search import Grave, LaneSearch, MacUcb, Searcher, Uct

MIB = 2**20
SEARCHES: dict[str, Callable[[ws.Game, int], Searcher]] = {
    "woodstock": lambda game, cap: LaneSearch(game, memory=cap),
    "uct": lambda game, cap: Uct(game, memory=cap),
    "grave": lambda game, cap: Grave(game, memory=cap),
    "mac-ucb": lambda game, cap: MacUcb(game, by="circuit", memory=cap),
}


def resident(pid: int) -> int:
    """Bytes that a process holds in memory (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def think(game: str, name: str, cap: int, seconds: float, move: float, line: Connection) -> None:
    """Search, move by move; say when the search begins, then of each search how large it became."""
    loaded = ws.load(game)
    machine = loaded.machine()
    loaded.playouts(1000)  # what playouts need is no part of the tree
    line.send(None)
    line.recv()
    search = SEARCHES[name](loaded, cap)
    state = machine.initial()
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        search.search(state, seconds=min(move, left))
        reports = [search.report(role) for role in range(len(loaded.roles))]
        line.send((reports[0].nodes, reports[0].descents))
        state = machine.next(state, [report.best for report in reports])
        if machine.terminal(state):
            state = machine.initial()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="connect_four")
    parser.add_argument("--search", choices=SEARCHES, default="woodstock")
    parser.add_argument("--cap", type=int, default=1024, help="in MiB")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--move", type=float, default=60.0)
    given = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(
        target=think, args=(given.game, given.search, given.cap * MIB, given.seconds, given.move, theirs)
    )
    child.start()
    theirs.close()
    ours.recv()
    base = largest = resident(child.pid or 0)
    ours.send(None)
    nodes, descents = [], 0
    while child.is_alive():
        child.join(0.1)
        if child.is_alive():
            largest = max(largest, resident(child.pid or 0))
        while ours.poll():
            try:
                told = ours.recv()
            except EOFError:
                break
            nodes.append(told[0])
            descents += told[1]
    grown = (largest - base) / MIB
    print(
        f"{given.game} {given.search}: {given.seconds:.0f} s in {len(nodes)} searches, {descents:,} descents, "
        f"at most {max(nodes, default=0):,} nodes; "
        f"base {base / MIB:.0f} MiB, at most {grown:.0f} MiB more, cap {given.cap} MiB: "
        f"{'kept' if grown <= given.cap else f'passed by {grown - given.cap:.1f} MiB'}"
    )


if __name__ == "__main__":
    main()
