"""How much a belief keeps."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.errors import WoodstockError


@dataclass(frozen=True, slots=True)
class Options:
    """As long as all possible states are no more than `exact`, all are kept; else a sample of `particles` of them. In
    one step at most `tries` joint moves are tried. With `recall` two histories are the same only if every role
    knows the same after both; without it the states alone count."""

    exact: int = 10_000
    particles: int = 1_000
    tries: int = 200_000
    recall: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.exact, self.particles, self.tries) < 1 or max(self.exact, self.particles) >= 2**31:
            raise WoodstockError("a belief keeps one state at least, and fewer than 2^31")
        if not 0 <= self.seed < 2**64:
            raise WoodstockError("a seed is a number from 0 to 2^64 - 1")
