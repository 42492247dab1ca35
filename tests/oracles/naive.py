"""A naive rule interpreter: the outside truth that the real reader, grounder and circuit are held to.

It shares no code with woodstock. It works top-down: to know which moves are legal it asks `(legal red ?move)`, which
asks what the bodies of the rules ask, and so on. Every question and its answers are kept in a table, so none is worked
out twice and recursion ends. A negated question is always one of its own (`(goal red 100)` is not `(goal red ?value)`),
so rules that are stratified only below the level of predicates need no special care.

In a question, `None` stands for what is not known yet.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from oracles.kif import Literal, Predicate, Rule, Term, read, rules_of, show, variables
from woodstock.errors import RestrictionError

Question: TypeAlias = tuple[str, tuple[Term, ...]]

NOTHING = sys.maxsize


# Matching --------------------------------------------------------------------------------------------------------


def fill(term: Term, values: Sequence[Term]) -> Term:
    """The term with its variables replaced by their values, `None` where there is none yet."""
    if isinstance(term, int):
        return values[term]
    return tuple([fill(part, values) for part in term]) if isinstance(term, tuple) else term


def full(term: Term) -> bool:
    """Is nothing unknown in this term?"""
    return all(map(full, term)) if isinstance(term, tuple) else term is not None


def match(pattern: Term, term: Term, values: list[Term]) -> bool:
    """Make the pattern equal to the ground term by setting unset variables; on failure some may have been set."""
    if isinstance(pattern, int):
        if values[pattern] is None:
            values[pattern] = term
        return bool(values[pattern] == term)
    if isinstance(pattern, str) or isinstance(term, str):
        return bool(pattern == term)
    return len(pattern) == len(term) and all(match(a, b, values) for a, b in zip(pattern, term, strict=True))


def assume(head: Term, question: Term, values: list[Term]) -> bool:
    """Carry over to the variables of a head what a question knows already. False when the head cannot answer it."""
    if question is None:
        return True
    if isinstance(head, int):
        return not full(question) or match(head, question, values)
    if isinstance(head, str) or isinstance(question, str):
        return bool(head == question)
    return len(head) == len(question) and all(assume(a, b, values) for a, b in zip(head, question, strict=True))


def goal(term: Term) -> int:
    """The number that a goal value is; rules may compute one that is none."""
    try:
        return int(show(term))
    except ValueError as error:
        raise RestrictionError(f"the goal value {show(term)} is not a number") from error


def known_paths(question: Term, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Where in a question something is known, from the left, but the name of a function after its arguments."""
    for place in [*range(1, len(question)), 0] if path else range(len(question)):
        part = question[place]
        if full(part):
            yield (*path, place)
        elif isinstance(part, tuple):
            yield from known_paths(part, (*path, place))


def at(term: Term, path: tuple[int, ...]) -> Term:
    """The part of a term at a path, `None` if it has no such part."""
    for place in path:
        if not isinstance(term, tuple) or place >= len(term):
            return None
        term = term[place]
    return term


@dataclass
class Table:
    """Answers to one question, and how far the work on it has come (see `Oracle._ask`)."""

    rows: set[tuple[Term, ...]] = field(default_factory=set)
    complete: bool = False
    depth: int | None = None  # its place on the stack while it is worked on
    lowest: int = NOTHING  # the lowest place on the stack that its answers depend on
    fresh: bool = False  # already worked on in this round
    index: dict[tuple[int, ...], dict[Term, list[Term]]] = field(default_factory=dict)

    def candidates(self, question: tuple[Term, ...]) -> Iterable[tuple[Term, ...]]:
        """The rows that may match a question, looked up by the first thing known in it."""
        if full(question):
            return [question] if question in self.rows else []
        path = next(known_paths(question), None)
        if path is None or not self.complete:
            return list(self.rows)
        if path not in self.index:
            self.index[path] = {}
            for row in self.rows:
                self.index[path].setdefault(at(row, path), []).append(row)
        return self.index[path].get(at(question, path), [])


