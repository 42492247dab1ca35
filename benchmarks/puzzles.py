"""What is found in puzzles, games with one role, no chance and no percepts, by the puzzle search and by the tree.

    python benchmarks/puzzles.py [--folder DIR] [--only TEXT] [--seconds 30] [--tree]

For each: the best goal that a line was found to, `proved` if nothing better can be had, the length of the line, and
processor seconds. `--tree` adds what `woodstock:knowledge=none` comes to, which plays the puzzle with as much processor
time for its first move, and a twentieth of it for each later one. Time is processor time, so that a busy machine finds
the same. The last line counts the puzzles by what was found.
"""

from __future__ import annotations

import argparse
import os
import re
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import woodstock as ws
from woodstock.errors import WoodstockError
from woodstock.games import names, text
from woodstock.report import Report
from woodstock.search import LaneSearch, PuzzleSearch, Searcher
from woodstock.search.puzzle_search import is_puzzle

ROLE = re.compile(r"^[^;\n]*\(\s*role\s+[^?\s]", re.IGNORECASE | re.MULTILINE)
"""Who plays, without loading the game."""

SLICE = 0.25
"""Seconds of one call of a search, by the clock."""


def think(search: Searcher, state: ws.State, seconds: float) -> Report:
    """Search from a state for so long, by processor time."""
    end = time.process_time() + seconds
    while True:
        search.search(state, seconds=min(SLICE, max(0.001, end - time.process_time())))
        report = search.report(0)
        if report.proved or time.process_time() >= end:
            return report


def played(game: ws.Game, seconds: float) -> int:
    """What the tree alone comes to."""
    machine, search = game.machine(), LaneSearch(game, seed=1)
    state, left = machine.initial(), seconds
    while not machine.terminal(state):
        legal = machine.legal(state)[0]
        move = legal[0] if len(legal) == 1 else think(search, state, left).best
        state, left = machine.next(state, (move,)), seconds / 20
    return machine.goals(state)[0] or 0


def puzzles(folder: Path, only: str) -> Iterator[tuple[str, ws.Game]]:
    """The puzzles among the bundled games and the rulesheets of a folder."""
    files = {str(path.relative_to(folder)): path.read_text(errors="replace") for path in sorted(folder.rglob("*.kif"))}
    for name, rules in ({name: text(name) for name in names()} | files).items():
        if only not in name or len(ROLE.findall(rules)) != 1:
            continue
        try:
            game = ws.load(folder / name if name in files else name)
        except WoodstockError:
            continue
        if is_puzzle(game) and not game.machine().terminal(game.machine().initial()):
            yield name, game


def main() -> None:
    """Print a row for each puzzle."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path(os.environ.get("WOODSTOCK_RULESHEETS", "rulesheets")))
    parser.add_argument("--only", default="", help="names that have this in them")
    parser.add_argument("--seconds", type=float, default=30.0, help="processor seconds for each puzzle")
    parser.add_argument("--tree", action="store_true", help="let the tree play, too")
    options = parser.parse_args()
    warnings.simplefilter("ignore", ws.FallbackWarning)
    print("| puzzle | goal | highest | proved | moves | states | seconds |" + (" tree |" if options.tree else ""))
    print("| --- " * (8 if options.tree else 7) + "|")
    counts = {"highest goal": 0, "less, proved": 0, "open": 0}
    for name, game in puzzles(options.folder, options.only):
        assert game.circuit is not None
        highest = max(game.circuit.goals[0], default=0)
        begun = time.process_time()
        report = think(PuzzleSearch(game, seed=1), game.machine().initial(), options.seconds)
        spent = time.process_time() - begun
        goal = round(100 * report.value)
        counts["highest goal" if goal == highest else "less, proved" if report.proved else "open"] += 1
        proved = "yes" if report.proved else "no"
        row = f"| {name} | {goal} | {highest} | {proved} | {len(report.line)} | {report.descents:,} | {spent:.2f} |"
        print(row + (f" {played(game, options.seconds)} |" if options.tree else ""), flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))


if __name__ == "__main__":
    main()
