"""What policies can reach, with several ends in view: points of which none is better than another in everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from woodstock.network import Policy

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Point:
    """How likely the hard constraints hold, and what each player gains where they do; and a policy that reaches it."""

    satisfaction: Fraction
    gains: tuple[Fraction, ...]
    policy: Policy = field(compare=False)

    def plus(self, gains: Sequence[Fraction], policy: Policy) -> Point:
        """The point with more gained wherever the hard constraints hold, and its policy with a new root."""
        if not any(gains):
            return Point(self.satisfaction, self.gains, policy)
        total = tuple(own + self.satisfaction * more for own, more in zip(self.gains, gains, strict=True))
        return Point(self.satisfaction, total, policy)


def covers(one: Point, other: Point, losses: bool) -> bool:
    """Is one at least as good as the other, whatever is gained besides?

    With `losses`, utilities may be negative: then it is not always better to satisfy the constraints more often.
    """
    if one.satisfaction != other.satisfaction and (losses or one.satisfaction < other.satisfaction):
        return False
    return all(own >= others for own, others in zip(one.gains, other.gains, strict=True))


def front(points: Iterable[Point], losses: bool) -> tuple[Point, ...]:
    """The points that no other covers; of equal ones the first."""
    kept: list[Point] = []
    for point in points:
        if not any(covers(other, point, losses) for other in kept):
            kept = [other for other in kept if not covers(point, other, losses)]
            kept.append(point)
    return tuple(kept)


def best(points: Iterable[Point]) -> Point:
    """The point whose worst-off player gains most (r_min of paper 000, section 4.4).

    Ties go to the larger sum, then to the constraints that hold more often, then to the gains in order of players.
    """
    return max(
        points,
        key=lambda point: (min(point.gains, default=ZERO), sum(point.gains), point.satisfaction, point.gains),
    )
