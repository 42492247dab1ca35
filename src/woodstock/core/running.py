"""Long calls into the core that a user can interrupt."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from woodstock.core import Stop

T = TypeVar("T")

FOREVER = 1e8
"""Seconds, where the core asks for a limit and there is none."""


class _Hand:
    """A thread that does one job after another. It lives on: what the system knows of it covers all of its work, and no
    call has to wait until a thread is made."""

    def __init__(self) -> None:
        self.jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="woodstock-core", daemon=True).start()

    def _work(self) -> None:
        while True:
            self.jobs.get()()


_FREE: list[_Hand] = []
"""Hands that have nothing to do."""

if hasattr(os, "register_at_fork"):  # a fork has none of the threads
    os.register_at_fork(after_in_child=_FREE.clear)


def interruptible(call: Callable[[Stop], T], stop: Stop) -> T:
    """The result of a call that releases the GIL and heeds a stop flag.

    It runs in another thread, so that Ctrl-C reaches Python at once; the stop flag then ends the call before the
    interrupt goes on its way.
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

    try:
        hand = _FREE.pop()
    except IndexError:
        hand = _Hand()
    hand.jobs.put(run)
    try:
        over.wait()
    finally:
        stop.raise_()
        over.wait()
        _FREE.append(hand)
    if errors:
        raise errors[0]
    return results[0]
