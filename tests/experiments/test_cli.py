"""`woodstock experiment`, from the file to the figure, with workers of its own and of a scheduler."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from cli.running import woodstock
from experiments.kinds_of_ours import CoinKind
from experiments.pools import Inline
from protocol.serving import serving
from woodstock.cli.experiment import duration, rest
from woodstock.experiments import ExperimentError, Kind, Runner, RunStatus, Store, load
from woodstock.referee.schedule import at_once

distributed = pytest.importorskip("distributed")

FILE = """
title = "Tiny"
seed = 1
[match]
matches = 12
budget = 3
[match.players]
random = "random"
legal = "legal"
nobody = "elsewhere"
[match.games]
tic_tac_toe = {}
nim = {}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tiny.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A scheduler with two workers, as threads of this process: quick to start."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.long
def test_from_the_file_to_the_figure(folder: Path, scheduler: str) -> None:
    result = woodstock("experiment", "run", "tiny.toml", "--scheduler", scheduler, "--json")
    assert (result.code, result.err) == (0, "")
    answer = result.json()
    assert (answer["done"], answer["total"], answer["failed"]) == (24, 24, 0)
    assert (answer["cells"], answer["missing"], answer["name"]) == (6, 4, "tiny")
    assert {row["game"] for row in answer["rows"]} == {"tic_tac_toe", "nim"}
    assert answer["rows"][0]["score_interval"][0] < answer["rows"][0]["score"]
    assert scheduler in answer["runs"][0]["workers"]

    again = woodstock("experiment", "run", "tiny.toml", "--scheduler", scheduler)
    assert "24 of 24 tasks are done" in again.out
    assert "4 of 6 cells are not available" in again.out

    for target in ("tiny.toml", "tiny.sqlite"):
        status = woodstock("experiment", "status", target)
        assert "24 of 24 tasks are done" in status.out
        assert "nobody is a separate program; --player nobody=http://host:port" in status.out
        assert woodstock("experiment", "status", target, "--json").json()["done"] == 24

    report = woodstock("experiment", "report", "tiny.toml")
    assert report.out.startswith("Tiny\n")
    assert "Strengths over all games" in report.out
    assert len(woodstock("experiment", "report", "tiny.toml", "--json").json()["tables"]) == 1
    markdown = woodstock("experiment", "report", "tiny.toml", "--format", "markdown", "--details").out
    assert "| game | random vs. legal | random vs. nobody | legal vs. nobody |" in markdown
    assert "## Runs" in markdown and "all cells" in markdown
    assert woodstock("experiment", "report", "tiny.toml", "--format", "csv").out.startswith("game,pairing,total,done,")
    assert woodstock("experiment", "report", "tiny.toml", "--format", "csv", "--out", "cells.csv").code == 0
    assert (folder / "cells.csv").read_text().count("\n") == 7
    assert (folder / "cells-strengths.csv").read_text().startswith("player,Elo above the mean,")
    assert woodstock("experiment", "report", "tiny.toml", "--format", "latex", "--out", "t.tex").out == ""
    assert r"\begin{tabular}" in (folder / "t.tex").read_text()

    assert woodstock("experiment", "plot", "tiny.toml").out == "tiny.svg tiny.png\n"
    assert "Tiny" in (folder / "tiny.svg").read_text()
    assert woodstock("experiment", "plot", "tiny.toml", "--out", "x.svg", "--json").json()["files"] == ["x.svg"]
    assert "written as .svg or .png" in woodstock("experiment", "plot", "tiny.toml", "--out", "x.gif").complaint()

    assert woodstock("experiment", "records", "tiny.toml", "--out", "r.jsonl", "--json").json()["records"] == 24
    replayed = woodstock("replay", "r.jsonl", "--json").json()
    assert replayed["ok"] is True
    assert len(replayed["records"]) == 24


def test_scales_are_remembered(folder: Path, scheduler: str) -> None:
    small = ("experiment", "run", "tiny.toml", "--scale", 0.3, "--only", "nim", "--player", "nobody=legal")
    assert woodstock(*small, "--scheduler", scheduler).code == 0
    status = woodstock("experiment", "status", "tiny.toml", "--json").json()
    assert (status["done"], status["total"], status["missing"]) == (8, 8, 0)
    # Without a scale the whole experiment is run; what is there stays.
    answer = woodstock("experiment", "run", "tiny.toml", "--scheduler", scheduler, "--json").json()
    assert (answer["done"], answer["total"]) == (24, 24)
    assert [row["done"] for row in answer["rows"] if row["game"] == "nim" and not row["missing"]] == [12]


