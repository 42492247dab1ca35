"""Stratification: nothing may depend on its own negation.

The definition of GDL looks at predicates only. Valid rulesheets go further, as in
`(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))`, so here the nodes of the graph are rules: a rule depends on another
when a literal of its body unifies with the other's head. Whatever is stratified so is stratified when all variables
have values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from woodstock.gdl.checks.sheet import GIVEN, Predicate, Problem, Sheet, literals, predicate
from woodstock.gdl.names import shown
from woodstock.gdl.normal import NormalRule
from woodstock.gdl.terms import Atom, Function, Symbol
from woodstock.gdl.unify import renamed, unify_atoms
from woodstock.graph import components

_ARGUMENTS = 3_000_000
"""Arguments of literals and heads to be compared before giving up."""


def check_stratification(sheet: Sheet) -> Iterator[Problem]:
    """Rules that depend on their own negation."""
    for component in components(sheet.needs, lambda head: sheet.needs.get(head, ())):
        inside = set(component)
        rules = [rule for head in component for rule in sheet.by_head.get(head, ())]
        negated = {predicate(literal.atom) for rule in rules for literal in literals(rule) if not literal.positive}
        if negated & inside - GIVEN:
            yield from _among(rules, inside)


def _among(rules: Sequence[NormalRule], inside: set[Predicate]) -> Iterator[Problem]:
    """The problems among rules whose predicates all depend on one another, some through a `not`."""
    heads: dict[Predicate, list[int]] = defaultdict(list)
    for number, rule in enumerate(rules):
        heads[predicate(rule.head)].append(number)
    other = [renamed(rule.head, "'") for rule in rules]
    successors: dict[int, set[int]] = {}
    negative: list[tuple[int, Atom, int]] = []
    compared = 0
    for number, rule in enumerate(rules):
        successors[number] = set()
        for literal in literals(rule):
            key = predicate(literal.atom)
            if key not in inside or key in GIVEN:
                continue
            for candidate in heads[key]:
                compared += 1 + key.arity
                if compared > _ARGUMENTS:
                    message = "too many rules depend on one another to tell whether a `not` is among them; split them"
                    yield Problem("warning", "stratification-unknown", message, rule.place)
                    return
                if (
                    not _apart(literal.atom, other[candidate])
                    and unify_atoms(literal.atom, other[candidate]) is not None
                ):
                    successors[number].add(candidate)
                    if not literal.positive:
                        negative.append((number, literal.atom, candidate))
    component_of = {
        number: index
        for index, component in enumerate(components(range(len(rules)), lambda number: successors.get(number, ())))
        for number in component
    }
    blamed: set[int] = set()
    for number, atom, candidate in negative:
        if component_of[number] == component_of[candidate] and number not in blamed:
            blamed.add(number)
            yield Problem(
                "error",
                "unstratified",
                f"{shown(rules[number].head.name)} depends on {shown('not ' + atom.name)}, which depends on"
                f" {shown(rules[number].head.name)} again; break this cycle",
                atom.place or rules[number].place,
            )


def _apart(left: Atom, right: Atom) -> bool:
    """A quick no: two arguments begin with different names."""
    return any(
        isinstance(a, Symbol | Function) and isinstance(b, Symbol | Function) and a.name != b.name
        for a, b in zip(left.arguments, right.arguments, strict=True)
    )
