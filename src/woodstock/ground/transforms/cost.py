"""What grounding rules will cost: an estimate of how many instances each has, from how many tuples its relations hold.

The estimate is that of a database planner: the literals of a body are joined one after another, the most selective
first, each multiplying the instances by its tuples for one way to fill what is already bound. Static relations are
known exactly where they are small. What depends on the state has at most a tuple for each combination of values, and
at most one for each instance of its rules.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from woodstock.gdl import Atom, Function, Literal, NormalFormula, NormalRule, Symbol, Variable
from woodstock.gdl.checks.sheet import Predicate, predicate, variable_names
from woodstock.ground.transforms.domains import LARGEST, Columns, Domains, occurrences, shared_name
from woodstock.ground.transforms.tables import tables

Signature = tuple[str, tuple[tuple[str, int] | None, ...]]
"""A predicate and the functions among its arguments: `true(cell(X, Y))` is another relation than `true(step(N))`."""

_ROUNDS = 2


class Bound:
    """One rule's variables: the values each can take, and what the tables say of them."""

    def __init__(self, rule: NormalRule, domains: Domains) -> None:
        self._domains = domains
        self._values = domains.variables(rule)
        self.sizes = {name: max(domains.size(values), 1.0) for name, values in self._values.items()}
        self._rows: dict[Atom, Columns | None] = {}
        self._keys: dict[tuple[Atom, frozenset[str]], int] = {}

    def size(self, names: Iterable[str]) -> float:
        """In how many ways the variables can be filled, if nothing relates them."""
        return min(math.prod(self.sizes.get(name, LARGEST) for name in names), LARGEST)

    def rows(self, atom: Atom) -> int | None:
        """How many rows of its table an atom can match, if it has one."""
        if atom not in self._rows:
            self._rows[atom] = self._domains.rows(atom, self._values)
        rows = self._rows[atom]
        return None if rows is None else len(rows)

    def keys(self, atom: Atom, given: frozenset[str]) -> int:
        """How many values of the given variables these rows have."""
        if (atom, given) not in self._keys:
            rows = self._rows[atom]
            assert rows is not None
            codes = np.zeros(len(rows), dtype=np.int64)
            for at, term in enumerate(atom.arguments):
                if isinstance(term, Variable) and term.name in given:
                    _, column = np.unique(rows[:, at], return_inverse=True)
                    codes = codes * (int(column.max(initial=0)) + 1) + column
            self._keys[atom, given] = len(np.unique(codes))
        return self._keys[atom, given]


class Costs:
    """Sizes of relations and costs of rules."""

    def __init__(self, rules: Sequence[NormalRule]) -> None:
        self.tables = tables(rules)
        self.domains = Domains(rules, self.tables)
        self._compatible: dict[Signature, list[Signature]] = {}
        self._sizes: dict[Signature, float] = {}
        self._bounds: dict[NormalRule, Bound] = {}
        derived: defaultdict[Signature, list[tuple[NormalRule, Bound]]] = defaultdict(list)
        for rule in rules:
            own = signature(rule.head)
            if predicate(rule.head) in self.tables:
                self._sizes[own] = len(self.tables[predicate(rule.head)])
            else:
                self._sizes[own] = max(self._sizes.get(own, 0.0), self._combinations(rule.head))
                derived[own].append((rule, self.bound(rule)))
        for _ in range(_ROUNDS):  # from above, so that any round may be the last
            for own, heads in derived.items():
                instances = sum(self.joined(rule.body, bound) for rule, bound in heads)
                self._sizes[own] = min(self._sizes[own], instances)

    def bound(self, rule: NormalRule) -> Bound:
        """The variables of a rule."""
        if rule not in self._bounds:
            self._bounds[rule] = Bound(rule, self.domains)
        return self._bounds[rule]

    def instances(self, rule: NormalRule) -> float:
        """How many ground instances a rule has."""
        return self.joined(rule.body, self.bound(rule))

    def joined(
        self, body: Iterable[NormalFormula], own: Bound, stand_ins: Mapping[Predicate, float] | None = None
    ) -> float:
        """How many ground instances a body has; `stand_ins` are relations that a transform is about to add."""
        waiting = [
            (part.atom, variable_names(part), self._tuples(part.atom, own, stand_ins))
            for part in body
            if isinstance(part, Literal) and part.positive
        ]
        seen: frozenset[str] = frozenset()
        total = 1.0
        while waiting:
            growths = [_growth(*literal, seen, own) for literal in waiting]
            best = growths.index(min(growths))
            total *= growths[best]
            seen |= waiting.pop(best)[1]
        return min(total, LARGEST)

    def size(self, atom: Atom) -> float:
        """How many tuples the relation of an atom may have; of one that no rule here defines nothing is known."""
        own = signature(atom)
        if own not in self._compatible:
            self._compatible[own] = [other for other in self._sizes if _compatible(own, other)]
        if not self._compatible[own]:
            return LARGEST
        return sum(self._sizes[other] for other in self._compatible[own])

    def _tuples(self, atom: Atom, own: Bound, stand_ins: Mapping[Predicate, float] | None) -> float:
        """How many tuples an atom can match."""
        rows = own.rows(atom)
        if rows is not None:
            return rows
        size = stand_ins.get(predicate(atom)) if stand_ins else None
        return self.size(atom) / self._constants(atom) if size is None else size

    def _constants(self, atom: Atom) -> float:
        """By what factor the constants in an atom thin its relation out."""
        factor = 1.0
        for place, term in occurrences(atom):
            if isinstance(term, Symbol):
                factor *= max(self.domains.size_of_place(place), 1.0)
        return factor

    def _combinations(self, head: Atom) -> float:
        product = 1.0
        for place, term in occurrences(head):
            if not isinstance(term, Function):
                product *= self.domains.size_of_place(place)
        return min(product, LARGEST)


def _growth(atom: Atom, names: frozenset[str], tuples: float, seen: frozenset[str], own: Bound) -> float:
    """By what factor joining a literal multiplies the instances."""
    fresh, given = own.size(names - seen), names & seen
    if not given:
        return min(fresh, tuples)
    ways = own.size(given)
    if own.rows(atom) is not None:
        ways = max(own.keys(atom, given), ways)
    return min(fresh, tuples / ways)


@lru_cache(maxsize=2)
def costs(rules: tuple[NormalRule, ...]) -> Costs:
    """The costs of rules. Steps that leave the rules as they are share the work of finding out."""
    return Costs(rules)


def signature(atom: Atom) -> Signature:
    """The relation that an atom belongs to."""
    functions = [(term.name, len(term.arguments)) if isinstance(term, Function) else None for term in atom.arguments]
    return shared_name(predicate(atom)), tuple(functions)


def _compatible(left: Signature, right: Signature) -> bool:
    return (
        left[0] == right[0]
        and len(left[1]) == len(right[1])
        and all(one == other or not (one and other) for one, other in zip(left[1], right[1], strict=True))
    )
