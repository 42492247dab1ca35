"""How much others got in the way: the share of the time in which a process of ours wanted a core and had none.

Linux counts, for each thread, the time on a core and the time spent waiting for one (`/proc/PID/task/TID/schedstat`).
That is what a clock should know: a machine may be busy and disturb nobody, or look idle and be oversubscribed by its
host's limits. Where the system does not tell, nothing is known, and reports say so.
"""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")


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
