"""The way from rules to a ground program, as a chain of steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woodstock.errors import RestrictionError
from woodstock.gdl import NormalRule, Term, Variable, to_kif
from woodstock.gdl.checks.sheet import Sheet, predicate
from woodstock.ground.assemble import assemble
from woodstock.ground.clingo import Limits, run
from woodstock.ground.encode import encode
from woodstock.ground.program import GroundProgram
from woodstock.ground.transforms.demand import demand
from woodstock.ground.transforms.merge import merge
from woodstock.ground.transforms.rigid import rigid
from woodstock.ground.transforms.specialise import specialise
from woodstock.ground.transforms.split import split


def relevant(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules that play depends on. `base` and `input` fall away here unless a rule uses them."""
    sheet = Sheet(rules)
    return tuple(rule for rule in rules if predicate(rule.head) in sheet.relevant)


Transform = Callable[[Sequence[NormalRule]], tuple[NormalRule, ...]]

TRANSFORMS: tuple[Transform, ...] = (relevant, rigid, specialise, demand, merge, split)
"""The source transforms in their order. Each keeps the meaning of the rules; leaving one out changes only the cost."""


def transform(rules: Sequence[NormalRule], transforms: Sequence[Transform] = TRANSFORMS) -> tuple[NormalRule, ...]:
    """The rules after the source transforms."""
    for step in transforms:
        rules = step(rules)
    return tuple(rules)


def ground(
    rules: Sequence[NormalRule], limits: Limits | None = None, transforms: Sequence[Transform] = TRANSFORMS
) -> GroundProgram:
    """The ground program of the rules. Raises `GroundingLimitError` when a limit is passed."""
    names = roles(rules)
    program, encoding = encode(transform(rules, transforms))
    return assemble(run(program, limits or Limits()), encoding.decoder(), names)


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
