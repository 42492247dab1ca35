"""A game: two players set the variables of a QCSP in the order of its quantifiers (paper 004, section 2.2)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from woodstock.network import Value
from woodstock.qcsp.players import Clock, Player, Thought
from woodstock.qcsp.problem import Problem


@dataclass(frozen=True)
class Record:
    """What was played, what each mover thought, and who won."""

    values: tuple[Value, ...]
    thoughts: tuple[Thought, ...]
    seconds: tuple[float, ...]
    winner: str  # exists or forall

    @property
    def exists_wins(self) -> bool:
        """Did the existential player win?"""
        return self.winner == "exists"


def play(
    problem: Problem,
    exists: Player,
    forall: Player,
    clock: Clock,
    *,
    watch: Callable[[int, Thought], None] | None = None,
) -> Record:
    """Have two players set all variables, each with the same clock for each move."""
    values: list[Value] = []
    thoughts: list[Thought] = []
    seconds: list[float] = []
    for place in range(len(problem)):
        begun = time.perf_counter()
        thought = (forall if problem.universal[place] else exists).choose(values, clock)
        seconds.append(time.perf_counter() - begun)
        problem.number(place, thought.value)  # what is no value of the variable is an error here
        values.append(thought.value)
        thoughts.append(thought)
        if watch is not None:
            watch(place, thought)
    winner = "exists" if problem.satisfied(values) else "forall"
    return Record(tuple(values), tuple(thoughts), tuple(seconds), winner)
