"""Long calls into the core that a user can interrupt."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from woodstock.core import Stop

T = TypeVar("T")


def interruptible(call: Callable[[Stop], T]) -> T:
    """The result of a call that releases the GIL.

    It runs in a thread of its own, so that Ctrl-C reaches Python at once; the stop flag then ends the call before the
    interrupt goes on its way. An event says when the call is over: a join that was interrupted cannot be repeated.
    """
    stop = Stop()
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
