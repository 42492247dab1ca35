"""A rulesheet as the checks see it, its rules by predicate and what depends on what; and what checks find.

A predicate is a name with a number of arguments. `true` and `does` are given from outside, so nothing below them is
followed: the fluents of one state do not depend on those of the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from typing import Literal as OneOf

from woodstock.gdl.normal import Literal, NormalRule
from woodstock.gdl.terms import Atom, Distinct
from woodstock.gdl.unify import variables
from woodstock.place import Place

Severity = OneOf["error", "warning", "hint"]

ROOTS = ("role", "init", "legal", "next", "terminal", "goal", "sees")
"""The keywords that a game is played by; what none of them needs changes nothing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. An error makes the rules unplayable or their meaning unclear; `code` never changes its meaning."""

    severity: Severity
    code: str
    message: str
    place: Place | None = None

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.severity}: {self.message} [{self.code}]"

    def as_dict(self) -> dict[str, Any]:
        """The problem as what JSON can hold."""
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "line": self.place.line if self.place else None,
            "column": self.place.column if self.place else None,
        }


class Predicate(NamedTuple):
    """A name with a number of arguments."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


GIVEN = frozenset({Predicate("true", 1), Predicate("does", 2)})
"""What the state and the moves decide, not the rules."""


def predicate(atom: Atom) -> Predicate:
    """The predicate of an atom."""
    return Predicate(atom.name, len(atom.arguments))


def literals(rule: NormalRule) -> Iterator[Literal]:
    """The literals of a body, without the `distinct`s."""
    return (part for part in rule.body if isinstance(part, Literal))


def positive(rule: NormalRule) -> Iterator[Literal]:
    """The positive literals of a body."""
    return (literal for literal in literals(rule) if literal.positive)


def variable_names(part: Atom | Literal | Distinct) -> frozenset[str]:
    """The names of the variables in it."""
    atom = part.atom if isinstance(part, Literal) else part
    terms = atom.arguments if isinstance(atom, Atom) else (atom.left, atom.right)
    return frozenset(variable.name for term in terms for variable in variables(term))


class Sheet:
    """Normal rules with their dependencies."""

    def __init__(self, rules: Sequence[NormalRule]) -> None:
        self.rules = tuple(rules)
        by_head: dict[Predicate, list[NormalRule]] = defaultdict(list)
        for rule in self.rules:
            by_head[predicate(rule.head)].append(rule)
        self.by_head = dict(by_head)

    @cached_property
    def needs(self) -> dict[Predicate, set[Predicate]]:
        """The predicates in the bodies of a predicate's rules."""
        return {
            head: {predicate(literal.atom) for rule in rules for literal in literals(rule)}
            for head, rules in self.by_head.items()
        }

    @cached_property
    def possible(self) -> set[Predicate]:
        """Predicates that may hold somewhere."""
        return self.derivable(GIVEN)

    def derivable(self, given: Iterable[Predicate]) -> set[Predicate]:
        """The given predicates, and those for which some rule has only derivable ones in its positive body."""
        waiting_for: dict[Predicate, list[int]] = defaultdict(list)
        missing: list[int] = []
        ready: list[Predicate] = [*given]
        for number, rule in enumerate(self.rules):
            needed = {predicate(literal.atom) for literal in positive(rule)}
            missing.append(len(needed))
            for need in needed:
                waiting_for[need].append(number)
            if not needed:
                ready.append(predicate(rule.head))
        derived: set[Predicate] = set()
        while ready:
            current = ready.pop()
            if current in derived:
                continue
            derived.add(current)
            for number in waiting_for[current]:
                missing[number] -= 1
                if not missing[number]:
                    ready.append(predicate(self.rules[number].head))
        return derived

    @cached_property
    def relevant(self) -> set[Predicate]:
        """Predicates that play depends on."""
        return set().union(*(self.below(head) | {head} for head in self.by_head if head.name in ROOTS))

    def matters(self, rule: NormalRule) -> bool:
        """Can the rule ever fire and change how the game is played?"""
        possible = all(predicate(literal.atom) in self.possible for literal in positive(rule))
        return possible and predicate(rule.head) in self.relevant

    def below(self, top: Predicate) -> set[Predicate]:
        """Everything a predicate depends on; the predicate itself only if it is recursive."""
        return set(self.paths(top))

    def paths(self, top: Predicate) -> dict[Predicate, Predicate]:
        """For everything a predicate depends on, the step before it on a shortest way there."""
        before: dict[Predicate, Predicate] = {}
        level = [top]
        while level:
            following = []
            for current in level:
                for need in sorted(self.needs.get(current, ())):
                    if need not in before:
                        before[need] = current
                        following.append(need)
            level = following
        return before
