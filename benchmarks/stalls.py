"""Do cores stand still at times? On a virtual machine they do, and then who runs there is late.

    python benchmarks/stalls.py [SECONDS]

On each core a process sleeps for two milliseconds again and again, and writes down when it was woken much later. One
that mostly sleeps is served at once, however busy others are; where it is not, its core stood still. Benchmarks of
clocks use this to tell such moments from delays of their own.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from children import command

NOTED = 0.02
"""Seconds of waiting that are written down."""

_NAP = 0.002
_WATCH = f"""
import os, sys, time
os.sched_setaffinity(0, {{int(sys.argv[1])}})
print("watching", flush=True)
while True:
    begun = time.monotonic()
    time.sleep({_NAP})
    ended = time.monotonic()
    if ended - begun > {NOTED}:
        print(begun, ended, flush=True)
"""


@dataclass
class Stalls:
    """When some core stood still: from and to, by the monotonic clock. Known once the watch is over."""

    times: list[tuple[float, float]] = field(default_factory=list)

    def during(self, begun: float, ended: float) -> float:
        """Seconds between these two in which it did."""
        return sum(max(0.0, min(ended, to) - max(begun, since)) for since, to in self.times)

    def __str__(self) -> str:
        longest = max((to - since for since, to in self.times), default=0.0)
        return (
            f"a core stood still {len(self.times)} times for {1000 * NOTED:.0f} ms or more, "
            f"at most {1000 * longest:.0f} ms"
        )


@contextlib.contextmanager
def watched() -> Iterator[Stalls]:
    """Watch the machine meanwhile."""
    cores = sorted(os.sched_getaffinity(0))
    watchers = [
        subprocess.Popen(command(_WATCH, str(core)), stdout=subprocess.PIPE, text=True, start_new_session=True)
        for core in cores
    ]
    stalls = Stalls()
    try:
        for watcher in watchers:
            assert watcher.stdout is not None
            watcher.stdout.readline()
        yield stalls
    finally:
        for watcher in watchers:
            watcher.terminate()
        heard = [[_times(line) for line in watcher.communicate()[0].splitlines()] for watcher in watchers]
        stalls.times += merged(sorted(times for one in heard for times in one))


def _times(line: str) -> tuple[float, float]:
    since, to = line.split()
    return float(since), float(to)


def merged(times: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same times, in order, where those that overlap are one."""
    out: list[tuple[float, float]] = []
    for since, to in times:
        if out and since <= out[-1][1]:
            out[-1] = (out[-1][0], max(to, out[-1][1]))
        else:
            out.append((since, to))
    return out


def main() -> None:
    """Watch for a while and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with watched() as stalls:
        time.sleep(seconds)
    print(stalls)


if __name__ == "__main__":
    main()
