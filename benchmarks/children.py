"""Processes of a benchmark that end with it, even if it is killed."""

from __future__ import annotations

import os
import sys


def command(code: str, *arguments: str) -> list[str]:
    """The command that runs this Python code until we end. For the main thread: the system goes by threads."""
    bound = f"from woodstock.processes.entry import killed_with; killed_with({os.getpid()})"
    return [sys.executable, "-c", f"{bound}\n{code}", *arguments]
