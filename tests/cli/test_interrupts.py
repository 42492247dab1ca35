"""Ctrl-C ends every long command soon, without a traceback, and keeps what is done."""

from __future__ import annotations

import builtins
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

COMMANDS = {
    "match": ["match", "tic_tac_toe", "random", "legal", "--matches", "10000000"],
    "perft": ["perft", "othello", "30"],
    "playouts": ["playouts", "tic_tac_toe", "--seconds", "1000"],
    "qcsp": ["qcsp", "compare", "mc-deep", "--n", "50", "--d", "16", "--pee", "0.3", "--budget", "1000000000"],
}


@pytest.mark.clock
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c(name: str) -> None:
    command = [sys.executable, "-m", "woodstock.cli", *COMMANDS[name]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        # Until then it has started, or it is still importing: both have to end well.
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert time.monotonic() - begun < 20
    assert process.returncode == 130
    assert "Traceback" not in err
    assert err.startswith("error: interrupted")
    assert ("matches," in out) == (name == "match")


def test_ctrl_c_while_modules_are_loaded(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from woodstock.cli import main

    load = builtins.__import__

    def interrupted(name: str, *arguments: Any) -> Any:
        if name == "woodstock.cli.app":
            raise KeyboardInterrupt
        return load(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", interrupted)
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 130
    assert capsys.readouterr().err == "error: interrupted\n"


PARALLEL = """
import sys
from referee.rascals import Punctual
from woodstock.cli import main
from woodstock.players import registry

registry._PLAYERS["punctual"] = Punctual
main()
"""


@pytest.mark.clock
def test_ctrl_c_in_the_middle_of_matches_at_once(tmp_path: Path) -> None:
    """As on a terminal, the whole process group gets the signal; the players' processes are not in it."""
    path = tmp_path / "records.jsonl"
    arguments = ["match", "tic_tac_toe", "punctual", "punctual", "--matches", "1000", "--play", "0.04", "--jobs", "2"]
    marked = dict(os.environ, PYTHONPATH=str(Path(__file__).parents[1]), WOODSTOCK_TEST_MARK=str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", PARALLEL, *arguments, "--records", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=marked,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + 30
        while not (path.exists() and path.read_text().count("\n") >= 2) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert 3 <= len(processes_marked(tmp_path)) <= 5  # the referee, and two players in each of two matches
        os.killpg(process.pid, signal.SIGINT)
        begun = time.monotonic()
        try:
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert time.monotonic() - begun < 10
    assert process.returncode == 130
    written = path.read_text().count("\n")
    assert written >= 2
    assert f"{written} matches," in out
    assert err == f"error: interrupted after {written} of 1000 matches\n"
    assert processes_marked(tmp_path) == []


def processes_marked(mark: Path) -> list[str]:
    found: list[str] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"WOODSTOCK_TEST_MARK={mark}".encode() in (process / "environ").read_bytes():
                found.append(process.name)
        except OSError:
            continue
    return found
