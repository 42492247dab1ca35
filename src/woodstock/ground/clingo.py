"""Runs clingo in a child process under limits and reads the ground rules while they come."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from woodstock.core import AspifError, AspifLimit, AspifReader
from woodstock.errors import GroundingLimitError, RestrictionError, WoodstockError
from woodstock.processes.process import Process

CHILD = Path(__file__).with_name("child.py")
"""Runs by itself: the rest of this room takes longer to load than most rules to ground."""

_COMPLAINT = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """GDL can describe programs that never end, so grounding always runs under limits."""

    seconds: float = 60.0
    memory: int = 4 << 30
    rules: int = 20_000_000

    def __post_init__(self) -> None:
        if self.seconds <= 0 or self.memory < (64 << 20) or self.rules < 1:
            raise WoodstockError("grounding limits must allow some time, at least 64 MiB of memory and one rule")


def run(program: str, limits: Limits) -> AspifReader:
    """Ground a logic program. Passing a limit raises `GroundingLimitError`; the child is gone when this returns."""
    deadline = time.monotonic() + limits.seconds
    reader = AspifReader(limits.rules)
    with TemporaryFile() as given, TemporaryFile() as complaints:
        given.write(program.encode())
        given.seek(0)
        handles, stderr = [given.fileno()], complaints.fileno()
        with Process(f"{CHILD}:ground", handles=handles, memory=limits.memory, own=None, stderr=stderr) as child:
            try:
                for chunk in child.line.stream(deadline):
                    reader.feed(chunk)
            except AspifLimit:
                raise GroundingLimitError(f"the rules ground to more than {limits.rules:,} rules") from None
            except TimeoutError:
                pass  # what is missing tells
        complaints.seek(0)
        complaint = complaints.read(_COMPLAINT).decode(errors="replace")
    try:
        reader.finish()
    except AspifError:
        if time.monotonic() >= deadline:
            raise GroundingLimitError(f"grounding took more than {limits.seconds:g} s") from None
        if "error: " in complaint:
            first = complaint.partition("error: ")[2].splitlines()[0]
            raise RestrictionError(f"the rules cannot be ground: {first}") from None
        raise GroundingLimitError(f"grounding needs more than {limits.memory >> 20} MiB of memory") from None
    return reader
