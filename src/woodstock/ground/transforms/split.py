"""Splits rules with many variables into rules with few.

A rule is ground once for every way to fill its variables. A variable that the head does not need, and that only some of
the literals mention, can be dealt with on the side: those literals move to a rule of their own, whose head keeps only
the variables that others share. `next(cell(X,Y,P)) :- true(cell(X,Y,P)), does(R,move(A,B)), X != A` is then ground once
for each cell and move, not for each cell, piece and move. Whether it pays is estimated rule by rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from woodstock.gdl import Atom, Literal, NormalFormula, NormalRule, Variable
from woodstock.gdl.checks.sheet import Predicate, predicate, variable_names
from woodstock.gdl.demand import Fresh
from woodstock.ground.transforms.cost import Bound, costs

_Part = tuple[tuple[NormalFormula, ...], tuple[str, ...]]
"""Literals that go, and the variables that stay; rules with the same part share it."""


@dataclass(frozen=True)
class _Option:
    """What eliminating a variable would cost, the tuples of the new relation, the literals that go, what stays."""

    cost: float
    size: float
    part: tuple[NormalFormula, ...]
    shared: tuple[str, ...]


_WORTH_A_LOOK = 2000.0
_GAIN = 2.0


def split(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules, with those split that have many instances and by that come to have fewer."""
    splitter = _Splitter(rules)
    return tuple(part for rule in rules for part in splitter.parts(rule))


class _Splitter:
    """Splits rule by rule; rules that need the same part share it."""

    def __init__(self, rules: Sequence[NormalRule]) -> None:
        self._costs = costs(tuple(rules))
        self._fresh = Fresh(rules)
        self._made: dict[_Part, Atom] = {}
        self._sizes: dict[Predicate, float] = {}

    def parts(self, rule: NormalRule) -> list[NormalRule]:
        """The rule, or what is left of it and the parts that were not made before."""
        if len(rule.body) < 3:
            return [rule]
        own = self._costs.bound(rule)
        aside: list[NormalRule] = []
        while (cost := self._costs.joined(rule.body, own, self._sizes)) > _WORTH_A_LOOK:
            kept = variable_names(rule.head)
            options = (self._option(rule, name, kept, own) for name in sorted(set(own.sizes) - kept))
            best = min((option for option in options if option), key=lambda option: option.cost, default=None)
            if best is None or best.cost * _GAIN > cost:
                break
            rest = tuple(formula for formula in rule.body if formula not in best.part)
            made = self._made.get((best.part, best.shared))
            if made is None:
                made = Atom(self._fresh.name("split"), tuple(Variable(name) for name in best.shared))
                self._made[best.part, best.shared] = made
                self._sizes[predicate(made)] = best.size
                aside.append(NormalRule(made, best.part, rule.place))
            rule = replace(rule, body=(Literal(made), *rest))
        return [rule, *aside]

    def _option(self, rule: NormalRule, name: str, kept: frozenset[str], own: Bound) -> _Option | None:
        """Eliminating a variable, unless a part would not be safe on its own."""
        touching = [formula for formula in rule.body if name in variable_names(formula)]
        inside = frozenset[str]().union(*(variable_names(formula) for formula in touching))
        bound = frozenset[str]().union(*(variable_names(f) for f in touching if isinstance(f, Literal) and f.positive))
        if not touching or not inside <= bound:
            return None
        part = tuple(formula for formula in rule.body if formula in touching or _goes_along(formula, bound))
        rest = [formula for formula in rule.body if formula not in part]
        if not rest:
            return None
        outside = kept.union(*(variable_names(formula) for formula in rest))
        shared = tuple(sorted(bound & outside))
        if not outside <= bound.union(
            *(variable_names(formula) for formula in rest if isinstance(formula, Literal) and formula.positive)
        ):
            return None
        inner = self._costs.joined(part, own, self._sizes)
        size = min(inner, own.size(shared))
        stand_in = Atom("", tuple(Variable(variable) for variable in shared))
        sizes = {**self._sizes, predicate(stand_in): size}
        outer = self._costs.joined((Literal(stand_in), *rest), own, sizes)
        paid = 0.0 if (part, shared) in self._made else inner
        return _Option(paid + outer, size, part, shared)


def _goes_along(formula: NormalFormula, bound: frozenset[str]) -> bool:
    """A test (a negation or a `distinct`) whose variables the part binds anyway cuts instances there already."""
    test = not (isinstance(formula, Literal) and formula.positive)
    return test and bool(variable_names(formula)) and variable_names(formula) <= bound
