"""What chance can do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from woodstock.network import Assignment, Network, Probability, Share, Value, Variable


def distribution(probability: Probability, domain: Sequence[Value], given: Assignment) -> dict[Value, Fraction]:
    """The values of positive probability; none at all where a share has nothing to draw from."""
    if isinstance(probability, Share):
        possible = [value for value, name in probability.indicators if given[name] == 1]
        return dict.fromkeys(possible, Fraction(1, len(possible))) if possible else {}
    chances = ((value, probability.probability(value, given)) for value in domain)
    return {value: chance for value, chance in chances if chance}


def outcomes(
    network: Network, draws: Sequence[Variable], given: Assignment, observed: Assignment
) -> Iterator[tuple[tuple[Value, ...], Fraction]]:
    """The joint values of successive draws that have a positive probability. What was observed is drawn no more."""
    if not draws:
        yield (), Fraction(1)
        return
    variable, rest = draws[0], draws[1:]
    if variable.name in observed:
        chances = {observed[variable.name]: Fraction(1)}
    else:
        chances = distribution(network.probability(variable.name), variable.domain, given)
    for value, chance in chances.items():
        for values, likelihood in outcomes(network, rest, {**given, variable.name: value} if rest else given, observed):
            yield (value, *values), chance * likelihood
