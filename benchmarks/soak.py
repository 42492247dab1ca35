"""Does anything wear out? Matches of mixed games and players for an hour, while their processes are killed at random.

    python benchmarks/soak.py [--minutes M] [--seed K] [--kills SECONDS]

Each match seats players of different kinds, in processes of their own, at short clocks; every few seconds, on average,
one of these processes is killed. A match is lost when it ends with an exception; a player that was killed is no more
than a deviation in its record. Prints the memory, the descriptors and the processes of this program after the first
fifty matches, which have every game in them, now and then, and at the end. Exits with 1 when a match was lost, a player
at fault, nobody killed or anything left, or when memory grew by more than 5 %.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from load import GROWN, held

import woodstock as ws
from woodstock.players import parse
from woodstock.referee import Clocks, play, seat
from woodstock.referee.record import Kind

GAMES = (
    "tic_tac_toe connect_four breakthrough othello nim kaseklau cant_stop pacman connect_four_simultaneous "
    "kuhn_poker krieg_tic_tac_toe monty_hall lights_out chinese_checkers_3p"
).split()
PLAYERS = "woodstock uct grave mac-ucb mac-ucb:circuit=no mac-ucb-sym fc-ucb random legal ucb".split()
SETTLED = 50
TOLD = 250
"""Matches from one line to the next."""
OURS = {Kind.ILLEGAL, Kind.EXCEPTION, Kind.BROKEN}
"""Deviations that are a fault of a player; that it was killed, or late on a busy machine, is none."""


def _children(task: Path) -> list[str]:
    """The processes that a thread of this one has started, unless it is gone."""
    try:
        return (task / "children").read_text().split()
    except OSError:
        return []


@contextlib.contextmanager
def killing(every: float, seed: int) -> Iterator[Counter[str]]:
    """While this lasts, children of this process are killed at random; how many were?"""
    done, counts, draw = threading.Event(), Counter[str](), random.Random(seed)

    def work() -> None:
        while not done.wait(draw.expovariate(1 / every)):
            if children := [pid for task in Path("/proc/self/task").iterdir() for pid in _children(task)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(draw.choice(children)), signal.SIGKILL)
                    counts["killed"] += 1

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield counts
    finally:
        done.set()
        thread.join()


def one_match(game: ws.Game, draw: random.Random) -> Counter[str]:
    """Play a match and count what was not as it should be."""
    roles = sum(role != game.chance for role in range(len(game.machine().roles)))
    seated = [seat(parse(draw.choice(PLAYERS))) for _ in range(roles)]
    try:
        record = play(game, seated, clocks=Clocks(start=1.0, play=0.1), seed=draw.randrange(2**31))
    finally:
        for one in seated:
            one.close()
    return Counter(deviation.kind.value for deviation in record.deviations)


def main() -> int:
    """Play, count and print."""
    parser = argparse.ArgumentParser(description="Does anything wear out?")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--kills", type=float, default=5.0, help="mean seconds between two of them")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw, end = random.Random(options.seed), time.monotonic() + 60 * options.minutes
    games = {name: ws.load(name) for name in GAMES}
    totals, lost, matches, settled = Counter[str](), 0, 0, None
    with killing(options.kills, options.seed) as kills:
        while time.monotonic() < end:
            name = GAMES[matches] if matches < len(GAMES) else draw.choice(GAMES)
            try:
                totals += one_match(games[name], draw)
            except Exception as error:  # noqa: BLE001 (whatever it is, a match was lost)
                lost += 1
                print(f"lost: {name}: {type(error).__name__}: {error}", flush=True)
            matches += 1
            if matches == SETTLED:
                settled = held()["the manager"]
            if matches % TOLD == 0:
                print(f"{matches} matches: {held()['the manager']}", flush=True)
    time.sleep(1.0)
    last, left = held()["the manager"], held()["the servers"][2]
    faults = {kind: count for kind, count in totals.items() if Kind(kind) in OURS}
    print(f"{matches} matches, {lost} lost, {kills['killed']} processes killed; deviations: {dict(totals)}")
    print(f"memory, descriptors, processes: {settled} after {SETTLED} matches, {last} at the end, {left} children left")
    grown = settled is not None and last[0] > settled[0] * GROWN
    return 1 if lost or faults or grown or left or not kills else 0


if __name__ == "__main__":
    sys.exit(main())
