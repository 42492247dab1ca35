"""How much the page may use: of time, memory and processes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for the server as a whole, and for each table."""

    tables: int = 64
    """Tables at a time; when all are taken, the one that was idle longest gives way."""
    idle: float = 2 * 3600.0
    """Seconds after which a table that nobody asks for is closed."""
    spared: float = 60.0
    """Seconds for which a table that somebody asked for does not give way to a new one."""
    resting: float = 120.0
    """Seconds after which players that do nothing let their processes go."""
    thinkers: int = field(default_factory=cores)
    """Players that think at the same time; others wait for their turn, and their clocks with them."""
    spare: int = 2
    """Processes that wait for work."""
    answer: float = 20.0
    """Seconds that a process may take to answer; then it is killed, and the page says so."""
    studying: float = 30.0
    """Seconds for what takes longer: to try a rulesheet, to find symmetries, to solve a network."""
    thought: float = 60.0
    """Seconds that a player may think about a move."""
    memory: int = 3 << 30
    """Bytes of address space of each process."""
    upload: int = 1 << 20
    """Bytes that a request may have."""
    moves: int = 4000
    """Legal moves that are told."""
    steps: int = 2000
    """Joint moves of a match."""
    streams: int = 256
    """Pages that listen at the same time."""
