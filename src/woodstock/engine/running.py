"""Long calls into the core that a user can interrupt."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")

FOREVER = 1e8
"""Seconds, where the core asks for a limit and there is none."""


class StopFlag(Protocol):
    """What the core looks at while it works."""

    def raise_(self) -> None:
        """End the call that was given this flag."""
        ...


Flag = TypeVar("Flag", bound=StopFlag)


def interruptible(call: Callable[[Flag], T], stop: Flag) -> T:
    """The result of a call that releases the GIL and heeds a stop flag.

    It runs in a thread of its own, so that Ctrl-C reaches Python at once; the stop flag then ends the call before the
    interrupt goes on its way. An event says when the call is over: a join that was interrupted cannot be repeated.
    """
    over = threading.Event()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call(stop))
        except BaseException as error:  # noqa: BLE001 - handed on to the caller below
            errors.append(error)
        finally:
            over.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        over.wait()
    finally:
        stop.raise_()
        over.wait()
        thread.join()
    if errors:
        raise errors[0]
    return results[0]
