"""Is anything lost, or counted twice, when an experiment is killed while it writes?

    python benchmarks/kills.py [KILLS] [--dask N] [--seed K] [--matches N]

Runs an experiment of small matches (so many for each of its four cells), kills -9 its process at random instants while
results come in, and runs it again, until it is done; then the next experiment, until KILLS (200) were killed. The
process is a fork of this one and does its batches itself, for Dask takes its time to start; for the last N kills (20)
it is `woodstock experiment run`, and either that or its worker is killed. Each experiment must have the rows and the
moves of a run that nobody disturbed, every task once, in a file that SQLite finds nothing wrong with; its records are
replayed. Prints how many of whom were killed. Exits with 1 when anything was lost, double, different or left.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # `experiments` is not the script beside this one
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import woodstock as ws
from experiments.chaos import count, run_client, survivors, workers
from experiments.pools import Inline, rows_of
from woodstock.experiments import Experiment, Runner, Store, load
from woodstock.experiments.playing import unpacked
from woodstock.referee import Record, replay

FILE = """
title = "Kills"
seed = {seed}
batch_seconds = 0.1

[match]
matches = {matches}
budget = 5
pairings = [["random", "legal"], ["random", "uct"]]

[match.players]
random = "random"
legal = "legal"
uct = "uct"

[match.games]
tic_tac_toe = {{}}
nim = {{}}
"""
TIMEOUT = 120.0
"""Seconds in which a client has to write something."""
LONGEST = 0.6
"""Seconds after the first new result within which it is killed."""
CLIENTS = 0.75
"""The share of kills that the client of a worker gets: it is the one that writes."""

Contents = dict[str, tuple[list[dict[str, object]], dict[int, Record]]]


def contents(experiment: Experiment, path: Path) -> Contents:
    """The rows and the records of each cell."""
    with Store(path, experiment.kind) as store:
        return {
            cell.key: (
                rows_of(store, cell.key),
                {number: unpacked(data) for number, data in store.records(cell.key)},
            )
            for cell in experiment.plan.cells
        }


def alone(file: Path, results: Path) -> None:
    """Run an experiment in this process."""
    experiment = load(file)
    with Store(results, experiment.kind, create=True) as store:
        Runner(experiment, store, Inline()).run()


def disturb_alone(file: Path, results: Path, total: int, kills: int, draw: random.Random) -> int:
    """Run an experiment to its end, killing it so often at the most; how often was it?

    Always in a fork: players' processes are kept from match to match, and a fork would talk to those of its parent.
    """
    killed = 0
    while True:
        client = get_context("fork").Process(target=alone, args=(file, results))
        client.start()
        if killed < kills and written_more(results, total, client.is_alive):
            client.join(draw.uniform(0, LONGEST))
            killed += client.is_alive()
            client.kill()
        client.join()
        if client.exitcode not in (0, -signal.SIGKILL):
            raise RuntimeError(f"exit code {client.exitcode}")
        if client.exitcode == 0:
            return killed


def disturb(folder: Path, file: Path, results: Path, total: int, kills: int, draw: random.Random) -> Counter[str]:
    """Run an experiment with a worker to its end, killing either so often at the most; who was killed?"""
    killed: Counter[str] = Counter()
    while True:
        client = run_client(folder, file, results, "--workers", "1")
        try:
            while killed.total() < kills and written_more(results, total, partial(running, client)):
                time.sleep(draw.uniform(0, LONGEST))
                if not running(client) or draw.random() < CLIENTS:
                    killed["clients of Dask"] += running(client)
                    break
                if found := workers(client.pid):
                    os.kill(draw.choice(found), signal.SIGKILL)
                    killed["workers of Dask"] += 1
            else:
                if client.wait(600) == 0:
                    return killed
                assert client.stderr is not None
                raise RuntimeError(client.stderr.read().decode(errors="replace")[-2000:])
        finally:
            client.kill()
            client.communicate()


def running(client: subprocess.Popen[bytes]) -> bool:
    """Has it not ended?"""
    return client.poll() is None


def written_more(results: Path, total: int, runs: Callable[[], bool]) -> bool:
    """Wait until something more was written. Are there tasks left then?"""
    before, end = count(results), time.monotonic() + TIMEOUT
    while (now := count(results)) == before and runs() and time.monotonic() < end:
        time.sleep(0.02)
    return now < total


def complaints(experiment: Experiment, results: Path, quiet: Path) -> list[str]:
    """What is not as it should be."""
    found: list[str] = []
    with closing(sqlite3.connect(results)) as database:
        rows, different = database.execute(
            "SELECT count(*), count(DISTINCT cell || ' ' || number) FROM results"
        ).fetchone()
    if not rows == different == experiment.tasks:
        found.append(f"{rows} results, {different} of them different, of {experiment.tasks} tasks")
    disturbed, expected = contents(experiment, results), contents(experiment, quiet)
    machines: dict[str, ws.Machine] = {}
    for key, (rows_there, records) in disturbed.items():
        rows_expected, others = expected[key]
        if rows_there != rows_expected:
            found.append(f"{key}: other results than those of a run that nobody disturbed")
        if changed := [at for at, one in others.items() if at not in records or records[at].moves != one.moves]:
            found.append(f"{key}: {len(changed)} matches have other moves than in a run that nobody disturbed")
            one = changed[0]
            found.append(f"{key}: match {one} is {records.get(one)}, and undisturbed {others[one]}")
        for at, record in records.items():
            machine = machines[record.game] = machines.get(record.game) or ws.load(record.game).machine()
            if len(replay(machine, record)) != len(record.moves) + 1:
                found.append(f"{key}: record {at} does not replay")
    return found


def main() -> int:
    """Kill, compare and print."""
    parser = argparse.ArgumentParser(description="Is anything lost when an experiment is killed?")
    parser.add_argument("kills", type=int, nargs="?", default=200)
    parser.add_argument("--dask", type=int, default=20, help="how many of them with Dask")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=3000)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    totals: Counter[str] = Counter()
    wrong: list[str] = []
    experiments = tasks = records = 0
    begun = time.monotonic()
    while (left := options.kills - totals.total()) > 0 and not wrong:
        dask = left <= options.dask
        with tempfile.TemporaryDirectory(prefix="woodstock-kills") as place:
            folder = Path(place)
            file, results, quiet = (folder / name for name in ("kills.toml", "kills.sqlite", "quiet.sqlite"))
            file.write_text(FILE.format(seed=options.seed + experiments, matches=options.matches))
            experiment = load(file)
            if dask:
                totals += disturb(folder, file, results, experiment.tasks, left, draw)
            else:
                totals["alone"] += disturb_alone(file, results, experiment.tasks, left - options.dask, draw)
            disturb_alone(file, quiet, experiment.tasks, 0, draw)
            wrong += complaints(experiment, results, quiet)
            wrong += [f"process {pid} was left behind" for pid in survivors(folder, 30)]
            experiments += 1
            tasks += experiment.tasks
            records += sum(len(own) for _, own in contents(experiment, results).values())
        told = ", ".join(f"{number} {what}" for what, number in totals.items())
        print(f"{time.monotonic() - begun:.0f} s, {experiments} experiments, {tasks} tasks: killed {told}", flush=True)
    print(f"{tasks} tasks, {records} records replayed, {len(wrong)} complaints")
    for complaint in wrong[:20]:
        print(complaint)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
