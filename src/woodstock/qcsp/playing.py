"""A game: two players set the variables of a QCSP in the order of its quantifiers (paper 004, section 2.2).

And several existential players on the same instances, against the same adversary.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from woodstock.network import Network, Value
from woodstock.qcsp.players import Clock, Entrant, Player, Thought
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
        problem.number(place, thought.value)  # what is not a value of the variable is an error here
        values.append(thought.value)
        thoughts.append(thought)
        if watch is not None:
            watch(place, thought)
    winner = "exists" if problem.satisfied(values) else "forall"
    return Record(tuple(values), tuple(thoughts), tuple(seconds), winner)


def games(
    networks: Iterable[Network],
    entrants: Sequence[Entrant],
    adversary: Entrant,
    clock: Clock,
    *,
    seed: int = 0,
    advance: Callable[[], None] = lambda: None,
) -> Iterator[list[bool]]:
    """For each instance, whether each entrant won it. Chance is the same for all of them."""
    for index, network in enumerate(networks):
        problem = Problem(network)
        won: list[bool] = []
        for entrant in entrants:
            seeds = 2 * (seed + index)
            record = play(problem, entrant.make(problem, seeds), adversary.make(problem, seeds + 1), clock)
            won.append(record.exists_wins)
            advance()
        yield won


def sign_test(one: Sequence[bool], other: Sequence[bool]) -> float:
    """How likely paired results differ at least so much by chance alone: McNemar's exact test, two-sided.

    >>> sign_test([True] * 6, [False] * 6)
    0.03125
    """
    better = sum(a > b for a, b in zip(one, other, strict=True))
    worse = sum(a < b for a, b in zip(one, other, strict=True))
    differing = better + worse
    tail = sum(math.comb(differing, k) for k in range(min(better, worse) + 1))
    return min(1.0, math.ldexp(tail, 1 - differing))
