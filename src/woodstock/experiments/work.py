"""What a worker does: a batch of tasks of one cell, one after another. And how much others got in its way: the share of
the time in which a process of ours wanted a core and had none.

Linux counts, for each thread, the time on a core and the time spent waiting for one (`/proc/PID/task/TID/schedstat`).
That is what a clock should know: a machine may be busy and disturb nobody, or look idle and be oversubscribed by its
host's limits. Where the system does not tell, nothing is known, and reports say so.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.experiments.kinds import Outcome, find
from woodstock.experiments.section import ExperimentError
from woodstock.experiments.store import Row
from woodstock.referee.seated import brief
from woodstock.version import VERSION

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Batch:
    """Some tasks of a cell."""

    key: str
    kind: str
    setup: Any
    numbers: tuple[int, ...]
    clocked: bool = False
    version: str = VERSION


@dataclass(frozen=True, slots=True)
class Done:
    """A batch that is done: a row for each task, and the seconds that getting ready took."""

    rows: tuple[Row, ...]
    setup_seconds: float


@dataclass(frozen=True, slots=True)
class Lost:
    """A batch that did not come back."""

    reason: str


def work(batch: Batch) -> Done:
    """Do the tasks. A task that fails is a row that says why; the others go on."""
    if batch.version != VERSION:
        raise ExperimentError(
            f"this worker has woodstock {VERSION}, the client has {batch.version}: install the same one"
        )
    begun = time.monotonic()
    try:
        opened = find(batch.kind).opened(batch.setup)
        with opened as do:
            ready = time.monotonic()
            watch = Watch() if batch.clocked else None
            rows = [_done(do, number) for number in batch.numbers]
            disturbance = watch.disturbance() if watch else None
    except WoodstockError as error:  # nothing of the cell can be done here, as when a game does not compile
        failure = brief(f"{type(error).__name__}: {error}")
        return Done(tuple(Row(number, 0.0, {}, failure=failure) for number in batch.numbers), time.monotonic() - begun)
    return Done(tuple(replace(row, disturbance=disturbance) for row in rows), ready - begun)


def _done(do: Callable[[int], Outcome], number: int) -> Row:
    begun = time.monotonic()
    try:
        outcome = do(number)
    except Exception as error:  # noqa: BLE001 (whatever a task raises is its result)
        failure = brief(f"{type(error).__name__}: {error}")
        return Row(number, time.monotonic() - begun, {}, failure=failure)
    return Row(number, time.monotonic() - begun, outcome.values, outcome.record)


class Watch:
    """Watches this process and all that it started, from now on."""

    def __init__(self) -> None:
        self._before = _times(os.getpid())

    def disturbance(self) -> float | None:
        """The share of waiting since then, between 0 and 1; `None` where the system does not tell."""
        now = _times(os.getpid())
        running = waiting = 0
        for thread, (ran, waited) in now.items():
            before_ran, before_waited = self._before.get(thread, (0, 0))
            running += ran - before_ran
            waiting += waited - before_waited
        return waiting / (running + waiting) if running + waiting > 0 else None


def _times(root: int) -> dict[tuple[int, int], tuple[int, int]]:
    """For each thread of a process and its descendants the nanoseconds on a core and waiting for one."""
    times: dict[tuple[int, int], tuple[int, int]] = {}
    for process in (root, *_descendants(root)):
        try:
            for task in (_PROC / str(process) / "task").iterdir():
                ran, waited, _ = (task / "schedstat").read_text().split()
                times[process, int(task.name)] = int(ran), int(waited)
        except (OSError, ValueError):  # it ended just now, or there is no such file
            continue
    return times


def _descendants(root: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for entry in _PROC.glob("[0-9]*"):
        try:
            # The second field is the name in parentheses, in which anything may stand.
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        own = children.get(waiting.pop(), [])
        found += own
        waiting += own
    return found
