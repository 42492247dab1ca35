"""Loads every shared rulesheet, plays three random games of each, and prints a table.

    python benchmarks/rulesheets.py [--folder DIR] [--only TEXT] [--workers N]

Every rulesheet is loaded without the cache in a process of its own. `circuit` and `interpreter` say how it is run,
`lenient` and `fold` that it needs that option; an invalid rulesheet shows its diagnosis.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import statistics
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import woodstock as ws
from woodstock.gdl import check

STEPS = 2000
PLAYOUTS = 3


def measure(task: tuple[Path, str]) -> dict[str, Any]:
    """Load and play one rulesheet; on an error try again with the option that could help."""
    folder, file = task
    row: dict[str, Any] = {"file": file}
    warnings.simplefilter("ignore", ws.FallbackWarning)
    problems = [p for p in check((folder / file).read_bytes()) if p.severity == "error"]
    row["codes"] = sorted({p.code for p in problems})
    for options in ((), ("lenient",), ("fold_case",), ("lenient", "fold_case")):
        begun = time.perf_counter()
        try:
            game = ws.load(folder / file, cache=False, lenient="lenient" in options, fold_case="fold_case" in options)
            machine = game.machine()
        except ws.WoodstockError as error:
            row.setdefault("error", str(error))
            continue
        row["load"] = time.perf_counter() - begun
        row["options"] = "+".join(options)
        row["engine"] = game.info()["engine"]
        row["gates"] = game.info()["gates"]
        try:
            begun = time.perf_counter()
            report = machine.playouts(PLAYOUTS, seed=1, limit=STEPS)
            row |= {"played": report.playouts, "capped": report.capped, "broken": report.broken}
            row |= {"steps": report.states, "play": time.perf_counter() - begun}
        except ws.WoodstockError as error:
            row["error"] = str(error)
        return row
    return row


def line(row: dict[str, Any]) -> str:
    """One row of the table."""
    if "load" not in row:
        return f"{row['file']:52} invalid      {','.join(row['codes'])}: {row['error'][:90]}"
    ended = f"{row.get('played', 0)}+{row.get('capped', 0)}c+{row.get('broken', 0)}b"
    return (
        f"{row['file']:52} {row['engine']:11} {row['load']:7.3f} s load {row.get('play', 0):8.3f} s play "
        f"{row.get('steps', 0):6} steps {ended:9} {row['gates'] or '-':>8} gates {row['options']} "
        f"{row.get('error', '') if 'steps' not in row else ''}"
    )


def main() -> None:
    """Run over all rulesheets and sum up."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=os.environ.get("WOODSTOCK_RULESHEETS"))
    parser.add_argument("--only", default="")
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    if not arguments.folder:
        sys.exit("say where the rulesheets are: --folder DIR or WOODSTOCK_RULESHEETS")
    with (arguments.folder / "INDEX.csv").open() as index:
        files = [row["file"] for row in csv.DictReader(index) if arguments.only in row["file"]]
    rows = []
    with multiprocessing.get_context("spawn").Pool(arguments.workers, maxtasksperchild=1) as pool:
        for row in pool.imap(measure, [(arguments.folder, file) for file in files]):
            rows.append(row)
            print(line(row), flush=True)
    valid = [row for row in rows if "load" in row]
    plain = [row for row in valid if not row["options"]]
    circuits = [row for row in valid if row["engine"] == "circuit"]
    print(
        f"\n{len(rows)} rulesheets: {len(plain)} valid as they are, {len(valid) - len(plain)} with an option, "
        f"{len(rows) - len(valid)} invalid; {len(circuits)} of {len(valid)} through the circuit "
        f"({100 * len(circuits) / max(len(valid), 1):.1f} %); "
        f"median load {statistics.median(row['load'] for row in valid):.3f} s"
    )


if __name__ == "__main__":
    main()
