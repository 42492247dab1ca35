"""The relations that do not depend on the state, worked out in full where they are small.

Addition tables, neighbours on a board, lines of cells: rulesheets are full of relations that facts and static rules
define once and for all. Knowing how many tuples they really have, and which, is what a good estimate rests on. Working
them out is bounded: a relation that would take too long has no table, nor has anything that needs it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from woodstock.gdl import Atom, Distinct, Function, Literal, NormalFormula, NormalRule, Symbol, Term, Variable
from woodstock.gdl.checks.sheet import GIVEN, Predicate, Sheet, literals, predicate, variable_names
from woodstock.gdl.unify import variables
from woodstock.graph import components

Ground: TypeAlias = "str | tuple[str | Ground, ...]"
"""A ground term: a symbol, or a function's name followed by its arguments."""

Row = tuple[Ground, ...]
_Bindings = dict[str, Ground]
_Index = dict[tuple[Ground, ...], list[Row]]

_EFFORT = 60_000
"""Steps that one component of relations may take."""
_TOTAL_EFFORT = 150_000
_ROWS = 20_000
_ROUNDS = 20
"""Rounds for rules that build terms, which may nest deeper with each."""


class _TooMuchError(Exception):
    """The relations at hand are not worth the effort."""


def static_predicates(sheet: Sheet) -> set[Predicate]:
    """The predicates that depend neither on the state nor on the moves."""
    return {head for head in sheet.by_head if head not in GIVEN and not sheet.below(head) & GIVEN}


class Rows(list[Row]):
    """The rows of one relation. The same only as itself, which makes it cheap to remember what was made of it."""

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


def tables(rules: Sequence[NormalRule]) -> dict[Predicate, Rows]:
    """The rows of every static relation that is small enough."""
    sheet = Sheet(rules)
    static = static_predicates(sheet)
    found: dict[Predicate, Rows] = {}
    effort = _TOTAL_EFFORT
    for group in components(sorted(static), lambda head: sheet.needs[head] & static):
        component = set(group)
        needed = set[Predicate]().union(*(sheet.needs[head] for head in component)) - component
        if effort > 0 and needed & static <= found.keys():
            own = tuple(rule for head in sorted(component) for rule in sheet.by_head[head])
            rows, used = _evaluated(own, tuple((name, found[name]) for name in sorted(needed & static)))
            found |= rows
            effort -= used
    return found


@lru_cache(maxsize=1000)
def _evaluated(
    rules: tuple[NormalRule, ...], known: tuple[tuple[Predicate, Rows], ...]
) -> tuple[dict[Predicate, Rows], int]:
    """The relations of one component, if they are small enough, and the effort it took. The chain of transforms asks
    again and again for relations that have not changed."""
    evaluation = _Evaluation(dict(known))
    try:
        return evaluation.run(rules), evaluation.used
    except _TooMuchError:
        return {}, evaluation.used


