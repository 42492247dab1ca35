"""One limit on time and one on memory for every command, whatever the stage: rules are untrusted input."""

from __future__ import annotations

import functools
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import complain
from woodstock.cli.options import with_options
from woodstock.cli.output import stage_of
from woodstock.errors import WoodstockError
from woodstock.processes.entry import bound_memory

_GRACE = 5.0
"""Seconds after which a command ends that does not hear the alarm: it is deep in foreign code."""
_AGAIN = 1.0
"""Seconds after which the alarm rings again: an exception in a finaliser, say, is lost."""
_LONGEST = 1e6
"""Seconds that a timer of the system takes."""


class OutOfTimeError(WoodstockError):
    """A command took longer than it may."""


@dataclass(frozen=True, slots=True)
class CommandLimits:
    """What a command may take; without a limit, as much as it likes."""

    seconds_limit: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="Seconds that the whole command may take.")
    ] = None
    memory_limit: Annotated[
        int | None, typer.Option(metavar="MIB", min=512, help="Memory that the command may take, in MiB.")
    ] = None

    def or_else(self, seconds: float | None, memory: int | None) -> CommandLimits:
        """The same limits, with these where none was given."""
        return CommandLimits(
            seconds if self.seconds_limit is None else self.seconds_limit,
            memory if self.memory_limit is None else self.memory_limit,
        )

    @contextmanager
    def kept(self) -> Iterator[None]:
        """What takes longer inside this block ends with `OutOfTimeError`, what needs more with `MemoryError`."""
        if self.memory_limit is not None:
            bound_memory(self.memory_limit << 20, "RLIMIT_DATA")  # libraries map address space that they never use
        if self.seconds_limit is None or threading.current_thread() is not threading.main_thread():
            yield
            return
        text = f"this took more than {self.seconds_limit:g} s (--seconds-limit allows more)"

        def ring(*_: object) -> None:
            raise OutOfTimeError(text)

        def end() -> None:
            complain(text)
            os._exit(codes.BAD_INPUT)

        last = threading.Timer(min(self.seconds_limit, _LONGEST) + _GRACE, end)
        last.daemon = True
        before = signal.signal(signal.SIGALRM, ring)
        try:
            last.start()  # before the alarm is set: one that rings here would leave it running
            signal.setitimer(signal.ITIMER_REAL, min(self.seconds_limit, _LONGEST), _AGAIN)
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            last.cancel()


def bounded(command: Callable[..., int], seconds: float | None = None, memory: int | None = None) -> Callable[..., int]:
    """The command with the options of `CommandLimits`, whose defaults these are."""

    @with_options(command_limits=CommandLimits)
    @functools.wraps(command)
    def run(*, command_limits: CommandLimits, **given: Any) -> int:
        with command_limits.or_else(seconds, memory).kept():
            return command(**given)

    return run


def beyond(error: BaseException) -> bool:
    """Is it time or memory that there was too little of? The stack of a thread is memory, too."""
    return isinstance(error, OutOfTimeError | MemoryError) or str(error) == "can't start new thread"


def told(error: BaseException) -> str:
    """What went beyond the limits, with the name of the stage in which it did."""
    stage = stage_of(error)
    text = str(error) if isinstance(error, OutOfTimeError) else "out of memory (--memory-limit allows more)"
    return f"{stage}: {text}" if stage else text
