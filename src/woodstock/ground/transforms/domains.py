"""Which values can stand at which place: an estimate from above, for judging what a transform saves.

Places are the arguments of predicates and of functions; a function's arguments are one place wherever it stands.
`true`, `init` and `next` share their places, as do `does` and `legal`. Within a rule the tables of static relations
narrow the values down: in `file(U), adjacent(U, X)` the variable X takes files only, though `adjacent` also speaks of
ranks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from woodstock.gdl import Atom, Function, NormalRule, Symbol, Term, Variable
from woodstock.gdl.checks.sheet import Predicate, positive, predicate
from woodstock.ground.transforms.tables import Ground, Row

Place = tuple[str, int, int]
"""Predicate or function, arity, argument; functions carry a leading `(`, which no predicate has."""

Values = NDArray[np.bool_]
"""Of every value in the rules (symbols and functions): can it stand here?"""

Columns = NDArray[np.int32]

_SHARED = {Predicate("true", 1): "next", Predicate("init", 1): "next", Predicate("does", 2): "legal"}
_MOST_STEPS = 2000
"""Steps after which the tables are no longer asked: a counter to 1,000 takes as many, but one step without them."""
LARGEST = 1e12
"""Stands for more values than anything could list."""


class Domains:
    """The domains of all places of a rulesheet."""

    def __init__(self, rules: Sequence[NormalRule], tables: Mapping[Predicate, Sequence[Row]]) -> None:
        self._numbers: dict[str | tuple[str, int], int] = {}
        for rule in rules:
            for atom in (rule.head, *(literal.atom for literal in positive(rule))):
                for _, term in occurrences(atom):
                    if not isinstance(term, Variable):
                        self._numbers.setdefault(_value(term), len(self._numbers))
        self._columns = {name: self._numbered(rows) for name, rows in tables.items() if rows and name.arity}
        self._values: defaultdict[Place, Values] = defaultdict(self._none)
        self._functions = [(value, number) for value, number in self._numbers.items() if isinstance(value, tuple)]
        self._place_sizes: dict[Place, float] = {}
        self._spread(rules)

    def _spread(self, rules: Sequence[NormalRule]) -> None:
        """Apply the rules until no place gains a value."""
        users: defaultdict[Place, set[int]] = defaultdict(set)
        for number, rule in enumerate(rules):
            for literal in positive(rule):
                for place, _ in occurrences(literal.atom):
                    users[place].add(number)
        waiting = dict.fromkeys(range(len(rules)))
        steps_left = 2 * len(rules) + _MOST_STEPS
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            steps_left -= 1
            for place in self._apply(rules[number], steps_left > 0):
                waiting |= dict.fromkeys(users[place])

    def _apply(self, rule: NormalRule, narrow: bool) -> Iterator[Place]:
        """Adds what the rule can derive; yields the places that grew."""
        own = self.variables(rule, narrow)
        if any(not values.any() for values in own.values()):
            return
        for place, term in occurrences(rule.head):
            values = self._values[place]
            if isinstance(term, Variable):
                if term.name in own and (own[term.name] & ~values).any():
                    values |= own[term.name]
                    yield place
            elif not values[number := self._numbers[_value(term)]]:
                values[number] = True
                yield place

    def variables(self, rule: NormalRule, narrow: bool = True) -> dict[str, Values]:
        """The values of each variable that a positive literal binds."""
        found: dict[str, Values] = {}
        for literal in positive(rule):
            for place, term in occurrences(literal.atom):
                if isinstance(term, Variable):
                    values = self._values[place]
                    found[term.name] = found[term.name] & values if term.name in found else values.copy()
        joined = [literal for literal in positive(rule) if len(literal.atom.arguments) > 1]
        for _ in range(2 if narrow else 0):  # once more, for what the later tables say of the earlier ones
            for literal in joined:
                self._narrow(literal.atom, found)
        return found

    def _narrow(self, atom: Atom, found: dict[str, Values]) -> None:
        """Leave each variable of the atom only the values that stand in a fitting row of its table."""
        rows = self.rows(atom, found)
        if rows is None:
            return
        for at, term in enumerate(atom.arguments):
            if isinstance(term, Variable):
                present = self._none()
                present[rows[:, at]] = True
                found[term.name] &= present

    def rows(self, atom: Atom, found: Mapping[str, Values]) -> Columns | None:
        """The rows of the atom's table that fit its constants and the values of its variables."""
        columns = self._columns.get(predicate(atom))
        if columns is None:
            return None
        fitting = np.ones(len(columns), dtype=np.bool_)
        seen: dict[str, int] = {}
        for at, term in enumerate(atom.arguments):
            if not isinstance(term, Variable):
                fitting &= columns[:, at] == self._numbers.get(_value(term), -1)
            elif term.name in seen:
                fitting &= columns[:, at] == columns[:, seen[term.name]]
            else:
                seen[term.name] = at
                if term.name in found:
                    fitting &= found[term.name][columns[:, at]]
        fitted: Columns = columns[fitting]
        return fitted

    def size(self, values: Values, depth: int = 4) -> float:
        """How many ground terms a set of values stands for."""
        total = float(values.sum())
        for (name, arity), number in self._functions:
            if values[number]:
                total += self._size_of_function(name, arity, depth) - 1.0
        return min(total, LARGEST)

    def _size_of_function(self, name: str, arity: int, depth: int) -> float:
        if depth == 0:
            return LARGEST
        product = 1.0
        for argument in range(arity):
            product *= self.size(self._values["(" + name, arity, argument], depth - 1)
        return min(product, LARGEST)

    def size_of_place(self, place: Place) -> float:
        """How many terms can stand at a place."""
        if place not in self._place_sizes:
            self._place_sizes[place] = self.size(self._values[place])
        return self._place_sizes[place]

    def _none(self) -> Values:
        return np.zeros(len(self._numbers), dtype=np.bool_)

    def _numbered(self, rows: Sequence[Row]) -> Columns:
        def number(term: Ground) -> int:
            return self._numbers[term if isinstance(term, str) else (str(term[0]), len(term) - 1)]

        return np.array([[number(term) for term in row] for row in rows], dtype=np.int32)


def shared_name(name: Predicate) -> str:
    """The name under which the domains of a predicate are kept."""
    return _SHARED.get(name, name.name)


def occurrences(atom: Atom) -> Iterator[tuple[Place, Term]]:
    """Every place in an atom, nested ones included, and what stands there."""
    arity = len(atom.arguments)
    name = shared_name(predicate(atom))
    waiting: list[tuple[Place, Term]] = [((name, arity, at), term) for at, term in enumerate(atom.arguments)]
    while waiting:
        place, term = waiting.pop()
        yield place, term
        if isinstance(term, Function):
            count = len(term.arguments)
            waiting.extend((("(" + term.name, count, at), part) for at, part in enumerate(term.arguments))


def _value(term: Symbol | Function) -> str | tuple[str, int]:
    return term.name if isinstance(term, Symbol) else (term.name, len(term.arguments))
