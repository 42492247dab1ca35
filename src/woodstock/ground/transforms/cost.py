"""How many ground instances a rule has, roughly, in the manner of query planners."""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.gdl import Literal, NormalFormula, Variable
from woodstock.gdl.unify import atom_variables, variables
from woodstock.ground.transforms.domains import LARGEST, Domains


def formula_variables(formula: NormalFormula) -> frozenset[str]:
    """The names of the variables in a formula."""
    if isinstance(formula, Literal):
        return frozenset(variable.name for variable in atom_variables(formula.atom))
    return frozenset(variable.name for term in (formula.left, formula.right) for variable in variables(term))


def instances(body: Iterable[NormalFormula], sizes: dict[str, float], domains: Domains) -> float:
    """Ground instances of a body: the literals are joined one after another, the most selective first; a relation given by
    facts holds no more than its facts, anything else what its variables can take."""
    waiting = [part for part in body if isinstance(part, Literal) and part.positive]
    bound: set[str] = set()
    total = 1.0
    while waiting:
        best = min(waiting, key=lambda literal: _growth(literal, bound, sizes, domains))
        total *= _growth(best, bound, sizes, domains)
        bound |= formula_variables(best)
        waiting.remove(best)
    return min(total, LARGEST)


def _growth(literal: Literal, bound: set[str], sizes: dict[str, float], domains: Domains) -> float:
    """By what factor joining a literal multiplies the instances."""
    own = formula_variables(literal)
    fresh = 1.0
    for name in own - bound:
        fresh *= sizes.get(name, LARGEST)
    facts = domains.facts.get((literal.atom.name, len(literal.atom.arguments)))
    if facts is None:
        return fresh
    matching = float(facts)
    for argument in literal.atom.arguments:
        if isinstance(argument, Variable) and argument.name in bound:
            matching /= max(sizes.get(argument.name, 1.0), 1.0)
        elif not isinstance(argument, Variable):
            matching /= 2.0  # some facts have this constant, but how many is not known
    return min(fresh, matching)
