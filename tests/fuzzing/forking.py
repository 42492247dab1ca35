"""Grounding in a fork of this process, which has clingo loaded: most of what a small rulesheet costs is the start of a
fresh interpreter."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Sequence
from typing import Self

from woodstock.ground import clingo
from woodstock.processes.channel import Channel
from woodstock.processes.entry import _function, bound_memory
from woodstock.processes.process import processor_seconds


class Fork:
    """In place of `Process`, as far as grounding needs one."""

    def __init__(self, entry: str, *, handles: Sequence[int], memory: int, own: None, stderr: int) -> None:
        ours, theirs = socket.socketpair()
        self._pid = os.fork()
        if not self._pid:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                ours.close()
                os.dup2(stderr, 2)
                bound_memory(memory)
                _function(entry)(Channel(theirs), *handles)
            finally:
                os._exit(0)
        theirs.close()
        self.channel = Channel(ours)

    def processor_seconds(self) -> float | None:
        """Seconds that it was on a core."""
        return processor_seconds(self._pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self.channel.close()


def fork_for_grounding() -> None:
    """From now on grounding is done in forks."""
    _function(f"{clingo.CHILD}:ground")  # loads clingo
    setattr(clingo, "Process", Fork)  # noqa: B010 (it is not theirs to hand out)
