"""Splits rules with many variables into rules with few.

A rule is ground once for every way to fill its variables. A variable that the head does not need, and that only some of
the literals mention, can be dealt with on the side: those literals move to a rule of their own, whose head keeps only
the variables that others share. `next(cell(X,Y,P)) :- true(cell(X,Y,P)), does(R,move(A,B)), X != A` is then ground once
for each cell and move, not for each cell, piece and move. Whether it pays is estimated rule by rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from woodstock.gdl import Atom, Literal, NormalFormula, NormalRule, Variable
from woodstock.gdl.unify import atom_variables
from woodstock.ground.transforms.cost import formula_variables, instances
from woodstock.ground.transforms.domains import Domains
from woodstock.gdl.demand import Fresh

_Part = tuple[tuple[NormalFormula, ...], tuple[str, ...]]
"""Literals that go, and the variables that stay; rules with the same part share it."""

_WORTH_A_LOOK = 2000.0
_GAIN = 2.0


def split(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules, with those split that have many instances and by that come to have fewer."""
    domains = Domains(rules)
    fresh = Fresh(rules)
    made: dict[_Part, Atom] = {}
    result: list[NormalRule] = []
    for rule in rules:
        result.extend(_split_rule(rule, domains, fresh, made))
    return tuple(result)


def _split_rule(rule: NormalRule, domains: Domains, fresh: Fresh, made: dict[_Part, Atom]) -> list[NormalRule]:
    if len(rule.body) < 3:
        return [rule]
    sizes = {name: max(domains.size(values), 1.0) for name, values in domains.variables(rule).items()}
    aside: list[NormalRule] = []
    while (cost := instances(rule.body, sizes, domains)) > _WORTH_A_LOOK:
        kept = {variable.name for variable in atom_variables(rule.head)}
        options = (_option(rule, name, kept, sizes, domains) for name in sorted(set(sizes) - kept))
        best = min((option for option in options if option), key=lambda option: option[0], default=None)
        if best is None or best[0] * _GAIN > cost:
            break
        _, part, shared = best
        rest = tuple(formula for formula in rule.body if formula not in part)
        if (part, shared) not in made:
            made[part, shared] = Atom(fresh.name("split"), tuple(Variable(name) for name in shared))
            aside.append(NormalRule(made[part, shared], part, rule.place))
        rule = replace(rule, body=(Literal(made[part, shared]), *rest))
    return [rule, *aside]


def _option(
    rule: NormalRule, name: str, kept: set[str], sizes: dict[str, float], domains: Domains
) -> tuple[float, tuple[NormalFormula, ...], tuple[str, ...]] | None:
    """Eliminating a variable: what it would cost, the literals that go, the variables that stay."""
    touching = [formula for formula in rule.body if name in formula_variables(formula)]
    inside = frozenset[str]().union(*(formula_variables(formula) for formula in touching))
    bound = frozenset[str]().union(*(formula_variables(f) for f in touching if isinstance(f, Literal) and f.positive))
    if not inside <= bound:
        return None  # the part would not be safe on its own
    part = tuple(formula for formula in rule.body if formula in touching or _goes_along(formula, bound))
    rest = [formula for formula in rule.body if formula not in part]
    if not rest:
        return None
    outside = kept.union(*(formula_variables(formula) for formula in rest))
    shared = tuple(sorted(bound & outside))
    if not outside <= bound.union(
        *(formula_variables(formula) for formula in rest if isinstance(formula, Literal) and formula.positive)
    ):
        return None
    inner = instances(part, sizes, domains)
    stand_in = Literal(Atom("", tuple(Variable(variable) for variable in shared)))
    return inner + instances((stand_in, *rest), sizes, domains), part, shared


def _goes_along(formula: NormalFormula, bound: frozenset[str]) -> bool:
    """A test (a negation or a `distinct`) whose variables the part binds anyway cuts instances there already."""
    test = not (isinstance(formula, Literal) and formula.positive)
    return test and bool(formula_variables(formula)) and formula_variables(formula) <= bound
