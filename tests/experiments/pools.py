"""Pools of workers for tests: they run in this process, and return what a test wants."""

from __future__ import annotations

import random
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any

from woodstock.experiments import Store
from woodstock.experiments.cluster import DaskPool
from woodstock.experiments.work import Batch, Done, Lost, work

Fate = Callable[[Batch, Done], Done | Lost]


class Inline(DaskPool):
    """Does every batch when it is asked for what is finished. `order` decides which of those handed out comes first."""

    def __init__(self, slots: int = 2, fate: Fate | None = None, seed: int | None = None) -> None:
        self._slots = slots
        self._fate = fate or (lambda _, done: done)
        self._random = None if seed is None else random.Random(seed)
        self.handed_out: deque[Batch] = deque()
        self.batches: list[Batch] = []
        self.most_at_once = 0

    def slots(self) -> int:
        return self._slots

    def describe(self) -> str:
        return f"inline, {self._slots} workers"

    def submit(self, batch: Batch) -> None:
        self.handed_out.append(batch)
        self.batches.append(batch)
        self.most_at_once = max(self.most_at_once, len(self.handed_out))

    def finished(self, timeout: float) -> list[tuple[Batch, Done | Lost]]:
        at = self._random.randrange(len(self.handed_out)) if self._random else 0
        self.handed_out.rotate(-at)
        batch = self.handed_out.popleft()
        return [(batch, self._fate(batch, work(batch)))]


def disturbed(done: Done, share: Callable[[int], float]) -> Done:
    """The same, on a busy machine: how busy, by the number of the task."""
    return replace(done, rows=tuple(replace(row, disturbance=share(row.number)) for row in done.rows))


def rows_of(store: Store, key: str) -> list[dict[str, Any]]:
    """All rows of a cell without what differs from run to run, from a file that SQLite finds nothing wrong with."""
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        found = database.execute("SELECT * FROM results JOIN cells USING (cell) WHERE key = ? ORDER BY number", (key,))
        names = [column for column, *_ in found.description]
        differing = {"cell", "key", "run", "seconds", "disturbance"}
        return [{name: row[at] for at, name in enumerate(names) if name not in differing} for row in found]