class _Evaluation:
    """Semi-naive evaluation of one component: what is new is joined with all there is, until nothing is new."""

    def __init__(self, known: Mapping[Predicate, Rows]) -> None:
        self._rows = dict(known)
        self._indexes: dict[tuple[Predicate, tuple[int, ...]], _Index] = {}
        self._left = _EFFORT

    @property
    def used(self) -> int:
        """The steps taken."""
        return _EFFORT - max(self._left, 0)

    def run(self, rules: Sequence[NormalRule]) -> dict[Predicate, Rows]:
        """The rows of all heads."""
        component = {predicate(rule.head) for rule in rules}
        all_rows: dict[Predicate, dict[Row, None]] = {head: {} for head in component}
        for head in component:
            self._rows[head] = Rows()
        new: dict[Predicate, list[Row]] = {}
        first = True
        rounds = _ROUNDS if any(isinstance(term, Function) for rule in rules for term in rule.head.arguments) else _ROWS
        while first or new:
            rounds -= 1
            if rounds < 0:
                raise _TooMuchError
            fresh: defaultdict[Predicate, list[Row]] = defaultdict(list)
            for rule in rules:
                head, seen = predicate(rule.head), all_rows[predicate(rule.head)]
                for bindings in self._matches(rule, component, new, first):
                    row = tuple(_instance(term, bindings) for term in rule.head.arguments)
                    if row not in seen:
                        seen[row] = None
                        fresh[head].append(row)
                if len(seen) > _ROWS:
                    raise _TooMuchError
            for head, rows in fresh.items():
                self._rows[head].extend(rows)
                self._indexes = {key: index for key, index in self._indexes.items() if key[0] != head}
            new, first = dict(fresh), False
        return {head: self._rows[head] for head in component}

    def _matches(
        self, rule: NormalRule, component: set[Predicate], new: dict[Predicate, list[Row]], first: bool
    ) -> Iterator[_Bindings]:
        """The ways to fill a rule; after the first round only those that use something new."""
        recursive = [part for part in literals(rule) if predicate(part.atom) in component]
        if any(not part.positive for part in recursive):
            raise _TooMuchError  # not stratified by predicates: rare, and nothing to build on
        if first:
            if not recursive:
                yield from self._join(_ordered(rule.body, None), {})
            return
        for literal in recursive:
            rest = _ordered(rule.body, literal)
            for row in new.get(predicate(literal.atom), ()):
                self._step()
                if (bindings := _matched(literal.atom, row, {})) is not None:
                    yield from self._join(rest, bindings)

    def _join(self, body: Sequence[NormalFormula], bindings: _Bindings) -> Iterator[_Bindings]:
        self._step()
        if not body:
            yield bindings
            return
        part, rest = body[0], body[1:]
        if isinstance(part, Distinct):
            if _instance(part.left, bindings) != _instance(part.right, bindings):
                yield from self._join(rest, bindings)
            return
        bound = tuple(
            at for at, term in enumerate(part.atom.arguments) if all(v.name in bindings for v in variables(term))
        )
        key = tuple(_instance(part.atom.arguments[at], bindings) for at in bound)
        rows = self._index(predicate(part.atom), bound).get(key, ())
        if not part.positive:
            if not rows:
                yield from self._join(rest, bindings)
            return
        for row in rows:
            if (more := _matched(part.atom, row, bindings)) is not None:
                yield from self._join(rest, more)

    def _index(self, name: Predicate, bound: tuple[int, ...]) -> _Index:
        index = self._indexes.get((name, bound))
        if index is None:
            index = self._indexes[name, bound] = {}
            for row in self._rows.get(name, ()):
                index.setdefault(tuple(row[at] for at in bound), []).append(row)
            self._left -= len(self._rows.get(name, ())) // 8
        return index

    def _step(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _TooMuchError


def _ordered(body: Sequence[NormalFormula], given: Literal | None) -> list[NormalFormula]:
    """The rest of a body in an order to join it: what is bound most comes first, a test as soon as it can be made."""
    waiting = [part for part in body if part is not given]
    bound = variable_names(given) if given else frozenset()
    ordered: list[NormalFormula] = []
    while waiting:
        tests = [part for part in waiting if not _generates(part) and variable_names(part) <= bound]
        joins = [part for part in waiting if _generates(part)]
        if not tests and not joins:
            raise _TooMuchError  # unsafe
        part = tests[0] if tests else min(joins, key=partial(_looseness, bound))
        ordered.append(part)
        bound = bound | variable_names(part)
        waiting.remove(part)
    return ordered


def _looseness(bound: frozenset[str], part: NormalFormula) -> tuple[bool, int]:
    """A literal that shares no variable with what is bound multiplies all there is, so it comes last."""
    own = variable_names(part)
    return bool(own) and not own & bound, len(own - bound)


def _generates(part: NormalFormula) -> bool:
    return isinstance(part, Literal) and part.positive


def _instance(term: Term, bindings: _Bindings) -> Ground:
    if isinstance(term, Symbol):
        return term.name
    if isinstance(term, Variable):
        if term.name not in bindings:
            raise _TooMuchError  # unsafe
        return bindings[term.name]
    return (term.name, *(_instance(argument, bindings) for argument in term.arguments))


def _matched(atom: Atom, row: Row, bindings: _Bindings) -> _Bindings | None:
    """The bindings under which the atom is the row, or nothing."""
    found = dict(bindings)
    waiting: list[tuple[Term, Ground]] = list(zip(atom.arguments, row, strict=True))
    while waiting:
        term, value = waiting.pop()
        if isinstance(term, Variable):
            if found.setdefault(term.name, value) != value:
                return None
        elif isinstance(term, Symbol):
            if term.name != value:
                return None
        else:
            if not isinstance(value, tuple) or value[0] != term.name or len(value) != len(term.arguments) + 1:
                return None
            waiting.extend(zip(term.arguments, value[1:], strict=True))
    return found
