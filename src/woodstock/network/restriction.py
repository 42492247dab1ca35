"""What is left of each part of a network when domains get smaller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal as OneOf

from woodstock.network.constraints import Constraint, Gate, Literal, Table
from woodstock.network.errors import NetworkError
from woodstock.network.soft import ConditionalTable, Probability, Utility
from woodstock.network.values import STAR, Row, Value

Kept = Mapping[str, frozenset[Value]]


def _possible(scope: tuple[str, ...], rows: Iterable[Row], kept: Kept) -> list[Row]:
    """The rows whose values all remain."""
    columns = [(place, kept[name]) for place, name in enumerate(scope) if name in kept]
    return [row for row in rows if all(row[place] is STAR or row[place] in values for place, values in columns)]


def restricted_constraint(constraint: Constraint, kept: Kept) -> Constraint | None:
    """The constraint over smaller domains; None when nothing is left of it to be violated."""
    if kept.keys().isdisjoint(constraint.scope):
        return constraint
    if isinstance(constraint, Table):
        rows = _possible(constraint.scope, constraint.tuples, kept)
        return Table(constraint.scope, rows, constraint.allowed) if rows or constraint.allowed else None
    if isinstance(constraint, Gate):
        return _restricted_gate(constraint, kept)
    return constraint


def _restricted_gate(gate: Gate, kept: Kept) -> Gate:
    """The gate without the literals whose value is gone: `x = v` is false then, and `x != v` true."""
    decided: OneOf["and", "or"] = (
        "or" if gate.kind == "and" else "and"
    )  # a gate of this kind without inputs is what one deciding input makes
    inputs: list[Literal] = []
    for literal in gate.inputs:
        if literal.variable not in kept or literal.value in kept[literal.variable]:
            inputs.append(literal)
        elif literal.positive == (gate.kind == "and"):
            return Gate(decided, gate.output, ())
    return gate if len(inputs) == len(gate.inputs) else Gate(gate.kind, gate.output, tuple(inputs))


def restricted_utility(utility: Utility, kept: Kept) -> Utility:
    """The utility over smaller domains."""
    if kept.keys().isdisjoint(utility.scope):
        return utility
    rows = _possible(utility.scope, utility.table, kept)
    return Utility(utility.scope, utility.player, {row: utility.table[row] for row in rows}, utility.default)


def restricted_probability(probability: Probability, kept: Kept, size: int) -> Probability:
    """The probability over smaller domains. A variable that was observed has its value for certain."""
    name = probability.variable
    if name in kept and len(kept[name]) != size:
        if len(kept[name]) != 1:
            raise NetworkError(f"{name} is stochastic: it can be set to one value, but not lose some of its values")
        (value,) = kept[name]
        return ConditionalTable(name, (), {(): {value: 1}})
    if isinstance(probability, ConditionalTable) and not kept.keys().isdisjoint(probability.scope):
        rows = _possible(probability.scope, probability.table, kept)
        return ConditionalTable(name, probability.scope, {row: probability.table[row] for row in rows})
    return probability
