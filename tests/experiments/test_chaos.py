"""Killing workers and clients loses nothing, and nothing is counted twice."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from experiments.chaos import chaos, count, marked, run_client, survivors
from experiments.pools import Inline, rows_of
from woodstock.experiments import Experiment, Runner, Store, load

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")

FILE = """
title = "Chaos"
seed = 7
batch_seconds = {batch}

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


def all_rows(experiment: Experiment, path: Path) -> dict[str, list[dict[str, object]]]:
    with Store(path, experiment.kind) as store:
        return {cell.key: rows_of(store, cell.key) for cell in experiment.plan.cells}


@pytest.mark.slow
def test_a_task_that_kills_its_worker_is_given_up(tmp_path: Path) -> None:
    file = tmp_path / "deadly.toml"
    file.write_text(
        'kind = "experiments.kinds_of_ours.CoinKind"\n[work]\ntosses = 6\n'
        '[work.coins]\nkiller = "kill"\nfair = "fair 0.5"'
    )
    client = run_client(tmp_path, file, tmp_path / "deadly.sqlite")
    _, errors = client.communicate(timeout=300)
    assert (client.returncode, errors) == (0, b"")
    found = all_rows(load(file), tmp_path / "deadly.sqlite")
    assert [row["failure"] for row in found["killer 0"]] == [None, "its worker died, 5 times", None, None, None, None]
    assert {row["failure"] for row in found["fair 0"]} == {None}


@pytest.mark.slow
def test_a_scheduler_may_die(tmp_path: Path) -> None:
    """The client says so in a line; the next run, with workers of its own, goes on from what was written."""
    file, results, told = tmp_path / "chaos.toml", tmp_path / "chaos.sqlite", tmp_path / "scheduler.json"
    file.write_text(FILE.format(matches=200, batch=0.1))
    experiment = load(file)
    common = ("--scheduler-file", str(told), "--no-dashboard")
    scheduler = marked(tmp_path, "-m", "dask", "scheduler", "--port", "0", *common)
    options = ("--nworkers", "2", "--nthreads", "1", "--memory-limit", "0", "--death-timeout", "20")
    worker = marked(tmp_path, "-m", "dask", "worker", *common, *options)
    try:
        until(told.exists)
        address = json.loads(told.read_text())["address"]
        client = run_client(tmp_path, file, results, "--scheduler", address)
        until(lambda: count(results) > 50)
        scheduler.kill()
        _, errors = client.communicate(timeout=100)
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.communicate()
    assert client.returncode == 2
    assert errors.startswith(b"error: the connection to the Dask scheduler was lost")
    assert errors.count(b"\n") == 1
    before = count(results)
    assert 50 < before < 800
    client = run_client(tmp_path, file, results)
    _, errors = client.communicate(timeout=300)
    assert (client.returncode, errors) == (0, b"")
    with Store(tmp_path / "quiet.sqlite", experiment.kind, create=True) as store:
        Runner(experiment, store, Inline()).run()
    assert all_rows(experiment, results) == all_rows(experiment, tmp_path / "quiet.sqlite")
    assert not survivors(tmp_path, 40)


def until(ready: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    end = time.monotonic() + 120
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.long
@pytest.mark.parametrize(
    ("matches", "kills", "batch"),
    [
        (30, 2, 0.05),
        pytest.param(60, 2, 0.05, marks=pytest.mark.slow),
        pytest.param(500, 10, 0.2, marks=pytest.mark.slow),
    ],
)
def test_chaos(tmp_path: Path, matches: int, kills: int, batch: float) -> None:
    file = tmp_path / "chaos.toml"
    file.write_text(FILE.format(matches=matches, batch=batch))
    experiment = load(file)
    total = 4 * matches
    assert experiment.tasks == total

    with Store(tmp_path / "quiet.sqlite", experiment.kind, create=True) as store:
        Runner(experiment, store, Inline()).run()
    quiet = all_rows(experiment, tmp_path / "quiet.sqlite")

    results = tmp_path / "chaos.sqlite"
    killed = chaos(tmp_path, file, results, total, kills, seed=matches, limit=60 * kills)
    print(killed, file=sys.stderr)
    assert len(killed) == kills
    assert {"client", "worker"} == set(killed)
    disturbed = all_rows(experiment, results)
    numbers = [(key, row["number"]) for key, rows in disturbed.items() for row in rows]
    assert len(numbers) == len(set(numbers)) == total
    assert disturbed == quiet
    assert not survivors(tmp_path, 20)
