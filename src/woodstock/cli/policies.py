"""Policies, for people as an indented tree and for programs as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from woodstock.network import Assignment, Chance, Network, Policy, Value

_LARGEST = 100_000
"""Branches that are printed at most. A policy may be a short text only because it repeats itself."""


def small(policy: Policy) -> bool:
    """Has the policy few enough branches to be printed?"""
    return _leaves(policy, {}) <= _LARGEST


def _leaves(policy: Policy, known: dict[int, int]) -> int:
    from woodstock.network import Chance

    _, rest = _decided(policy)
    if not isinstance(rest, Chance):
        return 1
    if id(rest) not in known:
        known[id(rest)] = sum(_leaves(child, known) for child in rest.children.values())
    return known[id(rest)]


def _decided(policy: Policy) -> tuple[dict[str, Value], Policy]:
    """The decisions up to the next draw, and the rest."""
    from woodstock.network import Decide

    decisions: dict[str, Value] = {}
    while isinstance(policy, Decide):
        decisions[policy.variable] = policy.value
        policy = policy.child
    return decisions, policy


def _decides(policy: Policy) -> bool:
    """Is there anything left to decide?"""
    from woodstock.network import Chance, Decide

    if isinstance(policy, Chance):
        return any(_decides(child) for child in policy.children.values())
    return isinstance(policy, Decide)


def _cases(network: Network, chance: Chance, past: Assignment) -> Iterator[tuple[Value, Fraction, Policy]]:
    """The values that can be drawn, how likely they are, and what is done then."""
    from woodstock.solver import distribution

    domain = network.variable(chance.variable).domain
    for value, probability in distribution(network.probability(chance.variable), domain, past).items():
        yield value, probability, chance.children[value]


def lines(network: Network, policy: Policy, past: Assignment | None = None, margin: str = "") -> Iterator[str]:
    """The tree with one line for a run of decisions and one for each value that can be drawn.

    Draws after which nothing is decided are left out. `past` is what was set before.
    """
    from woodstock.network import Chance

    decisions, rest = _decided(policy)
    past = {**(past or {}), **decisions}
    if decisions:
        yield margin + " ".join(f"{name}={value}" for name, value in decisions.items())
    if isinstance(rest, Chance) and _decides(rest):
        for value, probability, child in _cases(network, rest, past):
            yield f"{margin}{rest.variable} drawn {value} ({probability})"
            yield from lines(network, child, {**past, rest.variable: value}, margin + "  ")


def as_dict(network: Network, policy: Policy, past: Assignment | None = None) -> dict[str, Any]:
    """The tree as `{decide: {name: value, ..}, draw: name, cases: [{value, probability, then: {..}}, ..]}`.

    Keys that would say nothing are left out, so that the end of the tree is `{}`.
    """
    from woodstock.network import Chance

    decisions, rest = _decided(policy)
    past = {**(past or {}), **decisions}
    tree: dict[str, Any] = {"decide": {name: plain(value) for name, value in decisions.items()}} if decisions else {}
    if isinstance(rest, Chance):
        tree["draw"] = rest.variable
        tree["cases"] = [
            {
                "value": plain(value),
                "probability": float(probability),
                "then": as_dict(network, child, {**past, rest.variable: value}),
            }
            for value, probability, child in _cases(network, rest, past)
        ]
    return tree


def plain(value: Value) -> Any:
    """A value as JSON knows it."""
    return value if isinstance(value, int | str) else str(value)
