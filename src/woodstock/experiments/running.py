"""Running an experiment: tasks go out in batches, results come in and are written down, until all is done.

Every decision is taken here, from what the results on disk say, so a run can be ended at any instant and the next one
goes on. What is not written is not done.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.experiments.experiment import Experiment
from woodstock.experiments.kinds import Cell
from woodstock.experiments.sprt import Sequential, Verdict
from woodstock.experiments.store import Progress, Row, Store, counts
from woodstock.experiments.work import Batch, Done, Lost
from woodstock.version import VERSION

if TYPE_CHECKING:
    from woodstock.experiments.cluster import DaskPool

_AHEAD = 2
"""Batches handed out for each worker, so that it never waits for the next one."""

_DEATHS = 5
"""A task that so many workers died of that had nothing else to do is one that kills workers: it failed."""

_LONGEST = 10_000
"""Tasks in a batch at most."""

_GROWTH = 10
"""Cells are worked on in rounds, and each round has this many times the tasks of the one before. After the first short
round, the time of every cell can be estimated, and a run that is stopped early has a table that is filled evenly. There
are few rounds, because players have to prepare for a game again in each."""
_GLANCE = 0.5
"""Seconds between two looks at clocks and workers."""


@dataclass(frozen=True, slots=True)
class RunStatus:
    """How far a run is."""

    done: int
    total: int
    failed: int
    disturbed: int
    workers: int
    seconds_left: float | None
    """What the tasks left would take, by what those of the same cells took; `None` before anything is known."""
    untimed: int
    """Cells of which nothing is known yet: they are reckoned like the mean of the others."""


@dataclass
class _Work:
    """A cell while it is worked on."""

    cell: Cell
    left: list[int]
    """The numbers still to be handed out, the last one first."""
    done: int
    seconds: float
    """What the tasks that are done took."""
    under_way: int = 0
    deaths: Counter[int] = field(default_factory=Counter)
    """How often the worker died that had a task, perhaps among others."""
    alone: Counter[int] = field(default_factory=Counter)
    """How often it died that had nothing else."""
    reruns: Counter[int] = field(default_factory=Counter)
    test: Sequential | None = None

    @property
    def decided(self) -> bool:
        """Has its sequential test come to an end?"""
        return self.test is not None and self.test.verdict is not Verdict.OPEN

    def mean(self) -> float | None:
        """Seconds that a task takes."""
        return max(self.seconds / self.done, 1e-6) if self.done else None


class Runner:
    """Runs one experiment with one pool."""

    def __init__(
        self,
        experiment: Experiment,
        store: Store,
        pool: DaskPool,
        each: Callable[[RunStatus], None] = lambda _: None,
        seconds: float | None = None,
    ) -> None:
        self._experiment = experiment
        self._store = store
        self._pool = pool
        self._each = each
        self._end = math.inf if seconds is None else time.monotonic() + seconds
        progress = store.progress(experiment.fairness.limit, counts(experiment.plan.cells))
        self._works = self._read_works(progress)
        self._batches = self._came = 0
        self._setup_seconds = 0.0
        self._in_use: Counter[str] = Counter()
        self._failed = sum(one.failed for one in progress.values())
        self._disturbed = sum(one.disturbed for one in progress.values())
        self._rounds = rounds(experiment.plan.cells)

    def run(self) -> RunStatus:
        """Work until all is done, or the time is up. Whatever ends it early, what was written stays."""
        about = {"version": VERSION, "machine": machine(), "workers": self._pool.describe(), "command": sys.argv[1:]}
        one = self._experiment
        with self._store.running(one.name, one.kind_name, one.text, one.scale, about) as run:
            for work in self._works.values():
                self._decide(work)
            while True:
                self._hand_out()
                if not self._batches or time.monotonic() >= self._end:
                    break
                for batch, came in self._pool.finished(_GLANCE):
                    self._take(run, batch, came)
                self._each(self.status())
        return self.status()

    def status(self) -> RunStatus:
        """How far it is."""
        works = self._works.values()
        means = [mean for work in works if (mean := work.mean()) is not None]
        usual = sum(means) / len(means) if means else None
        slots = max(1, self._pool.slots())
        left, untimed, batches = 0.0, 0, 0
        for work in works:
            count = 0 if work.decided else len(work.left) + work.under_way
            mean = work.mean()
            untimed += mean is None and count > 0
            seconds = count * (mean if mean is not None else usual or 0.0)
            left += seconds
            batches += math.ceil(seconds / self._experiment.batch_seconds)
        # Getting ready takes its time, too, most of it in the first batch of a worker in a game.
        left += batches * self._setup_seconds / max(1, self._came)
        return RunStatus(
            done=sum(work.done for work in works),
            total=sum(work.done if work.decided else work.cell.tasks for work in works),
            failed=self._failed,
            disturbed=self._disturbed,
            workers=slots,
            seconds_left=left / slots if means else None,
            untimed=untimed,
        )

    # --- handing out -------------------------------------------------------------------------------------------------

    def _read_works(self, progress: Mapping[str, Progress]) -> dict[str, _Work]:
        works: dict[str, _Work] = {}
        for cell in self._experiment.plan.cells:
            if cell.missing or cell.key in works:
                continue
            done = self._store.done(cell.key)
            left = [number for number in range(cell.tasks - 1, -1, -1) if number not in done]
            works[cell.key] = _Work(cell, left, cell.tasks - len(left), progress.get(cell.key, Progress()).seconds)
            if self._experiment.sprt is not None:
                works[cell.key].test = self._experiment.sprt.begun()
        return works

    def _hand_out(self) -> None:
        """Give every worker enough to do."""
        wanted = _AHEAD * max(1, self._pool.slots())
        while self._batches < wanted and time.monotonic() < self._end:
            batch = self._next()
            if batch is None:
                return
            self._pool.submit(batch)
            self._batches += 1

    def _next(self) -> Batch | None:
        """The next batch, if there is one that nothing stands in the way of."""
        for goal in self._rounds:
            for work in self._works.values():
                if work.decided or not work.left or work.left[-1] >= goal * work.cell.rotation:
                    continue
                if any(self._in_use[thing] for thing in work.cell.alone):
                    continue
                return self._batch(work, goal * work.cell.rotation)
        return None

    def _batch(self, work: _Work, goal: int) -> Batch:
        cell = work.cell
        numbers: list[int] = []
        size = batch_size(work.mean(), cell.rotation, self._batch_seconds())
        while work.left and len(numbers) < size and work.left[-1] < goal:
            # A task that was with workers that died goes alone: it may be the cause.
            if work.deaths[work.left[-1]] > 1 and numbers:
                break
            numbers.append(work.left.pop())
            if work.deaths[numbers[-1]] > 1:
                break
        work.under_way += len(numbers)
        self._in_use.update(cell.alone)
        return Batch(cell.key, self._experiment.kind_name, cell.setup, tuple(numbers), cell.clocked)

    def _batch_seconds(self) -> float:
        """How long a batch should take: at the end of the run, no longer than lets all workers end together."""
        seconds = self._experiment.batch_seconds
        left = sum(len(work.left) * (work.mean() or seconds) for work in self._works.values() if not work.decided)
        return min(seconds, left / max(1, self._pool.slots()))

    # --- taking in ---------------------------------------------------------------------------------------------------

    def _take(self, run: int, batch: Batch, came: Done | Lost) -> None:
        work = self._works[batch.key]
        self._batches -= 1
        work.under_way -= len(batch.numbers)
        self._in_use.subtract(work.cell.alone)
        if isinstance(came, Lost):
            first, *others = batch.numbers
            work.alone[first] += not others
            if work.alone[first] >= _DEATHS:
                self._write(run, work, [Row(first, 0.0, {}, failure=f"{came.reason}, {_DEATHS} times")])
            else:
                self._again(work, batch.numbers, work.deaths)
            return
        self._came += 1
        self._setup_seconds += came.setup_seconds
        most = self._experiment.fairness.reruns
        kept = [row for row in came.rows if not self._disturbs(row) or work.reruns[row.number] >= most]
        self._again(work, set(batch.numbers) - {row.number for row in kept}, work.reruns)
        self._disturbed += sum(map(self._disturbs, kept))
        self._write(run, work, kept)
        self._decide(work)

    def _disturbs(self, row: Row) -> bool:
        """Did others get in the way of this task?"""
        return row.disturbance is not None and row.disturbance > self._experiment.fairness.limit

    def _again(self, work: _Work, numbers: Collection[int], why: Counter[int]) -> None:
        """These tasks are to be done again, before the others."""
        why.update(numbers)
        if numbers:
            work.left = sorted([*work.left, *numbers], reverse=True)

    def _write(self, run: int, work: _Work, rows: Sequence[Row]) -> None:
        self._store.write(run, work.cell.key, rows)
        work.done += len(rows)
        work.seconds += sum(row.seconds for row in rows)
        self._failed += sum(row.failure is not None for row in rows)

    def _decide(self, work: _Work) -> None:
        """Go on with the sequential test of a cell."""
        if work.test is None or work.decided:
            return
        cell = work.cell
        scores = self._store.rotation_scores(cell.key, self._experiment.kind.scored, cell.rotation)
        for score in scores[work.test.observations :]:
            work.test.observe(score)


def batch_size(mean: float | None, rotation: int, seconds: float) -> int:
    """How many tasks make a batch of at least this number of seconds; one rotation if the time is not known."""
    if mean is None:
        return rotation
    if mean >= seconds:
        return 1
    return min(_LONGEST, -(-math.ceil(seconds / mean) // rotation) * rotation)


def rounds(cells: Sequence[Cell]) -> list[int]:
    """Up to how many rotations of each cell are done in each round."""
    most = max((-(-cell.tasks // cell.rotation) for cell in cells), default=1)
    goals = [1]
    while goals[-1] < most:
        goals.append(goals[-1] * _GROWTH)
    return goals


def machine() -> str:
    """The machine in a line."""
    name = platform.processor() or platform.machine()
    with contextlib.suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines:
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, Python {platform.python_version()}"
    )