# The oracle ------------------------------------------------------------------------------------------------------


class Oracle:
    """A game, run straight from its rules. Fluents, moves and percepts are KIF text; a state is a set of fluents."""

    def __init__(self, text: str) -> None:
        self.rules: dict[Predicate, list[Rule]] = {}
        self.facts: dict[Predicate, Table] = {("true", 1): Table(), ("does", 2): Table()}
        for expression in read(text):
            for name, rule in rules_of(expression):
                self.rules.setdefault((name, len(rule.head)), []).append(rule)
        self.roles = tuple(dict.fromkeys(show(rule.head[0]) for rule in self.rules["role", 1]))
        for predicate, rules in list(self.rules.items()):
            if not any(rule.body or variables(rule.head) for rule in rules):
                self.facts[predicate] = Table({rule.head for rule in rules}, complete=True)
                del self.rules[predicate]
        self.on_does = self._depending_on({("does", 2)})
        self.on_state = self._depending_on({("true", 1)}) | self.on_does
        self.derived = self.on_state - {("true", 1), ("does", 2)}
        self.always: dict[Question, Table] = {}
        self.in_state: dict[Question, Table] = {}
        self.in_step: dict[Question, Table] = {}
        self.stack: list[Table] = []
        self.pending: list[Table] = []
        self.grew = False
        self.state: frozenset[str] | None = None
        self.terms: dict[str, Term] = {}
        self._set(frozenset(), {})

    # The game

    def initial(self) -> frozenset[str]:
        """The fluents that hold at the start."""
        return frozenset(show(row[0]) for row in self._answers("init", (None,)))

    def legal(self, state: frozenset[str]) -> dict[str, set[str]]:
        """The legal moves of each role."""
        self._set(state, {})
        return {role: {show(row[1]) for row in self._answers("legal", (self._term(role), None))} for role in self.roles}

    def next(self, state: frozenset[str], joint: Mapping[str, str]) -> frozenset[str]:
        """The state after this joint move."""
        self._set(state, joint)
        return frozenset(show(row[0]) for row in self._answers("next", (None,)))

    def terminal(self, state: frozenset[str]) -> bool:
        """Is the game over?"""
        self._set(state, {})
        return bool(self._answers("terminal", ()))

    def goals(self, state: frozenset[str]) -> dict[str, set[int]]:
        """All goal values the rules give each role."""
        self._set(state, {})
        return {role: {goal(row[1]) for row in self._answers("goal", (self._term(role), None))} for role in self.roles}

    def percepts(self, state: frozenset[str], joint: Mapping[str, str]) -> dict[str, set[str]]:
        """What each role sees when this joint move is made."""
        self._set(state, joint)
        return {role: {show(row[1]) for row in self._answers("sees", (self._term(role), None))} for role in self.roles}

    # Asking

    def _set(self, state: frozenset[str], joint: Mapping[str, str]) -> None:
        """Forget what depended on another state or joint move; the rest of the tables stays."""
        if state != self.state:
            self.state = state
            self.in_state.clear()
            self.facts["true", 1] = Table({(self._term(fluent),) for fluent in state}, complete=True)
        self.in_step.clear()
        self.facts["does", 2] = Table(
            {(self._term(role), self._term(move)) for role, move in joint.items()}, complete=True
        )

    def _term(self, text: str) -> Term:
        if text not in self.terms:
            (self.terms[text],) = read(text)
        return self.terms[text]

    def _answers(self, name: str, question: tuple[Term, ...]) -> list[tuple[Term, ...]]:
        sys.setrecursionlimit(100_000)  # until the next test
        table = self._ask(name, question)
        return [row for row in table.candidates(question) if assume(row, question, [])]

    def _ask(self, name: str, arguments: tuple[Term, ...]) -> Table:
        """The table of a question, complete unless the question is part of a recursion still being worked on."""
        predicate = (name, len(arguments))
        if predicate in self.facts:
            return self.facts[predicate]
        kept = self.always
        if predicate in self.on_state:
            kept = self.in_step if predicate in self.on_does else self.in_state
        table = kept.setdefault((name, arguments), Table())
        if not table.complete and not table.fresh and table.depth is None:
            self._work(predicate, arguments, table)
        if self.stack and not table.complete:
            self.stack[-1].lowest = min(self.stack[-1].lowest, table.lowest if table.depth is None else table.depth)
        return table

    def _work(self, predicate: Predicate, arguments: tuple[Term, ...], table: Table) -> None:
        """Apply the rules to a question.

        A question met again while it is on the stack is answered by what is known so far. The lowest question of such
        a recursion repeats its work in rounds until no table grows; those above it wait in `pending` and are worked
        on once in a round. After a round without change all of them are complete.
        """
        depth, first, new = len(self.stack), len(self.pending), table.lowest == NOTHING
        table.depth = depth
        self.stack.append(table)
        grew_before, grew_here, again = self.grew, False, True
        while again:
            self.grew = False
            for rule in self.rules.get(predicate, ()):
                self._apply(rule, arguments, table)
                if table.rows and full(arguments):
                    break  # a yes is a yes
            again = self.grew and table.lowest == depth
            grew_here |= self.grew
            for inner in self.pending[first:]:
                inner.lowest = min(inner.lowest, table.lowest)
                inner.fresh = inner.fresh and not again
        self.grew = grew_before or grew_here
        self.stack.pop()
        table.depth = None
        if table.lowest < depth:
            table.fresh = True
            if new:
                self.pending.append(table)
            return
        table.complete = True
        for inner in self.pending[first:]:
            inner.complete = inner.fresh
            inner.lowest = NOTHING  # one that the last round did not need starts anew when it is asked again
        del self.pending[first:]

    def _apply(self, rule: Rule, arguments: tuple[Term, ...], table: Table) -> None:
        """Add to the table what a rule answers: literal by literal, all ways to satisfy the body are extended."""
        start: list[Term] = [None] * rule.size
        if not assume(rule.head, arguments, start):
            return
        ways = {tuple(start)}
        known = frozenset(i for i, value in enumerate(start) if value is not None)
        for literal, needed in rule.ordered(known, self.derived):
            longer = [way for before in ways for way in self._satisfy(literal, before)]
            ways = {tuple([value if i in needed else None for i, value in enumerate(way)]) for way in longer}
        for way in ways:
            row = fill(rule.head, way)
            if not full(row):
                raise ValueError(
                    f"unsafe rule: a variable of the head {rule.head} is in no positive literal of its body"
                )
            if row not in table.rows:
                table.rows.add(row)
                self.grew = True

    def _satisfy(self, literal: Literal, values: tuple[Term, ...]) -> Iterator[Sequence[Term]]:
        """The ways to satisfy a literal, given values of some variables."""
        sign, name, arguments = literal
        question = fill(arguments, values)
        if sign in ("/=", "="):
            left, right = question
            if left is None or right is None:
                known, unknown = (left, arguments[1]) if right is None else (right, arguments[0])
                if sign == "=" and known is not None:
                    yield [known if i == unknown else value for i, value in enumerate(values)]
                    return
                raise ValueError("unsafe rule: distinct with a variable that is in no positive literal")
            if (left == right) == (sign == "="):
                yield values
            return
        table = self._ask(name, question)
        if sign == "+":
            for row in table.candidates(question):
                longer = list(values)
                if match(arguments, row, longer):
                    yield longer
        else:
            if not table.complete:
                raise ValueError(f"not stratified: (not ({name} ..)) depends on itself")
            if not any(match(arguments, row, list(values)) for row in table.candidates(question)):
                yield values

    def _depending_on(self, seeds: set[Predicate]) -> set[Predicate]:
        """The predicates whose truth may depend on one of the seeds, the seeds included."""
        found, size = set(seeds), 0
        while size != len(found):
            size = len(found)
            for predicate, rules in self.rules.items():
                if any((name, len(parts)) in found for rule in rules for _, name, parts in rule.body):
                    found.add(predicate)
        return found