@pytest.mark.long
def test_workers_of_its_own(folder: Path) -> None:
    """The default: a cluster that comes and goes with the command."""
    result = woodstock(
        "experiment", "run", "tiny.toml", "--workers", 1, "--results", "own.sqlite", "--for", 100, "--json"
    )
    assert (result.code, result.err) == (0, "")
    answer = result.json()
    assert answer["done"] == 24
    assert answer["runs"][0]["workers"] == "local, 1 worker"
    assert answer["results"] == "own.sqlite"


@pytest.mark.slow
def test_a_player_elsewhere_fills_a_column(folder: Path, scheduler: str) -> None:
    """It is there once, so its matches are played one at a time, whatever the number of workers."""
    (folder / "tiny.toml").write_text(FILE.replace("budget = 3", "start = 20\nplay = 20").replace("= 12", "= 4"))
    with serving("legal") as served:
        filled = ("experiment", "run", "tiny.toml", "--player", f"nobody={served.url}", "--only", "nim")
        answer = woodstock(*filled, "--scheduler", scheduler, "--json").json()
    assert (answer["done"], answer["failed"], answer["missing"]) == (12, 0, 0)
    assert [row["done"] for row in answer["rows"]] == [4, 4, 4]
    # It plays what `legal` plays here: against the same player from both sides, each wins once.
    assert answer["rows"][2]["score"] == 0.5


