"""What a worker does: a batch of tasks of one cell, one after another."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.experiments.disturbance import Watch
from woodstock.experiments.kinds import Outcome, find
from woodstock.experiments.section import ExperimentError
from woodstock.experiments.store import Row
from woodstock.referee.seated import brief
from woodstock.version import VERSION


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
