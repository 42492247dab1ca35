"""Looking at processes from outside."""

from __future__ import annotations

import os
from pathlib import Path


def gone(pid: int) -> bool:
    """Is nothing left of a process of ours, not even its exit code?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def state(pid: int) -> str:
    """The letter that Linux has for what a process does; nothing when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def dead(pid: int) -> bool:
    """Has it ended? Somebody may still have to ask what became of it."""
    return state(pid) in ("", "Z", "X")
