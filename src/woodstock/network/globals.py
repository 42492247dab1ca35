"""Hard constraints that compute: expressions, and relations over lists of integer variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from woodstock.network.errors import NetworkError
from woodstock.network.expressions import Tree, UndefinedError, evaluate, holds, names_in
from woodstock.network.values import Row, Value


def _scope(trees: Sequence[Tree]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for tree in trees for name in names_in(tree)))


@dataclass(frozen=True)
class Intension:
    """An expression that is true. One without a value, such as a division by zero, is not."""

    tree: Tree

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables of the expression, once each."""
        return _scope((self.tree,))

    def allows(self, row: Row) -> bool:
        """Is the expression true?"""
        return holds(self.tree, dict(zip(self.scope, row, strict=True)))


@dataclass(frozen=True)
class Lex:
    """Two lists of expressions, equally long: the first comes before the second in lexicographic order, or is equal."""

    first: tuple[Tree, ...]
    second: tuple[Tree, ...]
    strict: bool = False

    def __post_init__(self) -> None:
        if len(self.first) != len(self.second):
            raise NetworkError("Lists that are compared must be equally long")

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables of both lists, once each."""
        return _scope((*self.first, *self.second))

    def allows(self, row: Row) -> bool:
        """Are the lists in order?"""
        values = dict(zip(self.scope, row, strict=True))
        try:
            first, second = ([_integer(evaluate(tree, values)) for tree in own] for own in (self.first, self.second))
        except UndefinedError:
            return False
        return first < second or (first == second and not self.strict)


@dataclass(frozen=True)
class Inverse:
    """Two lists of variables that name each other's places: `first[i] = j` if and only if `second[j] = i`.

    Places are counted from `starts`. Where the second list is longer, `first[i] = j` only means that `second[j] = i`.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    starts: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if len(self.first) > len(self.second):
            raise NetworkError("The first of two lists that name each other's places cannot be the longer one")

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables of both lists, once each."""
        return tuple(dict.fromkeys((*self.first, *self.second)))

    def allows(self, row: Row) -> bool:
        """Does each list name the places of the other?"""
        values = dict(zip(self.scope, row, strict=True))
        one_way = _names_back(self.first, self.second, self.starts, values)
        if len(self.first) < len(self.second):
            return one_way
        return one_way and _names_back(self.second, self.first, self.starts[::-1], values)


def _names_back(
    first: Sequence[str], second: Sequence[str], starts: tuple[int, ...], values: Mapping[str, Value]
) -> bool:
    for place, name in enumerate(first):
        other = _integer(values[name]) - starts[1]
        if not 0 <= other < len(second) or values[second[other]] != place + starts[0]:
            return False
    return True


@dataclass(frozen=True)
class Circuit:
    """Each variable names its successor, counted from `start`: those that do not name themselves form one circuit.

    The circuit has at least two members.
    """

    scope: tuple[str, ...]
    start: int = 0

    def allows(self, row: Row) -> bool:
        """Is there one circuit?"""
        successors = [_integer(value) - self.start for value in row]
        if sorted(successors) != list(range(len(row))):
            return False
        inside = [place for place, successor in enumerate(successors) if place != successor]
        if not inside:
            return False
        place, length = successors[inside[0]], 1
        while place != inside[0]:
            place, length = successors[place], length + 1
        return length == len(inside)


@dataclass(frozen=True)
class Regular:
    """The values, read in order, lead an automaton from its start to one of its ends."""

    scope: tuple[str, ...]
    transitions: frozenset[tuple[str, Value, str]]
    start: str
    ends: frozenset[str]

    @cached_property
    def steps(self) -> dict[tuple[str, Value], frozenset[str]]:
        """The states that a value may lead to from each state."""
        found: dict[tuple[str, Value], set[str]] = {}
        for state, value, following in self.transitions:
            found.setdefault((state, value), set()).add(following)
        return {key: frozenset(states) for key, states in found.items()}

    def after(self, states: frozenset[str], value: Value) -> frozenset[str]:
        """The states that a value may lead to from some states."""
        return frozenset().union(*(self.steps.get((state, value), frozenset()) for state in states))

    def allows(self, row: Row) -> bool:
        """Is an end reached?"""
        states = frozenset({self.start})
        for value in row:
            states = self.after(states, value)
        return bool(states & self.ends)


@dataclass(frozen=True)
class Objective:
    """An expression that is to be as small, or as large, as can be."""

    tree: Tree
    maximise: bool = False

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables of the expression, once each."""
        return _scope((self.tree,))

    def value(self, assignment: Mapping[str, Value]) -> int:
        """What a complete assignment is worth."""
        return _integer(evaluate(self.tree, assignment))


def _integer(value: Value) -> int:
    if not isinstance(value, int):
        raise NetworkError(f"{value} is a symbol, and cannot be computed with")
    return int(value)
