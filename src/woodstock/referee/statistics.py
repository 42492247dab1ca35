"""How sure a share of successes is, and what it says of playing strength."""

from __future__ import annotations

import math

Z_95 = 1.959963984540054
"""The two-sided 95 % quantile of the normal distribution."""


def wilson(successes: float, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval for the probability of a success (95 % unless told otherwise).

    It keeps within 0 and 1 and is honest for few trials and for shares near the ends; with no trial it is (0, 1).
    Successes may be fractions, such as draws that count half: the interval is then a little wider than it has to be,
    because halves vary less than wins and losses.
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    spread = z / scale * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # At the ends the bound is exact; rounding must not move it past the share itself.
    low = 0.0 if successes <= 0 else max(0.0, centre - spread)
    high = 1.0 if successes >= trials else min(1.0, centre + spread)
    return low, high


def elo(score: float) -> float:
    """The difference in Elo points at which the stronger of two expects this score (0 to 1) per match.

    Elo's logistic model: a lead of 400 points means odds of ten to one. A score of 0 or 1 is infinitely far.

    >>> round(elo(10 / 11))
    400
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def elo_interval(points: float, matches: int, z: float = Z_95) -> tuple[float, float]:
    """The Elo differences at the two ends of Wilson's interval for the score."""
    low, high = wilson(points, matches, z)
    return elo(low), elo(high)
