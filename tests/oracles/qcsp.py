"""What a QCSP means, by the definitions of paper 004 and without haste: the reference for `woodstock.qcsp`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from woodstock.network import Constraint, Network, Value, satisfied

Domains = dict[str, tuple[Value, ...]]


def wins(network: Network, played: tuple[Value, ...] = ()) -> bool:
    """The recursive semantics of section 2.1: is the QCSP true when the first variables have these values?"""
    names = [variable.name for variable in network.variables]
    if len(played) == len(names):
        return satisfied(network, dict(zip(names, played, strict=True)))
    variable = network.variables[len(played)]
    below = (wins(network, (*played, value)) for value in variable.domain)
    return all(below) if variable.stochastic else any(below)


def strategies(network: Network, constraint: Constraint, domains: Domains) -> Iterator[list[tuple[Value, ...]]]:
    """All winning strategies for one constraint alone, each as the list of the tuples that it leads to."""
    scope = [variable.name for variable in network.variables if variable.name in constraint.scope]
    universal = {variable.name for variable in network.variables if variable.stochastic}

    def grow(past: tuple[Value, ...]) -> Iterator[list[tuple[Value, ...]]]:
        if len(past) == len(scope):
            values = dict(zip(scope, past, strict=True))
            if constraint.allows(tuple(values[name] for name in constraint.scope)):
                yield [past]
            return
        name = scope[len(past)]
        branches = [list(grow((*past, value))) for value in domains[name]]
        if name in universal:
            for choice in product(*branches):
                yield [row for rows in choice for row in rows]
        else:
            for branch in branches:
                yield from branch

    yield from grow(())


def strongly_consistent(network: Network, domains: Domains) -> Domains | None:
    """SQGAC (section 3.2): values that some winning strategy for each constraint takes, to a fixpoint; None if lost."""
    domains = dict(domains)
    universal = {variable.name for variable in network.variables if variable.stochastic}
    changed = True
    while changed:
        changed = False
        for constraint in network.constraints:
            scope = [variable.name for variable in network.variables if variable.name in constraint.scope]
            rows = [row for strategy in strategies(network, constraint, domains) for row in strategy]
            for place, name in enumerate(scope):
                taken = {row[place] for row in rows}
                left = tuple(value for value in domains[name] if value in taken)
                if left != domains[name]:
                    if name in universal or not left:
                        return None
                    domains[name] = left
                    changed = True
    return domains


def weakly_consistent(network: Network, domains: Domains) -> Domains | None:
    """Generalised arc consistency with universal variables taken as friendly, and their domains left as they are."""
    domains = dict(domains)
    universal = {variable.name for variable in network.variables if variable.stochastic}
    changed = True
    while changed:
        changed = False
        for constraint in network.constraints:
            rows = [row for row in product(*(domains[name] for name in constraint.scope)) if constraint.allows(row)]
            if not rows:
                return None
            for place, name in enumerate(constraint.scope):
                left = tuple(value for value in domains[name] if any(row[place] == value for row in rows))
                if left != domains[name] and name not in universal:
                    domains[name] = left
                    changed = True
    return domains


def pure(network: Network, name: str, domains: Domains) -> tuple[Value, ...]:
    """Values that every constraint allows whatever the other variables of its scope are (section 3.1)."""

    def compatible(value: Value, constraint: Constraint) -> bool:
        others = ((value,) if other == name else domains[other] for other in constraint.scope)
        return all(constraint.allows(row) for row in product(*others))

    own = [constraint for constraint in network.constraints if name in constraint.scope]
    return tuple(value for value in domains[name] if all(compatible(value, constraint) for constraint in own))


def playout_chance(network: Network, played: Mapping[str, Value]) -> Fraction:
    """How likely the existential player wins a random playout with SQGAC after every value (section 3.2), exactly."""
    start = {v.name: (played[v.name],) if v.name in played else v.domain for v in network.variables}
    consistent = strongly_consistent(network, start)
    return Fraction(0) if consistent is None else _chance(network, consistent, len(played))


def _chance(network: Network, domains: Domains, depth: int) -> Fraction:
    if depth == len(network.variables):
        return Fraction(1)
    name = network.variables[depth].name
    total = Fraction(0)
    for value in domains[name]:
        below = strongly_consistent(network, {**domains, name: (value,)})
        total += Fraction(0) if below is None else _chance(network, below, depth + 1)
    return total / len(domains[name])


def promise(network: Network, domains: Domains, depth: int) -> float:
    """Dynamic Geelen's Promise as a logarithm: the product of the sizes of future existential domains."""
    rest = network.variables[depth:]
    return sum(math.log2(len(domains[variable.name])) for variable in rest if not variable.stochastic)


def minimax(network: Network, domains: Domains | None, depth: int, horizon: int) -> float:
    """The value of a position by plain minimax with SQGAC to a horizon; a win and a loss are infinite."""
    if domains is None:
        return -math.inf
    if depth == len(network.variables):
        return math.inf
    if depth == horizon:
        return promise(network, domains, depth)
    variable = network.variables[depth]
    below = [
        minimax(network, strongly_consistent(network, {**domains, variable.name: (value,)}), depth + 1, horizon)
        for value in domains[variable.name]
    ]
    return min(below) if variable.stochastic else max(below)
