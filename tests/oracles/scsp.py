"""Brute force for stochastic constraint networks: every assignment, every policy, tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from woodstock.network import (
    Chance,
    Decide,
    Leaf,
    Network,
    Policy,
    Table,
    Value,
    fixed,
    is_feasible,
    is_solution,
    likelihood,
    satisfied,
    utility,
)


def assignments(network: Network) -> Iterator[dict[str, Value]]:
    """All complete assignments."""
    names = [variable.name for variable in network.variables]
    for row in product(*(variable.domain for variable in network.variables)):
        yield dict(zip(names, row, strict=True))


def solutions(network: Network) -> set[tuple[Value, ...]]:
    """The solutions of the hard constraints, as rows in the order of the variables."""
    return {tuple(assignment.values()) for assignment in assignments(network) if satisfied(network, assignment)}


def policies(network: Network) -> Iterator[Policy]:
    """All policies."""

    def grow(depth: int) -> Iterator[Policy]:
        if depth == len(network.variables):
            yield Leaf()
            return
        variable = network.variables[depth]
        if variable.stochastic:
            for children in product(*(list(grow(depth + 1)) for _ in variable.domain)):
                yield Chance(variable.name, dict(zip(variable.domain, children, strict=True)))
        else:
            for value in variable.domain:
                for child in grow(depth + 1):
                    yield Decide(variable.name, value, child)

    yield from grow(0)


def solution_policies(network: Network) -> list[Policy]:
    """All policies that are solutions."""
    return [policy for policy in policies(network) if is_solution(network, policy)]


def feasibility_constraint(part: Network) -> Table:
    """c_s of paper 000, section 4.2: the decisions that are part of a feasible policy of a one-stage network."""
    decisions = [variable.name for variable in part.decisions]
    rows = product(*(variable.domain for variable in part.decisions))
    feasible = (row for row in rows if is_feasible(part, fixed(part, dict(zip(decisions, row, strict=True)))))
    return Table(decisions, feasible)


def best_value(network: Network, player: int = 0) -> Fraction | None:
    """The largest expected utility of a policy without violations, by recursion; None when there is none."""

    def value(depth: int, past: dict[str, Value]) -> Fraction | None:
        if depth == len(network.variables):
            weight = likelihood(network, past)
            if weight == 0:
                return Fraction(0)
            return weight * utility(network, past)[player] if satisfied(network, past) else None
        variable = network.variables[depth]
        below = [value(depth + 1, {**past, variable.name: choice}) for choice in variable.domain]
        reached = [number for number in below if number is not None]
        if variable.stochastic:
            return sum(reached, start=Fraction(0)) if len(reached) == len(below) else None
        return max(reached, default=None)

    return value(0, {})
