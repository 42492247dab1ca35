"""Runs clingo in a child process under limits and reads the ground rules while they come."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from woodstock.core import AspifError, AspifLimit, AspifReader
from woodstock.errors import GroundingLimitError, RestrictionError, WoodstockError
from woodstock.processes.process import Process

CHILD = Path(__file__).with_name("child.py")
"""Runs by itself: the rest of this room takes longer to load than most rules to ground."""

_COMPLAINT = 1 << 20

_BUSY = 5.0
"""So many times the seconds on a core may pass on the clock."""

_GLANCE = 0.05
"""Seconds between two looks at the least."""


@dataclass(frozen=True, slots=True)
class Limits:
    """GDL can describe programs that never end, so grounding always runs under limits.

    >>> import woodstock as ws
    >>> ws.load("nim", limits=ws.Limits(seconds=10.0)).roles
    ('first', 'second')
    """

    seconds: float = 60.0
    """On a core: whether a game is compiled does not hang on what else a machine has to do."""
    memory: int = 4 << 30
    rules: int = 20_000_000
    wall: float | None = None
    """On the clock; some times as many if none are given."""

    def __post_init__(self) -> None:
        if self.seconds <= 0 or self.wall_seconds <= 0 or self.memory < (64 << 20) or self.rules < 1:
            raise WoodstockError("grounding limits must allow some time, at least 64 MiB of memory and one rule")

    @property
    def wall_seconds(self) -> float:
        """Seconds on the clock."""
        return _BUSY * self.seconds if self.wall is None else self.wall


def run(program: str, limits: Limits) -> AspifReader:
    """Ground a logic program. Passing a limit raises `GroundingLimitError`; the child is gone when this returns."""
    late = False
    used: list[float | None] = []
    reader = AspifReader(limits.rules)
    with TemporaryFile() as given, TemporaryFile() as complaints:
        given.write(program.encode())
        given.seek(0)
        handles, stderr = [given.fileno()], complaints.fileno()
        with Process(f"{CHILD}:ground", handles=handles, memory=limits.memory, own=None, stderr=stderr) as child:
            try:
                for deadline in _deadlines(child, limits, used):
                    try:
                        for chunk in child.channel.stream(deadline):
                            reader.feed(chunk)
                        break
                    except TimeoutError:
                        continue
                else:
                    late = True
            except AspifLimit:
                raise GroundingLimitError(f"the rules ground to more than {limits.rules:,} rules") from None
        complaints.seek(0)
        complaint = complaints.read(_COMPLAINT).decode(errors="replace")
    try:
        reader.finish()
    except AspifError:
        if late:
            error = GroundingLimitError(f"grounding took more than {limits.seconds:g} s")
            error.final = bool(used and used[-1] is not None and used[-1] >= limits.seconds)
            raise error from None
        if "error: " in complaint:
            first = complaint.partition("error: ")[2].splitlines()[0]
            raise RestrictionError(f"the rules cannot be ground: {first}") from None
        raise GroundingLimitError(f"grounding needs more than {limits.memory >> 20} MiB of memory") from None
    return reader


def _deadlines(child: Process, limits: Limits, looks: list[float | None]) -> Iterator[float]:
    """When to look at the child's time on a core again, as long as it has some left; what each look saw."""
    end = time.monotonic() + limits.wall_seconds
    left = limits.seconds
    while left > 0 and (now := time.monotonic()) < end:
        yield min(now + max(left, _GLANCE), end)
        looks.append(used := child.processor_seconds())
        left = 0.0 if used is None else limits.seconds - used
