"""Policies as trees (paper 000, section 3.1): a decision has one child, a draw has one for each value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from woodstock.network.network import Network
from woodstock.network.values import Assignment, Value


@dataclass(frozen=True, slots=True)
class Leaf:
    """Every variable is set."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision variable gets a value, which may differ from branch to branch of the draws before it."""

    variable: str
    value: Value
    child: Policy


@dataclass(frozen=True, slots=True)
class Chance:
    """A stochastic variable is drawn."""

    variable: str
    children: Mapping[Value, Policy] = field(hash=False)


Policy: TypeAlias = Leaf | Decide | Chance


def plan(network: Network, choose: Callable[[str, Assignment], Value]) -> Policy:
    """The policy that sets each decision variable to `choose(name, what is set so far)`."""

    def grow(depth: int, past: dict[str, Value]) -> Policy:
        if depth == len(network.variables):
            return Leaf()
        variable = network.variables[depth]
        if variable.stochastic:
            branches = {value: grow(depth + 1, {**past, variable.name: value}) for value in variable.domain}
            return Chance(variable.name, branches)
        value = choose(variable.name, past)
        return Decide(variable.name, value, grow(depth + 1, {**past, variable.name: value}))

    return grow(0, {})


def fixed(network: Network, values: Assignment) -> Policy:
    """The policy that decides the same whatever is drawn: all there is to choose in a one-stage network."""
    return plan(network, lambda name, _: values[name])


def paths(policy: Policy) -> Iterator[dict[str, Value]]:
    """The complete assignments from the root to the leaves."""
    match policy:
        case Leaf():
            yield {}
        case Decide(variable, value, child):
            for rest in paths(child):
                yield {variable: value, **rest}
        case Chance(variable, children):
            for value, child in children.items():
                for rest in paths(child):
                    yield {variable: value, **rest}
