"""What chance can do next."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from woodstock.network import Assignment, Probability, Share, Value


def distribution(probability: Probability, domain: Sequence[Value], given: Assignment) -> dict[Value, Fraction]:
    """The values of positive probability; none at all where a share has nothing to draw from."""
    if isinstance(probability, Share):
        possible = [value for value, name in probability.indicators if given[name] == 1]
        return dict.fromkeys(possible, Fraction(1, len(possible))) if possible else {}
    chances = ((value, probability.probability(value, given)) for value in domain)
    return {value: chance for value, chance in chances if chance}
