"""The same answer as playouts in lanes, for games that have no circuit: one playout after another."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from woodstock.engine.interpreter import InterpreterMachine
from woodstock.engine.machine import State
from woodstock.engine.playouts import Playouts

_ALONE = 100.0
"""The goal with which a role that plays alone wins."""


def one_by_one(
    machine: InterpreterMachine,
    starts: Sequence[State],
    counts: Sequence[int],
    *,
    seed: int,
    limit: int,
    seconds: float | None,
) -> Playouts:
    """Random playouts, `counts[i]` from `starts[i]`."""
    begun = time.perf_counter()
    roles = len(machine.roles)
    size = len(starts)
    ended, capped, broken, lengths = (np.zeros(size, dtype=np.uint64) for _ in range(4))
    goals, squares = (np.zeros((size, roles), dtype=np.int64) for _ in range(2))
    wins = np.zeros((size, roles), dtype=np.uint64)
    states = number = 0
    for at, (start, count) in enumerate(zip(starts, counts, strict=True)):
        for _ in range(count):
            if seconds is not None and time.perf_counter() - begun >= seconds:
                break
            # Seeds of neighbouring runs must not overlap.
            report = machine.playouts(1, start=start, seed=(seed * 1_000_003 + number) % 2**63, limit=limit)
            number += 1
            states += report.states
            ended[at] += report.playouts
            capped[at] += report.capped
            broken[at] += report.broken
            if report.playouts:
                own = np.array(report.mean_goals)
                lengths[at] += report.states
                goals[at] += own.astype(np.int64)
                squares[at] += (own**2).astype(np.int64)
                if (winner := _winner(report.mean_goals, machine.chance)) is not None:
                    wins[at, winner] += 1
    elapsed = time.perf_counter() - begun
    return Playouts(ended, capped, broken, lengths, goals, squares, wins, states, elapsed)


def _winner(goals: Sequence[float], chance: int | None) -> int | None:
    players = [role for role in range(len(goals)) if role != chance]
    best = max(goals[role] for role in players)
    first = [role for role in players if goals[role] == best]
    if len(players) == 1:
        return first[0] if best == _ALONE else None
    return first[0] if len(first) == 1 else None
