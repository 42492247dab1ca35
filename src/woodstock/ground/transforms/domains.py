"""Which values can stand at which place: an estimate from above, for judging what a transform saves.

Places are the arguments of predicates and of functions; a function's arguments are one place wherever it stands. `true`,
`init` and `next` share their places, as do `does` and `legal`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from woodstock.gdl import Atom, Function, Literal, NormalRule, Symbol, Term, Variable

Value = str | tuple[str, int]
"""A symbol, or a function with its arity."""

Place = tuple[str, int, int]
"""Predicate or function, arity, argument; functions carry a leading `(`, which no predicate has."""

_SHARED = {("true", 1): "next", ("init", 1): "next", ("does", 2): "legal"}
LARGEST = 1e12
"""Stands for more values than anything could list."""


class Domains:
    """The domains of all places of a rulesheet."""

    def __init__(self, rules: Sequence[NormalRule]) -> None:
        self._values: defaultdict[Place, set[Value]] = defaultdict(set)
        self.facts: defaultdict[tuple[str, int], int] = defaultdict(int)
        """How many facts each predicate has that is given by facts alone."""
        users: defaultdict[Place, set[int]] = defaultdict(set)
        derived = {_predicate(rule.head) for rule in rules if rule.body}
        for number, rule in enumerate(rules):
            if _predicate(rule.head) not in derived:
                self.facts[_predicate(rule.head)] += 1
            for literal in positive(rule):
                for place, _ in occurrences(literal.atom):
                    users[place].add(number)
        waiting = dict.fromkeys(range(len(rules)))
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            for place in self._apply(rules[number]):
                waiting |= dict.fromkeys(users[place])

    def _apply(self, rule: NormalRule) -> Iterator[Place]:
        """Adds what the rule can derive; yields the places that grew."""
        own = self.variables(rule)
        for place, term in occurrences(rule.head):
            values = self._values[place]
            before = len(values)
            if isinstance(term, Variable):
                values |= own.get(term.name, set())
            else:
                values.add(_value(term))
            if len(values) > before:
                yield place

    def variables(self, rule: NormalRule) -> dict[str, set[Value]]:
        """The values of each variable that a positive literal binds."""
        found: dict[str, set[Value]] = {}
        for literal in positive(rule):
            for place, term in occurrences(literal.atom):
                if isinstance(term, Variable):
                    values = self._values[place]
                    found[term.name] = found[term.name] & values if term.name in found else values
        return found

    def size(self, values: Iterable[Value], depth: int = 4) -> float:
        """How many ground terms a set of values stands for."""
        total = 0.0
        for value in values:
            total += 1.0 if isinstance(value, str) else self._size_of_function(*value, depth)
        return min(total, LARGEST)

    def _size_of_function(self, name: str, arity: int, depth: int) -> float:
        if depth == 0:
            return LARGEST
        product = 1.0
        for argument in range(arity):
            product *= self.size(self._values["(" + name, arity, argument], depth - 1)
        return min(product, LARGEST)


def positive(rule: NormalRule) -> Iterator[Literal]:
    """The positive literals of a body."""
    return (part for part in rule.body if isinstance(part, Literal) and part.positive)


def occurrences(atom: Atom) -> Iterator[tuple[Place, Term]]:
    """Every place in an atom, nested ones included, and what stands there."""
    arity = len(atom.arguments)
    name = _SHARED.get((atom.name, arity), atom.name)
    waiting: list[tuple[Place, Term]] = [((name, arity, at), term) for at, term in enumerate(atom.arguments)]
    while waiting:
        place, term = waiting.pop()
        yield place, term
        if isinstance(term, Function):
            count = len(term.arguments)
            waiting.extend((("(" + term.name, count, at), part) for at, part in enumerate(term.arguments))


def _value(term: Symbol | Function) -> Value:
    return term.name if isinstance(term, Symbol) else (term.name, len(term.arguments))


def _predicate(atom: Atom) -> tuple[str, int]:
    return atom.name, len(atom.arguments)
