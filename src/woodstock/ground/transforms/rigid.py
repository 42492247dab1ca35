"""Fluents that never change are as good as facts.

A fluent family is rigid if all its `next` rules say no more than that it stays: walls of a maze, the layout of a board.
Its truth is then that of `init` in every state, which the grounder can work out once and for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from woodstock.gdl import Atom, Distinct, Function, Literal, NormalFormula, NormalRule, Symbol, Term, Variable

Family = tuple[str, int]


def rigid(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules, asking `init` where they asked `true` of a rigid fluent."""
    families = rigid_families(rules)
    if not families:
        return tuple(rules)
    return tuple(rule if _frame(rule) else replace(rule, body=_asked(rule.body, families)) for rule in rules)


def rigid_families(rules: Iterable[NormalRule]) -> frozenset[Family]:
    """The fluent families that never change."""
    framed: set[Family] = set()
    changing: set[Family] = set()
    for rule in rules:
        if rule.head.name not in ("init", "next") or len(rule.head.arguments) != 1:
            continue
        family = _family(rule.head.arguments[0])
        if rule.head.name == "init":
            continue
        if family is None:
            return frozenset()  # any fluent may come out of this rule
        (framed if _frame(rule) else changing).add(family)
    return frozenset(framed - changing)


def _frame(rule: NormalRule) -> bool:
    """Is this `next(f(X, Y)) <- true(f(X, Y))`, for all X and Y?"""
    if rule.head.name != "next" or len(rule.body) != 1:
        return False
    literal = rule.body[0]
    if (
        not isinstance(literal, Literal)
        or not literal.positive
        or literal.atom.name != "true"
        or literal.atom.arguments != rule.head.arguments
    ):
        return False
    (fluent,) = rule.head.arguments
    if not isinstance(fluent, Function):
        return isinstance(fluent, Symbol)
    return all(isinstance(term, Variable) for term in fluent.arguments) and len(set(fluent.arguments)) == len(
        fluent.arguments
    )


def _family(fluent: Term) -> Family | None:
    if isinstance(fluent, Variable):
        return None
    return fluent.name, len(fluent.arguments) if isinstance(fluent, Function) else 0


def _asked(body: tuple[NormalFormula, ...], families: frozenset[Family]) -> tuple[NormalFormula, ...]:
    def asked(formula: NormalFormula) -> NormalFormula:
        if isinstance(formula, Distinct) or formula.atom.name != "true" or len(formula.atom.arguments) != 1:
            return formula
        if _family(formula.atom.arguments[0]) not in families:
            return formula
        return Literal(Atom("init", formula.atom.arguments, formula.atom.place), formula.positive)

    return tuple(asked(formula) for formula in body)
