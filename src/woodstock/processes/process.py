"""A process of our own, from the side of the one that started it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Self

from woodstock.processes import starting
from woodstock.processes.channel import LONGEST, Channel
from woodstock.processes.entry import OUT_OF_MEMORY

_CODE = "from woodstock.processes.entry import main; main()"
_EXIT_SECONDS = 1.0
"""Seconds that a process may take to end once it has hung up."""


def processor_seconds(pid: int) -> float | None:
    """Seconds that a process was on a core, without what it started; `None` where the system does not tell, or it is
    gone."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # how Linux numbers the clock of a process
    except (OSError, AttributeError, OverflowError):
        return None


class Process:
    """A fresh interpreter that runs `entry`, such as `package.module:function`, with its end of the channel.

    It is no fork: no lock, thread or memory of this process goes along, but it can import what we can. It ends with
    this process, whatever it does then. File descriptors in `handles` are open in it and become further arguments of
    the function; `memory` is the address space in bytes that it may use; a message from it may have `longest` bytes.
    What it prints goes to our standard error, because standard output is for answers.

    With a `session` of its own Ctrl-C does not reach it, all that it starts can be ended with it, and where Linux
    groups processes by session (sched_autogroup) it gets a fair share of the cores, however busy ours is. With a
    `group` of its own it stays in our session: so a suspended one ends with us on systems other than Linux as well.
    With neither it is suspended and resumed together with us.
    """

    def __init__(
        self,
        entry: str,
        *,
        handles: Sequence[int] = (),
        memory: int | None = None,
        longest: int = LONGEST,
        own: Literal["session", "group"] | None = "session",
        stdout: int | None = 2,
        stderr: int | None = None,
    ) -> None:
        ours, theirs = socket.socketpair()
        numbers = (os.getpid(), memory or 0, theirs.fileno(), *handles)
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join(str(Path(folder).resolve()) for folder in sys.path))
        # It would hold for libraries as well: clingo would write each number by itself, which takes minutes.
        environment.pop("PYTHONUNBUFFERED", None)
        try:
            with theirs:
                self._process = starting.start(
                    [sys.executable, "-P", "-c", _CODE, entry, *map(str, numbers)],
                    stdin=subprocess.DEVNULL,
                    stdout=stdout,
                    stderr=stderr,
                    pass_fds=(theirs.fileno(), *handles),
                    env=environment,
                    start_new_session=own == "session",
                    process_group=0 if own == "group" else None,
                )
        except BaseException:
            ours.close()
            raise
        self._own = own is not None
        self.pid = self._process.pid
        self.channel = Channel(ours, longest)
        self._forgotten = weakref.finalize(self, _end, self._process, self._own)

    def kill(self) -> None:
        """Kill it, with all that it started. Safe to call from any thread, and twice. It is not waited for."""
        _signal(self._process, signal.SIGKILL, self._own)

    def suspend(self) -> None:
        """Let it do nothing, with all that it started, until it is resumed."""
        _signal(self._process, signal.SIGSTOP, self._own)

    def resume(self) -> None:
        """Let it go on after it was suspended."""
        _signal(self._process, signal.SIGCONT, self._own)

    def end(self) -> None:
        """Kill it, wait until it is gone, and hang up. Safe to call twice."""
        self._forgotten()
        self.channel.close()

    def wait(self, seconds: float | None = None) -> int | None:
        """Its exit code when it has ended; `None` if it does not end within that many seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def processor_seconds(self) -> float | None:
        """Seconds that it was on a core, see `processor_seconds`."""
        return processor_seconds(self.pid)

    @property
    def killed(self) -> bool:
        """Has it ended because somebody, or the system, killed it?"""
        return self.wait(0.0) == -signal.SIGKILL

    def fate(self) -> str:
        """What became of it, once it has hung up."""
        code = self.wait(_EXIT_SECONDS)
        if code is None:
            return "hung up"
        if code == OUT_OF_MEMORY:
            return "ran out of memory"
        return (
            f"was ended by signal {-code} ({signal.strsignal(-code)})" if code < 0 else f"ended with exit code {code}"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def answer_of(
    entry: str,
    question: bytes,
    deadline: float,
    *,
    memory: int | None = None,
    own: Literal["session", "group"] | None = "session",
) -> bytes | None:
    """What a process answers to one question; `None` if there is no answer by the deadline, or none at all.

    The process is gone when this returns. What it prints, and what it complains of, is for nobody.
    """
    with Process(entry, memory=memory, own=own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            process.channel.send(question, deadline)
            return process.channel.receive(deadline)
        except (EOFError, OSError):  # it is late, or failed, as it does when it runs out of memory
            return None


def _signal(process: subprocess.Popen[bytes], number: signal.Signals, group: bool) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            (os.killpg if group else os.kill)(process.pid, number)


def _end(process: subprocess.Popen[bytes], group: bool) -> None:
    _signal(process, signal.SIGKILL, group)
    process.wait()
