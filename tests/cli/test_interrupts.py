"""Ctrl-C ends every long command soon, without a traceback, and keeps what is done."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

COMMANDS = {
    "match": ["match", "tic_tac_toe", "random", "legal", "--matches", "10000000"],
    "perft": ["perft", "othello", "30"],
    "playouts": ["playouts", "tic_tac_toe", "--seconds", "1000"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c(name: str) -> None:
    command = [sys.executable, "-m", "woodstock.cli", *COMMANDS[name]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        # Until then it has started, or it is still importing: both have to end well.
        time.sleep(3)
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
