"""Processes of our own: a fresh interpreter each, which knows what this one can import."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

_GLANCES = 0.2
"""Seconds between two looks at whether somebody still waits for what is worked out here."""


def spawn(
    code: str,
    *,
    handles: Sequence[int] = (),
    stdin: int | None = subprocess.DEVNULL,
    stdout: int | None = None,
    stderr: int | None = None,
    own_session: bool = True,
) -> subprocess.Popen[bytes]:
    """Start an interpreter that runs this code, with these file descriptors open.

    A fresh one, not a fork: no lock, thread or memory of this process goes along. In a session of its own Ctrl-C does
    not reach it, all that it starts can be ended with it, and where Linux groups processes by session (sched_autogroup)
    it gets a fair share of the cores, however busy the session is from which it was started.

    Without one it only has a process group of its own. That is for what may be at rest when we die: a group that nobody
    in its session looks after any more, and in which somebody is at rest, is ended by the system.
    """
    path = os.pathsep.join(str(Path(entry).resolve()) for entry in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=handles,
        env=dict(os.environ, PYTHONPATH=path),
        start_new_session=own_session,
        process_group=None if own_session else 0,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was spawned here, with all that it started. It is not waited for."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def rest(process: subprocess.Popen[bytes]) -> None:
    """Let a process that was spawned here do nothing, with all that it started, until it is roused."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGSTOP)


def rouse(process: subprocess.Popen[bytes]) -> None:
    """Let a process go on after a rest."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGCONT)


def end_when_alone() -> None:
    """In a process that was spawned: end it, with all that it started, when the one that waits for it is gone."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_GLANCES)
    os.killpg(0, signal.SIGKILL)
