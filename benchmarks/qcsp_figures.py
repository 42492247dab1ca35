"""Figures 3 to 7 of paper 004 at a share of its clock: who wins how often, with intervals and paired tests.

Usage: qcsp_figures.py [FIGURE..] [--scale 0.001] [--instances 100] [--jobs 2] [--rows FILE] [--every-point]

The clock counts seconds of each player's own thread on a processor, so that a busy machine does not decide. Rows go to
FILE as they come, one JSON object a line; what is there already is not played again.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from woodstock.match.statistics import wilson
from woodstock.qcsp.comparing import sign_test
from woodstock.qcsp.figures import FIGURES, Figure, Task, play_task, tasks

Row = dict[str, Any]
Key = tuple[str, float, int, str, float]


def key(row: Row) -> Key:
    """What makes a game the same."""
    return row["figure"], row["p_ee"], row["instance"], row["player"], row["seconds"]


def played(wanted: list[Task], jobs: int, file: Path | None) -> list[Row]:
    """The rows of all tasks, from the file where it has them."""
    known: dict[Key, Row] = {}
    if file is not None and file.exists():
        known = {key(row): row for row in map(json.loads, file.read_text().splitlines())}
    missing = [task for task in wanted if key(vars(task)) not in known]
    with ProcessPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(play_task, task) for task in missing]):
            row = done.result()
            known[key(row)] = row
            if file is not None:
                with file.open("a") as out:
                    print(json.dumps(row), file=out)
    return [known[key(vars(task))] for task in wanted]


def report(figure: Figure, rows: list[Row], *, every_point: bool) -> None:
    """A line for each player: its share of wins, and how likely ours differs from it by chance alone."""
    won: dict[str, dict[tuple[float, int], bool]] = defaultdict(dict)
    for row in rows:
        won[row["player"]][row["p_ee"], row["instance"]] = bool(row["won"])
    games = sorted(won[figure.players[0]])
    print(f"\n{figure.name}: {figure.title} (n={figure.n}, d={figure.d}, against {figure.adversary})")
    head = "".join(f"{p:>7}" for p in figure.p_ee)
    print(f"{'player':<12}{head}    all   95 %            p against ours")
    ours = [won["woodstock"][game] for game in games]
    for player in figure.players:
        results = [won[player][game] for game in games]
        shares = []
        for p_ee in figure.p_ee:
            point = [won[player][game] for game in games if game[0] == p_ee]
            shares.append(f"{sum(point) / len(point):7.2f}")
        low, high = wilson(sum(results), len(results))
        print(
            f"{player:<12}{''.join(shares)}  {sum(results) / len(results):.3f}  {low:.3f} .. {high:.3f}  "
            f"{sign_test(ours, results):.2g}"
        )
        if every_point:
            for p_ee in figure.p_ee:
                point = [won[player][game] for game in games if game[0] == p_ee]
                low, high = wilson(sum(point), len(point))
                print(f"    {p_ee}: {sum(point)}/{len(point)}  {low:.3f} .. {high:.3f}")
    for one, other in (
        ("mc-deep", "mc-shallow"),
        ("mc-shallow", "iab"),
        ("mc-deep", "iab"),
        ("mc-shallow", "mc-noprop"),
    ):
        if one in won and other in won:
            test = sign_test([won[one][game] for game in games], [won[other][game] for game in games])
            print(f"  {one} and {other}: p = {test:.2g}")


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", nargs="*", metavar="FIGURE", help=f"of {', '.join(FIGURES)}; all")
    parser.add_argument("--scale", type=float, default=0.001, help="share of the paper's clock")
    parser.add_argument("--instances", type=int, default=20, help="for each point; the paper has 100")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--every-point", action="store_true", help="intervals of every point")
    given = parser.parse_args()
    for name in given.figures or FIGURES:
        figure = FIGURES[name]
        wanted = list(tasks(figure, scale=given.scale, instances=given.instances, processor=True))
        report(figure, played(wanted, given.jobs, given.rows), every_point=given.every_point)


if __name__ == "__main__":
    main()
