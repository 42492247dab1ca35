"""Does the server bear load? Answers while strangers flood it, and what is left behind after many matches.

    python benchmarks/load.py plays [N] [--clock S] [--start S] [--player P] [--half-open N] [--floods N] [--load N]
    python benchmarks/load.py matches [N] [--clock S] [--player PLAYER]

The first form sends N PLAY messages (10,000) at a clock of 100 ms to two servers while every core is busy. Each server
has 200 connections on which half a message came, and 20 that send as much as they can (`strangers.py`). It counts
answers that were late (those to which a core that stood still made the difference apart, see `stalls.py`) or illegal.
The second form plays N matches (500) back to back against two servers, and prints the memory, the descriptors and the
processes of the servers and of this manager after the first ten and at the end. Exits with 1 when anything was late
by our fault, illegal, lost or left behind, or when memory grew by more than 5 %.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from pathlib import Path

from stalls import watched
from strangers import strangers
from wire import Recorder, busy, complaints, hosted, report, serving, stalled

import woodstock as ws
from woodstock.protocol import Address
from woodstock.protocol.client import Client
from woodstock.referee import Clocks

SETTLED = 10
"""Matches after which everything has been loaded that will be."""

GROWN = 1.05
"""How much memory may grow."""


def plays(options: argparse.Namespace) -> int:
    """Send PLAY messages under load; gives the exit code."""
    clocks = Clocks(options.start, options.clock)
    game = ws.load("connect_four_simultaneous")
    wrong: list[str] = []
    with contextlib.ExitStack() as stack:
        stalls = stack.enter_context(watched())
        served = [Address.parse(stack.enter_context(serving(options.player))) for _ in range(2)]
        recorders = [Recorder(Client(address.host, address.port)) for address in served]
        stack.enter_context(busy(options.load))
        for address in served:
            stack.enter_context(strangers(address, options.floods, options.half_open))
        seed = 0
        with contextlib.suppress(KeyboardInterrupt):  # what was measured until then is told
            while sum(len(recorder.seconds) for recorder in recorders) < options.count:
                wrong += complaints(hosted(game, recorders, clocks, seed))
                seed += 1
    late = report("when it was there", [time for one in recorders for time in one.seconds], options.clock)
    blameless = sum(stalled(recorder, stalls, options.clock) for recorder in recorders)
    print(stalls)
    print(f"{late} late, {blameless} of them because a core stood still; {len(wrong)} illegal or lost")
    for complaint in wrong[:20]:
        print(complaint)
    return 1 if wrong or late > blameless else 0


def matches(options: argparse.Namespace) -> int:
    """Play matches back to back; gives the exit code."""
    clocks = Clocks(2.0, options.clock)
    game = ws.load("tic_tac_toe")
    wrong: list[str] = []
    settled: dict[str, tuple[int, int, int]] = {}
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        served = [Address.parse(stack.enter_context(serving(options.player))) for _ in range(2)]
        recorders = [Recorder(Client(address.host, address.port)) for address in served]
        for seed in range(options.count):
            wrong += complaints(hosted(game, recorders, clocks, seed))
            if seed + 1 == min(SETTLED, options.count):
                settled = _at_rest()
        ended = _at_rest()
    print(f"{options.count} matches in {time.monotonic() - begun:.0f} s, {len(wrong)} illegal or lost messages")
    left = False
    for name, before in settled.items():
        after = ended[name]
        print(f"{name}: memory {before[0] / (1 << 20):.1f} -> {after[0] / (1 << 20):.1f} MiB", end="")
        print(f" ({100 * (after[0] / before[0] - 1):+.1f} %), descriptors {before[1]} -> {after[1]}", end="")
        print(f", processes {before[2]} -> {after[2]}")
        left |= after[0] > before[0] * GROWN or after[1] > before[1] + 2 or after[2] > before[2]
    for complaint in wrong[:20]:
        print(complaint)
    return 1 if wrong or left else 0


def _at_rest() -> dict[str, tuple[int, int, int]]:
    """What is held when the followers of the last match have left and those for the next one are warm."""
    time.sleep(5)
    return held()


def held() -> dict[str, tuple[int, int, int]]:
    """Of this process and of all that it started: bytes of memory, open descriptors, and how many they are."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    started: set[int] = set()
    while more := {pid for pid, parent in parents.items() if parent in started | {os.getpid()}} - started:
        started |= more
    return {"the manager": _sums({os.getpid()}), "the servers": _sums(started)}


def _sums(processes: set[int]) -> tuple[int, int, int]:
    memory = descriptors = count = 0
    for pid in processes:
        with contextlib.suppress(OSError):
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            descriptors += len(list(Path(f"/proc/{pid}/fd").iterdir()))
            memory += pages * os.sysconf("SC_PAGE_SIZE")
            count += 1
    return memory, descriptors, count


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Does the server bear load?")
    parser.add_argument("what", choices=["plays", "matches"])
    parser.add_argument("count", type=int, nargs="?", help="messages (10,000), or matches (500)")
    parser.add_argument("--player", default=None, help="woodstock for messages, random for matches")
    parser.add_argument("--clock", type=float, default=0.1)
    parser.add_argument(
        "--start", type=float, default=6.0, help="the start clock for messages, which players may use up"
    )
    parser.add_argument("--half-open", type=int, default=200)
    parser.add_argument("--floods", type=int, default=20)
    parser.add_argument("--load", type=int, default=os.cpu_count() or 2, help="busy processes")
    options = parser.parse_args()
    if not sys.stdin.isatty():
        with contextlib.suppress(OSError):
            os.setsid()  # away from whatever else runs in this session
    if options.what == "plays":
        options.count = options.count or 10_000
        options.player = options.player or "woodstock"
        return plays(options)
    options.count = options.count or 500
    options.player = options.player or "random"
    return matches(options)


if __name__ == "__main__":
    sys.exit(main())
