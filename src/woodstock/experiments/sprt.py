"""Wald's sequential probability ratio test: stop as soon as it is clear which of two strengths is the nearer one.

Scores are not only 0 and 1: matches are drawn, and the two matches of a pair with the same seed and roles swapped are
one observation, because they are not independent. So the likelihoods of the two hypotheses are those of the most likely
distributions over the scores seen whose means are what the hypotheses say (the generalised test that chess engines are
tested with; Van den Bergh, "A practical introduction to the GSPRT"). With wins and losses alone it is Wald's own test.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from woodstock.experiments.section import ExperimentError


class Verdict(StrEnum):
    """What a test says."""

    OPEN = "open"
    STRONGER = "stronger"
    """The first is stronger by `elo1` rather than by `elo0`."""
    NOT_STRONGER = "not stronger"


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is the first player stronger by `elo1` or by `elo0` points? `alpha` bounds the probability of saying `elo1` where
    `elo0` is true, `beta` that of the other mistake."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ExperimentError("sprt: elo0 must be below elo1, and alpha and beta between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test ends when the log likelihood ratio leaves these (Wald 1945).

        >>> tuple(round(bound, 3) for bound in Sprt().bounds)
        (-2.944, 2.944)
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Mapping[float, int]) -> float:
        """The log likelihood ratio of `elo1` to `elo0`, from how often each score (0 to 1) was seen."""
        total = sum(scores.values())
        if total == 0:
            return 0.0
        shares = {score: count / total for score, count in scores.items() if count}
        # Scores that were not seen yet are given a little, or one score alone would leave no room for any other mean.
        for end in (0.0, 1.0):
            shares[end] = max(shares.get(end, 0.0), _UNSEEN)
        whole = sum(shares.values())
        shares = {score: share / whole for score, share in shares.items()}
        less, more = (_most_likely(shares, expected(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(share * math.log(more[score] / less[score]) for score, share in shares.items())

    def begun(self) -> Sequential:
        """The test before its first observation."""
        return Sequential(self)


@dataclass
class Sequential:
    """A running test. It ends with the first observation that crosses a bound; later ones change nothing."""

    sprt: Sprt
    verdict: Verdict = Verdict.OPEN
    observations: int = 0
    ratio: float = 0.0
    _seen: Counter[float] = field(default_factory=Counter)

    def observe(self, score: float) -> None:
        """One more score."""
        if self.verdict is not Verdict.OPEN:
            return
        self._seen[score] += 1
        self.observations += 1
        self.ratio = self.sprt.ratio(self._seen)
        low, high = self.sprt.bounds
        if self.ratio >= high:
            self.verdict = Verdict.STRONGER
        elif self.ratio <= low:
            self.verdict = Verdict.NOT_STRONGER


_UNSEEN = 1e-3
_STEPS = 100


def expected(elo: float) -> float:
    """The expected score with a lead of this many Elo points.

    >>> round(expected(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-elo / 400))


def _most_likely(shares: Mapping[float, float], mean: float) -> dict[float, float]:
    """Of all distributions over these scores with this mean, the one under which what was seen is most likely:
    p / (1 + x (score - mean)), with x such that the mean is right. The sum in question falls in x, so Newton's method
    within a bracket finds it."""
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    parts = [(share, score - mean) for score, share in shares.items()]
    x = 0.0
    for _ in range(_STEPS):
        value = sum(share * off / (1 + x * off) for share, off in parts)
        low, high = (x, high) if value > 0 else (low, x)
        slope = -sum(share * (off / (1 + x * off)) ** 2 for share, off in parts)
        step = x - value / slope
        before, x = x, step if low < step < high else (low + high) / 2
        if abs(x - before) < 1e-12:
            break
    return {score: share / (1 + x * (score - mean)) for score, share in shares.items()}
