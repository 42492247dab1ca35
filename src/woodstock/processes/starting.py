"""Starting processes from one thread that never ends.

The system ends our processes when the thread that started them ends (`entry` asks it to), so none may be started from
a thread that comes and goes.
"""

from __future__ import annotations

import os
import queue
import subprocess
import threading
from concurrent.futures import Future
from typing import Any


class _Starter:
    def __init__(self) -> None:
        self._orders: queue.SimpleQueue[tuple[Future[subprocess.Popen[bytes]], list[str], dict[str, Any]]]
        self._orders = queue.SimpleQueue()
        threading.Thread(target=self._work, name="woodstock-starter", daemon=True).start()

    def start(self, command: list[str], options: dict[str, Any]) -> Future[subprocess.Popen[bytes]]:
        started: Future[subprocess.Popen[bytes]] = Future()
        self._orders.put((started, command, options))
        return started

    def _work(self) -> None:
        while True:
            started, command, options = self._orders.get()
            try:
                started.set_result(subprocess.Popen(command, **options))
            except Exception as error:  # noqa: BLE001 (raised where the process was asked for)
                started.set_exception(error)
            del started


_STARTERS: list[_Starter] = []
"""There is one when it is needed. A second one, of threads that come at the same time, does no harm."""

if hasattr(os, "register_at_fork"):  # a fork has none of the threads
    os.register_at_fork(after_in_child=_STARTERS.clear)


def start(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """`subprocess.Popen`, called from a thread that lives as long as this process."""
    if not _STARTERS:
        _STARTERS.append(_Starter())
    started = _STARTERS[0].start(command, options)
    try:
        return started.result()
    except BaseException:  # Ctrl-C, for one: then nobody waits any more for what may still be started
        started.add_done_callback(_discard)
        raise


def _discard(started: Future[subprocess.Popen[bytes]]) -> None:
    if started.exception() is None:
        process = started.result()
        process.kill()
        process.wait()
