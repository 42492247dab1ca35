"""Playing a series: who sits where in which match, and several matches at once."""

from __future__ import annotations

import itertools
import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from woodstock.errors import WoodstockError
from woodstock.referee.clocks import Clocks
from woodstock.referee.in_process import InProcess
from woodstock.referee.looking import EachState
from woodstock.referee.playable import Playable
from woodstock.referee.playable import seats as seats_of
from woodstock.referee.player import Player
from woodstock.referee.process import MEMORY, OwnProcess
from woodstock.referee.referee import LENGTH_LIMIT, play
from woodstock.referee.seated import Halted, Seated
from woodstock.referee.seeds import derive
from woodstock.referee.series import Played, Series

_GOODBYE = 5.0
"""Seconds that matches in progress have to end after an interruption."""


class Entrant(Protocol):
    """Somebody who enters a series: a name, and a fresh player for every match."""

    @property
    def name(self) -> str:
        """What the record and the tables say."""
        ...

    @property
    def own_process(self) -> bool:
        """Do its players run in a process of their own? Then it must be picklable."""
        ...

    @property
    def threads(self) -> int:
        """How many cores one of its players keeps busy."""
        ...

    def make(self) -> Player:
        """A new player."""
        ...


@runtime_checkable
class Seats(Protocol):
    """An entrant that takes its place itself: a remote player, or a person. There is one of it."""

    def seat(self) -> Seated:
        """The place at the table."""
        ...


def seat(entrant: Entrant, memory: int | None = MEMORY) -> Seated:
    """The entrant at the table, in a process of its own if it wants one."""
    if isinstance(entrant, Seats):
        return entrant.seat()
    return OwnProcess(entrant, memory) if entrant.own_process else InProcess(entrant.make)


def default_jobs(entrants: Sequence[Entrant]) -> int:
    """How many matches can be played at once: the players of a match think in turn, so each match needs as many cores
    as the player with the most threads. Players in this process share one core anyway, and those who take their place
    themselves are there once."""
    if any(isinstance(entrant, Seats) for entrant in entrants) or not any(entrant.own_process for entrant in entrants):
        return 1
    return at_once(max(entrant.threads for entrant in entrants))


def at_once(threads: int) -> int:
    """How many matches there are cores for: the players of a match think in turn, so it takes the cores of one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores // threads)


def series(
    game: Playable,
    entrants: Sequence[Entrant],
    matches: int = 1,
    *,
    swap: bool = False,
    seed: int = 0,
    clocks: Clocks | None = None,
    limit: int = LENGTH_LIMIT,
    jobs: int | None = 1,
    memory: int | None = MEMORY,
    each_state: EachState | None = None,
    each_match: Callable[[Played], None] | None = None,
) -> Series:
    """Play `matches` matches. The entrants take the roles (but `random`) in order; with `swap` each match moves
    every entrant on by one role. Each match has its own seed, drawn from `seed` and its number, so that what is played
    does not depend on `jobs`, the number of matches in progress at a time (`None`: as many as there are cores for).

    `each_state` looks on at every match, one at a time; `each_match` is called for every match in their order. When the
    series is interrupted `each_match` is called for all that are finished before the interruption goes on. `memory`
    bounds each player's process, in bytes.
    """
    if matches < 1 or (jobs is not None and jobs < 1):
        raise WoodstockError("a series has at least one match, and at least one job plays it")
    if jobs is not None and jobs > 1 and any(isinstance(entrant, Seats) for entrant in entrants):
        raise WoodstockError("a remote player, or a person, plays one match at a time: remove the jobs")
    roles = seats_of(game)
    if len(entrants) != len(roles):
        raise WoodstockError(f"{game.name} takes {len(roles)} player(s), not {len(entrants)}")
    played: list[Played] = []

    def finish(one: Played) -> None:
        played.append(one)
        if each_match:
            each_match(one)

    plan = _Plan(game, tuple(entrants), roles, matches, swap, seed, clocks, limit, memory)
    wanted = min(matches, default_jobs(entrants) if jobs is None else jobs)
    if wanted == 1 or each_state:
        _one_by_one(plan, each_state, finish)
    else:
        _at_once(plan, wanted, finish)
    return Series(tuple(entrant.name for entrant in entrants), tuple(played))


@dataclass(frozen=True, slots=True)
class _Plan:
    """All that is settled before the first match."""

    game: Playable
    entrants: tuple[Entrant, ...]
    roles: list[int]
    matches: int
    swap: bool
    seed: int
    clocks: Clocks | None
    limit: int
    memory: int | None

    def table(self) -> list[Seated]:
        """A place for each entrant, to be used for match after match."""
        return [seat(entrant, self.memory) for entrant in self.entrants]

    def play(self, number: int, table: list[Seated], each_state: EachState | None, halt: threading.Event) -> Played:
        """Play one match of the series."""
        count = len(self.roles)
        shift = number % count if self.swap else 0
        taken = (*self.roles[shift:], *self.roles[:shift])
        by_role = sorted(range(count), key=taken.__getitem__)
        record = play(
            self.game,
            [table[entrant] for entrant in by_role],
            names=[self.entrants[entrant].name for entrant in by_role],
            clocks=self.clocks,
            seed=derive(self.seed, "match", number),
            limit=self.limit,
            each_state=each_state,
            halt=halt,
        )
        return Played(number, record, taken)


def _one_by_one(plan: _Plan, each_state: EachState | None, finish: Callable[[Played], None]) -> None:
    """All matches in the thread of the caller, where Ctrl-C ends a player without a clock as well."""
    halt = threading.Event()
    with ExitStack() as stack:
        table = plan.table()
        for seated in table:
            stack.callback(seated.close)
        for number in range(plan.matches):
            finish(plan.play(number, table, each_state, halt))


def _at_once(plan: _Plan, jobs: int, finish: Callable[[Played], None]) -> None:
    """Each job is a thread that mostly waits for its players' processes."""
    numbers = iter(range(plan.matches))
    halt = threading.Event()
    results: queue.SimpleQueue[Played | BaseException] = queue.SimpleQueue()
    tables = [plan.table() for _ in range(jobs)]
    threads = [
        threading.Thread(target=_work, args=(plan, numbers, table, halt, results), name="woodstock-job", daemon=True)
        for table in tables
    ]
    waiting: dict[int, Played] = {}
    try:
        for thread in threads:
            thread.start()
        for number in range(plan.matches):
            while number not in waiting:
                result = results.get()
                if isinstance(result, BaseException):
                    raise result
                waiting[result.number] = result
            finish(waiting.pop(number))
    finally:
        halt.set()
        for seated in itertools.chain(*tables):
            seated.close()
        for thread in threads:
            thread.join(_GOODBYE)
        for _, one in sorted(_rest(waiting, results).items()):
            finish(one)


def _work(
    plan: _Plan,
    numbers: Iterator[int],
    table: list[Seated],
    halt: threading.Event,
    results: queue.SimpleQueue[Played | BaseException],
) -> None:
    try:
        # The iterator of a range hands out each number once, also to threads that ask at the same time.
        for number in numbers:
            results.put(plan.play(number, table, None, halt))
    except Halted:
        pass
    except BaseException as error:  # noqa: BLE001 (raised again by the thread that waits for results)
        results.put(error)


def _rest(waiting: dict[int, Played], results: queue.SimpleQueue[Played | BaseException]) -> dict[int, Played]:
    """All matches that are finished and not yet told."""
    while not results.empty():
        result = results.get()
        if isinstance(result, Played):
            waiting[result.number] = result
    return waiting
