"""The roles of a game, which are needed before anything is ground."""

from __future__ import annotations

from collections.abc import Sequence

from woodstock.errors import RestrictionError
from woodstock.gdl import NormalRule, Term, Variable, to_kif


def roles(rules: Sequence[NormalRule]) -> tuple[str, ...]:
    """The roles, as KIF text, in the order of the facts that name them."""
    found: dict[str, None] = {}
    for rule in rules:
        if rule.head.name == "role" and len(rule.head.arguments) == 1:
            term: Term = rule.head.arguments[0]
            if rule.body or isinstance(term, Variable):
                raise RestrictionError("a role is given by a fact such as (role white), not by a rule", rule.place)
            found[to_kif(term)] = None
    if not found:
        raise RestrictionError("no roles: a rulesheet needs facts such as (role white)")
    return tuple(found)
