"""A bar for an experiment, with an estimate of the time left that says what it rests on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.experiments import Standing


@contextmanager
def watching(name: str, *, quiet: bool) -> Iterator[Callable[[Standing], None]]:
    """What shows how far a run is: on standard error, and only when a person watches it."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rest]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None, rest="starting workers")

        def show(standing: Standing) -> None:
            bar.update(task, completed=standing.done, total=standing.total, rest=rest(standing))

        yield show


def rest(standing: Standing) -> str:
    """The rest of the line: how long it will take, and what went wrong so far.

    The estimate is what tasks of the same cells took. Cells of which nothing is known are told: until there is
    something, they are taken to be like the others, which may be far off.
    """
    parts = [f"{standing.workers} worker{'' if standing.workers == 1 else 's'}"]
    if standing.seconds_left is not None:
        parts.insert(0, f"about {duration(standing.seconds_left)} left")
    if standing.untimed:
        parts.append(f"{standing.untimed} cells not timed yet")
    if standing.failed:
        parts.append(f"{standing.failed} failed")
    if standing.disturbed:
        parts.append(f"{standing.disturbed} disturbed")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(90), duration(5400), duration(200000)
    ('1.5 min', '1.5 h', '2.3 days')
    """
    for size, name in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.0f} s"
