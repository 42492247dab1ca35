"""The recursion restriction, which keeps what the rules derive finite.

In a rule for `p`, an argument of a literal that depends on `p` again must be ground, an argument of the head, or made
of variables that other literals, which do not depend on `p`, give values to.
"""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.gdl.checks.sheet import Predicate, Problem, Sheet, literals, positive, predicate, variable_names
from woodstock.gdl.names import shown
from woodstock.gdl.normal import NormalRule
from woodstock.gdl.unify import variables
from woodstock.graph import components


def check_recursion(sheet: Sheet) -> Iterator[Problem]:
    """Rules that may derive endlessly many atoms; only grounding shows whether they do."""
    for component in components(sheet.needs, lambda head: sheet.needs.get(head, ())):
        inside = set(component)
        if len(inside) == 1 and component[0] not in sheet.needs.get(component[0], ()):
            continue
        for head in component:
            for rule in sheet.by_head.get(head, ()):
                yield from _breach(rule, inside)


def _breach(rule: NormalRule, inside: set[Predicate]) -> Iterator[Problem]:
    outside = set().union(
        *(variable_names(literal) for literal in positive(rule) if predicate(literal.atom) not in inside)
    )
    in_head = set(rule.head.arguments)
    for literal in literals(rule):
        if predicate(literal.atom) not in inside:
            continue
        for argument in literal.atom.arguments:
            if argument in in_head or all(variable.name in outside for variable in variables(argument)):
                continue
            yield Problem(
                "warning",
                "recursion",
                f"{shown(rule.head.name)} depends on itself through {shown(literal.atom.name)};"
                " let another literal bind every variable there, or the game may not be finite",
                literal.atom.place or rule.place,
            )
            return
