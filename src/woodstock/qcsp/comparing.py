"""Several existential players on the same instances against the same adversary."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from woodstock.network import Network
from woodstock.qcsp.players import Clock, Entrant
from woodstock.qcsp.playing import play
from woodstock.qcsp.problem import Problem


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
