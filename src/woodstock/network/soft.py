"""Soft constraints and chance: what an assignment is worth, and how likely it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, TypeAlias

from woodstock.network.errors import NetworkError
from woodstock.network.values import Assignment, Number, Row, Value, exact, projection

ZERO = Fraction(0)


@dataclass(frozen=True)
class Utility:
    """A soft constraint (paper 000, section 3.1): what rows are worth to a player, and what all others are worth."""

    scope: tuple[str, ...]
    player: str
    table: Mapping[Row, Fraction] = field(hash=False)
    default: Fraction = ZERO

    def __init__(self, scope: Iterable[str], player: str, table: Mapping[Row, Number], default: Number = 0) -> None:
        object.__setattr__(self, "scope", tuple(scope))
        object.__setattr__(self, "player", player)
        object.__setattr__(self, "table", {tuple(row): exact(number) for row, number in table.items()})
        object.__setattr__(self, "default", exact(default))
        if any(len(row) != len(self.scope) for row in self.table):
            raise NetworkError(f"A row of the utility of {player} does not have {len(self.scope)} values")

    def value(self, row: Row) -> Fraction:
        """What the row is worth."""
        return self.table.get(row, self.default)


@dataclass(frozen=True)
class ConditionalTable:
    """A conditional probability table (paper 000, definition 2): for each row over the scope, a distribution."""

    variable: str
    scope: tuple[str, ...]
    table: Mapping[Row, Mapping[Value, Fraction]] = field(hash=False)

    def __init__(self, variable: str, scope: Iterable[str], table: Mapping[Row, Mapping[Value, Number]]) -> None:
        object.__setattr__(self, "variable", variable)
        object.__setattr__(self, "scope", tuple(scope))
        rows = {
            tuple(row): {value: exact(number) for value, number in distribution.items() if number != 0}
            for row, distribution in table.items()
        }
        object.__setattr__(self, "table", rows)
        for row, distribution in rows.items():
            if min(distribution.values(), default=ZERO) < 0 or sum(distribution.values()) != 1:
                given = f" given {row}" if row else ""
                raise NetworkError(f"The probabilities of {variable}{given} are not numbers from 0 to 1 with sum 1")

    def probability(self, value: Value, given: Assignment) -> Fraction:
        """P(variable = value | given)."""
        return self.table[projection(given, self.scope)].get(value, ZERO)


@dataclass(frozen=True)
class Share:
    """The intensional table of paper 000, section 3.2: P(y = d_i | b) = b_i / sum of b, over Boolean variables b.

    When every b is false nothing can be drawn: no value has any weight, and no policy through here is feasible.
    """

    variable: str
    indicators: tuple[tuple[Value, str], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "indicators", tuple(self.indicators))
        if len(self._indicator) != len(self.indicators):
            raise NetworkError(f"The share of {self.variable} has two indicators for one value")

    @cached_property
    def _indicator(self) -> dict[Value, str]:
        return dict(self.indicators)

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The Boolean variables b."""
        return tuple(name for _, name in self.indicators)

    def probability(self, value: Value, given: Assignment) -> Fraction:
        """P(variable = value | given)."""
        true = sum(given[name] == 1 for name in self.scope)
        name = self._indicator.get(value)
        return Fraction(1, true) if name is not None and given[name] == 1 else ZERO


@dataclass(frozen=True, slots=True)
class Universal:
    """The universal quantifier of a QCSP: every one of `size` values must be answered.

    As chance it is the uniform draw: a policy is satisfied with probability 1 if and only if it answers all values.
    """

    variable: str
    size: int
    scope: ClassVar[tuple[str, ...]] = ()
    """It depends on nothing."""

    def probability(self, value: Value, given: Assignment) -> Fraction:  # noqa: ARG002
        """The same for every value."""
        return Fraction(1, self.size)


Probability: TypeAlias = ConditionalTable | Share | Universal


def uniform(variable: str, values: Iterable[Value]) -> ConditionalTable:
    """Every value equally likely, whatever came before."""
    values = tuple(values)
    return ConditionalTable(variable, (), {(): {value: Fraction(1, len(values)) for value in values}})
