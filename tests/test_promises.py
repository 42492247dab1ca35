"""The page of promises names only tests that there are; and the promise that has no room of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/promises.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.splitlines() if re.match(r"\| [A-Z]", line)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]).strip()[:40])
def test_every_promise_has_a_test(row: list[str]) -> None:
    named = re.findall(r"`([^`]+)::(\w+)`", row[1])
    assert named
    for file, test in named:
        assert re.search(rf"^(async )?def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), test


def test_nothing_is_sent_home() -> None:
    """Loading a game, searching and playing open no socket and look up no name."""
    code = """
import sys
def watch(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        family = getattr(arguments[0], "family", None) if arguments else None
        if family is None or family.name != "AF_UNIX":
            raise SystemExit(f"{event} {arguments}")
sys.addaudithook(watch)
from woodstock.cli.app import run
sys.exit(run(["match", "tic_tac_toe", "woodstock:playouts=50", "random", "--start", "5", "--play", "5"]))
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert answer.returncode == 0, answer.stderr
