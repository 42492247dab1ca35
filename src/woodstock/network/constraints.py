"""Hard constraints: relations over a scope. An empty relation is the unsatisfiable constraint, and is a value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal as OneOf
from typing import TypeAlias

from woodstock.network.errors import NetworkError
from woodstock.network.globals import Circuit, Intension, Inverse, Lex, Regular
from woodstock.network.values import STAR, Row, Value


@dataclass(frozen=True)
class Table:
    """A relation in extension: its allowed tuples, or with `allowed=False` its forbidden ones.

    A tuple may be short: `STAR` in a column stands for every value of that variable.
    """

    scope: tuple[str, ...]
    tuples: frozenset[Row]
    allowed: bool = True

    def __init__(self, scope: Iterable[str], tuples: Iterable[Iterable[Value]], allowed: bool = True) -> None:
        object.__setattr__(self, "scope", tuple(scope))
        object.__setattr__(self, "tuples", frozenset(map(tuple, tuples)))
        object.__setattr__(self, "allowed", allowed)
        if not self.scope:
            raise NetworkError("A table needs a scope of at least one variable")
        if any(len(row) != len(self.scope) for row in self.tuples):
            raise NetworkError(
                f"A tuple of the table on {', '.join(self.scope)} does not have {len(self.scope)} values"
            )

    @cached_property
    def short(self) -> tuple[Row, ...]:
        """The tuples that hold a star; the others are found by a look into the set."""
        return tuple(row for row in self.tuples if STAR in row)

    def allows(self, row: Row) -> bool:
        """Is the row, in the order of the scope, in the relation?"""
        listed = row in self.tuples or any(
            all(entry is STAR or entry == value for entry, value in zip(short, row, strict=True))
            for short in self.short
        )
        return listed == self.allowed


@dataclass(frozen=True, slots=True)
class Literal:
    """A variable has a value or, not positive, any other; without a value, a Boolean variable or its negation."""

    variable: str
    positive: bool = True
    value: Value = 1

    def holds(self, value: Value) -> bool:
        """Is the literal true when its variable has this value?"""
        return (value == self.value) == self.positive


@dataclass(frozen=True)
class Gate:
    """Output if and only if all (`and`) or one (`or`) of the inputs hold: Clark's completion of rules (paper 001, 3.1).

    The output is a Boolean variable; inputs may speak of variables with more values. Without inputs, `and` is true and
    `or` is false: an atom that no rule has as its head.
    """

    kind: OneOf["and", "or"]
    output: str
    inputs: tuple[Literal, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "inputs", tuple(dict.fromkeys(self.inputs)))
        if self.kind not in ("and", "or"):
            raise NetworkError(f"A gate is 'and' or 'or', not {self.kind!r}")

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The output and every input variable, once."""
        return tuple(dict.fromkeys((self.output, *(literal.variable for literal in self.inputs))))

    def allows(self, row: Row) -> bool:
        """Does the output equal what the inputs say?"""
        values = dict(zip(self.scope, row, strict=True))
        inputs = (literal.holds(values[literal.variable]) for literal in self.inputs)
        return (values[self.output] == 1) == (all(inputs) if self.kind == "and" else any(inputs))


@dataclass(frozen=True, slots=True)
class Equal:
    """All variables of the scope have the same value."""

    scope: tuple[str, ...]

    def allows(self, row: Row) -> bool:
        """Is there one value only?"""
        return len(set(row)) <= 1


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two variables of the scope have the same value."""

    scope: tuple[str, ...]

    def allows(self, row: Row) -> bool:
        """Are there as many values as variables?"""
        return len(set(row)) == len(row)


@dataclass(frozen=True, slots=True)
class AtMostOne:
    """At most one of the Boolean variables of the scope is true."""

    scope: tuple[str, ...]

    def allows(self, row: Row) -> bool:
        """Are fewer than two true?"""
        return sum(value == 1 for value in row) <= 1


@dataclass(frozen=True)
class Channel:
    """An indicator is true if and only if the variable has its value. Values without an indicator are free."""

    variable: str
    indicators: tuple[tuple[Value, str], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "indicators", tuple(self.indicators))
        if len({value for value, _ in self.indicators}) != len(self.indicators):
            raise NetworkError(f"The channel of {self.variable} has two indicators for one value")

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variable, then its indicators."""
        return (self.variable, *(name for _, name in self.indicators))

    def allows(self, row: Row) -> bool:
        """Does each indicator say whether the variable has its value?"""
        return all((flag == 1) == (row[0] == value) for (value, _), flag in zip(self.indicators, row[1:], strict=True))


Computing: TypeAlias = Intension | Lex | Inverse | Circuit | Regular
Constraint: TypeAlias = Table | Gate | Equal | AllDifferent | AtMostOne | Channel | Computing
