"""Rulesheets made to do harm: each ends soon, in bounded memory, with one line and exit code 2."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

HEAD = "(role x) (init (n 0)) (<= (legal x go)) (<= terminal (true (n never))) (<= (goal x 100) (true (n 0)))\n"

HOSTILE: dict[str, bytes] = {
    "deep nesting": b"(" * 100_000 + b")" * 100_000,
    "deep nesting in a rule": HEAD.encode() + b"(init (n " + b"(s " * 100_000 + b"0" + b")" * 100_000 + b"))",
    "deep nesting, infix": b"init(n(" + b"s(" * 100_000 + b"0" + b")" * 100_000 + b")).",
    "a 10 MB symbol": b"(role " + b"x" * 10_000_000 + b")",
    "20 MB of text": b"(role x)\n" * 2_300_000,
    "unbalanced": (HEAD + "(init (p a)").encode(),
    "one too many": (HEAD + "(init (p a)))").encode(),
    "noise": random.Random(1).randbytes(100_000),
    "zeros": bytes(100_000),
    "nothing": b"",
    "escape sequences": b"(role x) \x1b[31m\x1b]0;title\x07 (",
}

ENDLESS: dict[str, bytes] = {
    "an endless counter": (HEAD + "(<= (next (n (s ?x))) (true (n ?x)))").encode(),
    "an endless counter, infix": b"""role(x). init(n(0)). legal(x, go). goal(x, 100).
        terminal <- true(never). next(n(s(X))) <- true(n(X)).""",
}

SECONDS = 45
MEMORY = 1500 << 20


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str, tmp_path: Path) -> None:
    lines = complaints(HOSTILE[name], tmp_path)
    assert len(lines) == 1


@pytest.mark.long
@pytest.mark.parametrize("name", ENDLESS)
def test_endless_rules(name: str, tmp_path: Path) -> None:
    """Text that is well-formed and stands for a game without end: grounding has to be stopped."""
    lines = complaints(ENDLESS[name], tmp_path)
    assert [line for line in lines if "error: " in line] == lines[-1:]


def complaints(text: bytes, folder: Path) -> list[str]:
    """What the command line says of a rulesheet that it refuses: the lines on standard error."""
    path = folder / "hostile.kif"
    path.write_bytes(text)
    command = [sys.executable, "-c", _LIMITED, "info", str(path), "--json", "--ground-seconds", "3"]
    process = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert process.returncode == 2, process.stderr
    assert process.stdout == ""
    assert "Traceback" not in process.stderr
    assert "\x1b" not in process.stderr
    lines = process.stderr.splitlines()
    assert all(len(line) < 500 for line in lines)
    return lines


# The command line, told by the system that there is only so much memory.
_LIMITED = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY}, {MEMORY}))
from woodstock.cli.app import run
sys.exit(run(sys.argv[1:]))
"""
