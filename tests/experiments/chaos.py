"""Killing the processes of an experiment, again and again, until it is done."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

MARK = "WOODSTOCK_CHAOS"


def run_client(folder: Path, file: Path, results: Path, *options: str) -> subprocess.Popen[bytes]:
    """A client, with two workers of its own unless options say otherwise, in a session of its own. All its processes
    carry a mark."""
    code = "from woodstock.cli import main; main()"
    arguments = ["experiment", "run", str(file), "--results", str(results), "--json", *(options or ("--workers", "2"))]
    return marked(folder, "-c", code, *arguments)


def marked(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A Python process with the mark of this folder."""
    path = os.pathsep.join(str(Path(entry).resolve()) for entry in sys.path if entry)
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, MARK: str(folder), "PYTHONPATH": path},
        start_new_session=True,
    )


def chaos(folder: Path, file: Path, results: Path, total: int, kills: int, seed: int, limit: float) -> list[str]:
    """Run the experiment to its end, killing a worker or the client `kills` times at random instants, spread over the
    run. What was killed, in order."""
    choice = random.Random(seed)
    # Each in its part of the run, so that none is too late; the client and the workers take turns at random.
    instants = sorted(choice.uniform(number, number + 1) * total / (kills + 1) for number in range(kills))
    victims = [choice.choice(["client", "worker"]) for _ in range(kills - 2)] + ["client", "worker"]
    choice.shuffle(victims)
    killed: list[str] = []
    end = time.monotonic() + limit
    client = run_client(folder, file, results)
    try:
        while client.poll() is None or len(killed) < kills:
            assert time.monotonic() < end, f"not done in time, after {killed}, with {count(results)} results"
            if client.poll() is not None:
                break
            if len(killed) < kills and count(results) >= instants[len(killed)]:
                time.sleep(choice.uniform(0, 0.05))
                victim = victims[len(killed)]
                if victim == "client":
                    os.kill(client.pid, signal.SIGKILL)
                    client.communicate()
                    killed.append(victim)
                    client = run_client(folder, file, results)
                elif pids := workers(client.pid):
                    os.kill(choice.choice(pids), signal.SIGKILL)
                    killed.append(victim)
            time.sleep(0.01)
        _, errors = client.communicate()
        assert client.returncode == 0, errors.decode()
    finally:
        if client.poll() is None:
            client.kill()
            client.communicate()
    return killed


def count(results: Path) -> int:
    """How many results there are."""
    if not results.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{results}?mode=ro", uri=True, timeout=5)) as database:
            return int(database.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0


def workers(client: int) -> list[int]:
    """The processes in which the workers of a client live: its children that Dask spawned."""
    found = []
    for pid, parent, command in processes():
        if parent == client and b"spawn_main" in command:
            found.append(pid)
    return found


def survivors(folder: Path, time_limit: float) -> list[int]:
    """Processes with the mark of this folder that are there for so many seconds after everything is over."""
    end = time.monotonic() + time_limit
    while True:
        alive = [pid for pid, _, _ in processes() if _marked(pid, folder)]
        if not alive or time.monotonic() > end:
            return alive
        time.sleep(0.1)


def processes() -> Iterator[tuple[int, int, bytes]]:
    """The number, the parent and the command of every process."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                yield int(entry.name), int(fields[1]), (entry / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue


def _marked(pid: int, folder: Path) -> bool:
    try:
        return f"{MARK}={folder}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