def rows_in(path: Path) -> int:
    """The results in a file that another thread writes; none while there is no file yet."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_ctrl_c_keeps_what_is_done(folder: Path, scheduler: str) -> None:
    (folder / "long.toml").write_text(
        'kind = "experiments.kinds_of_ours.CoinKind"\nbatch_seconds = 0.1\n[work]\ntosses = 10000\n'
        '[work.coins]\nslow = "sleep 0.02"\n'
    )

    def interrupt() -> None:
        """As soon as something is done: on a busy machine that takes a while."""
        end = time.monotonic() + 60
        while time.monotonic() < end and not rows_in(folder / "long.sqlite"):
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    result = woodstock("experiment", "run", "long.toml", "--scheduler", scheduler, "--json")
    assert result.code == 130
    done = json.loads(result.out)["done"]
    assert 0 < done < 10000
    assert "run the same command to resume" in result.line()
    more = woodstock("experiment", "run", "long.toml", "--scheduler", scheduler, "--for", 1, "--json").json()
    assert more["done"] > done


@pytest.mark.long
def test_built_in_ones_are_listed() -> None:
    listed = woodstock("experiment", "list", "--json").json()["experiments"]
    names = [one["name"] for one in listed]
    assert names == sorted(names)
    assert "paper-000-table-3" in names
    assert set(listed[0]) == {"name", "title", "source", "tasks", "cells", "missing"}
    assert "paper-000-table-3" in woodstock("experiment", "list").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "nothing"], "no experiment is called 'nothing'"),
        (["report", "tiny.toml"], "run the experiment first"),
        (["report", "none.sqlite"], "is not a file of results"),
        (["run", "tiny.toml", "--player", "legal"], "write --player as LABEL=PLAYER"),
        (["run", "tiny.toml", "--scheduler", "tcp://127.0.0.1:9", "--workers", "2"], "give one of the two"),
        (["run", "tiny.toml", "--scheduler", "nonsense"], "'nonsense' is not the address of a Dask scheduler"),
    ],
)
def test_wrong_use(folder: Path, arguments: list[str], message: str) -> None:
    result = woodstock("experiment", *arguments)
    assert result.code == 2
    assert message in result.complaint()


@pytest.mark.long
def test_what_is_missing_is_named_with_its_remedy(folder: Path) -> None:
    """In a process of its own: the cluster of the other tests lives in this one, and needs its modules."""
    experiment = load("tiny.toml")
    with Store(folder / "tiny.sqlite", experiment.kind, create=True) as store:
        Runner(experiment, store, Inline()).run()
    for module, command in (("distributed", "run"), ("matplotlib", "plot")):
        code = f"import sys; sys.modules['{module}'] = None; from woodstock.cli import main; main()"
        arguments = [sys.executable, "-c", code, "experiment", command, "tiny.toml"]
        result = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")
        assert "pip install 'woodstock-ggp[experiments]'" in result.stderr


@pytest.mark.parametrize(
    ("before", "after", "line", "message"),
    [
        ('legal = "legal"', 'legal = "leagl"', 9, "there is no player 'leagl'; did you mean 'legal'?"),
        ('legal = "legal"', 'legal = "uct:cc=1"', 9, "player 'uct': "),
        ("nim = {}", "nimm = {}", 13, "no bundled game is called 'nimm': did you mean nim?"),
        ("budget = 3", "budget = 3\npairings = [['random', 'legal', 'random']]", 7, "has 2 seats, not 3"),
        ("[match.games]", "[match.sweep]\nplayer='legal'\noption='depth'\nvalues=[1]\n[match.games]", 13, "depth"),
        ("matches = 12", "matches = 0", 5, "must be at least 1"),
        ("matches = 12", "matchs = 12", 5, "takes no 'matchs'"),
    ],
)
def test_mistakes_are_told_before_anything_runs(folder: Path, before: str, after: str, line: int, message: str) -> None:
    (folder / "tiny.toml").write_text(FILE.replace(before, after))
    result = woodstock("experiment", "run", "tiny.toml", "--workers", "1")
    assert result.code == 2
    assert result.complaint().startswith(f"tiny.toml:{line}:1: error: ")
    assert message in result.err
    assert not (folder / "tiny.sqlite").exists()


def test_nothing_to_run(folder: Path) -> None:
    (folder / "tiny.toml").write_text(FILE.replace('"random"', '"elsewhere"').replace('"legal"', '"elsewhere"'))
    result = woodstock("experiment", "run", "tiny.toml")
    assert result.code == 2
    assert "there is nothing to run" in result.complaint()


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "127.0.0.1:1", "tcp://localhost:99999999"])
def test_a_scheduler_that_is_not_there(folder: Path, address: str) -> None:
    result = woodstock("experiment", "run", "tiny.toml", "--scheduler", address)
    assert result.code == 2
    assert address in result.complaint()


def test_the_command_ends_without_a_scheduler(folder: Path) -> None:
    """In a process of its own, which has to end by itself: it took Dask a minute."""
    arguments = [sys.executable, "-m", "woodstock.cli", "experiment", "run", "tiny.toml", "--scheduler", "nonsense"]
    result = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=55)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.long
def test_ctrl_c_is_one_line(folder: Path) -> None:
    """As a terminal does it: all processes of the group hear it."""
    (folder / "tiny.toml").write_text(FILE.replace("matches = 12", "matches = 1000000"))
    arguments = [sys.executable, "-m", "woodstock.cli", "experiment", "run", "tiny.toml", "--workers", "1"]
    process = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        experiment = load("tiny.toml")
        for _ in range(600):
            time.sleep(0.2)
            if (folder / "tiny.sqlite").exists() and done_in(folder / "tiny.sqlite", experiment.kind):
                break
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert errors.startswith("error: interrupted; ")
    assert errors.count("\n") == 1


def done_in(path: Path, kind: Kind) -> bool:
    with contextlib.suppress(ExperimentError, sqlite3.Error), Store(path, kind) as store:
        return bool(store.runs()) and any(store.progress(1.0, dict.fromkeys(store._cells, 10**9)).values())
    return False


def test_what_the_bar_says() -> None:
    status = RunStatus(5, 10, 1, 2, 4, 90.0, 3)
    assert rest(status) == "about 1.5 min left, 4 workers, 3 cells not timed yet, 1 failed, 2 disturbed"
    assert rest(RunStatus(0, 10, 0, 0, 1, None, 0)) == "1 worker"
    assert [duration(seconds) for seconds in (5, 60, 5400, 200000)] == ["5 s", "1.0 min", "1.5 h", "2.3 days"]


def test_workers_have_a_core_for_every_thread() -> None:
    cores = len(os.sched_getaffinity(0))
    assert at_once(1) == cores
    assert at_once(2 * cores) == 1


class BrokenKind(CoinKind):
    """One whose batches cannot even be opened, for a reason that is no error of ours."""

    def opened(self, setup: tuple[str, int]) -> NoReturn:
        raise RuntimeError("the module is not installed here")


def test_a_worker_that_cannot_work_says_why(folder: Path, scheduler: str) -> None:
    (folder / "broken.toml").write_text('kind = "experiments.test_cli.BrokenKind"\n[work.coins]\nfair = "fair 0.5"\n')
    result = woodstock("experiment", "run", "broken.toml", "--scheduler", scheduler)
    assert result.code == 2
    assert "a worker cannot work: RuntimeError: the module is not installed here" in result.complaint()
