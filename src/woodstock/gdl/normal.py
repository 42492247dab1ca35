"""Normal rules: the form that grounding, interpreting and checking start from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from woodstock.errors import GroundingLimitError
from woodstock.gdl.terms import And, Atom, Distinct, Formula, Not, Or, Rule
from woodstock.gdl.unify import Substitution, unify
from woodstock.place import Place


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, or its negation."""

    atom: Atom
    positive: bool = True


NormalFormula: TypeAlias = Literal | Distinct


@dataclass(frozen=True, slots=True)
class NormalRule:
    """A rule whose body is a plain conjunction of literals and `distinct`s: no `or`, no `and`, no nested `not`."""

    head: Atom
    body: tuple[NormalFormula, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Equal:
    """`not distinct`, on its way to being solved by unification."""

    distinct: Distinct


_Conjunct: TypeAlias = Literal | Distinct | _Equal
_Conjunction: TypeAlias = tuple[_Conjunct, ...]

_ALTERNATIVES = 20_000
"""Rules that one rule may be split into."""
_CONJUNCTS = 2_000_000
"""Conjuncts in all the rules that one rule is split into."""
_ALL_ALTERNATIVES = 500_000
_ALL_CONJUNCTS = 5_000_000
"""The same for all rules with an `or`, together."""


def normalise(rules: Iterable[Rule]) -> tuple[NormalRule, ...]:
    """Rules with the same meaning whose bodies are plain conjunctions.

    `or` is distributed, `not` is moved inwards, `not distinct` becomes a substitution. A rule whose body can never
    hold disappears; conjuncts that always hold do too. Raises `GroundingLimitError` when distributing `or` would make
    too many rules.
    """
    normal: list[NormalRule] = []
    alternatives, conjuncts = 0, 0
    for rule in rules:
        found = _alternatives(rule) if rule.body else [NormalRule(rule.head, (), rule.place)]
        normal.extend(found)
        if len(found) > 1:
            alternatives += len(found)
            conjuncts += sum(len(part.body) for part in found)
            if alternatives > _ALL_ALTERNATIVES or conjuncts > _ALL_CONJUNCTS:
                message = f"the `or`s split the rules into more than {_ALL_ALTERNATIVES:,} rules, or very long ones"
                raise GroundingLimitError(f"{message}; give each `or` a relation of its own", rule.place)
    return tuple(normal)


def _alternatives(rule: Rule) -> list[NormalRule]:
    found: dict[NormalRule, None] = {}
    try:
        for conjunction in _conjoined([_disjunction(formula, True) for formula in rule.body]):
            solved = _solved(rule, conjunction)
            if solved is not None:
                found.setdefault(solved)
    except GroundingLimitError as error:
        raise GroundingLimitError(error.message, rule.place) from None
    return list(found)


def _disjunction(formula: Formula, positive: bool) -> list[_Conjunction]:
    """The formula, or its negation, as alternatives, each a conjunction."""
    if isinstance(formula, Atom):
        return [(Literal(formula, positive),)]
    if isinstance(formula, Distinct):
        return [(formula if positive else _Equal(formula),)]
    if isinstance(formula, Not):
        return _disjunction(formula.formula, not positive)
    parts = [_disjunction(part, positive) for part in formula.formulas]
    # De Morgan: under a `not`, `and` and `or` change places.
    if isinstance(formula, And) == positive:
        return _conjoined(parts)
    assert isinstance(formula, And | Or)
    alternatives = [conjunction for part in parts for conjunction in part]
    _check_size(len(alternatives), sum(map(len, alternatives)))
    return alternatives


def _conjoined(parts: list[list[_Conjunction]]) -> list[_Conjunction]:
    """The conjunction of disjunctions, distributed: one alternative of each part, in every combination.

    The result's size is known beforehand, so it is never built when it is too large.
    """
    count = 1
    for part in parts:
        count *= len(part)
        if count > _ALTERNATIVES:
            _check_size(count, 0)
    _check_size(count, sum(count // len(part) * sum(map(len, part)) for part in parts) if count else 0)
    if not count:
        return []
    alternatives: list[list[_Conjunct]] = [[]]
    for part in parts:
        if len(part) == 1:
            for alternative in alternatives:
                alternative.extend(part[0])
        else:
            alternatives = [[*alternative, *choice] for alternative in alternatives for choice in part]
    return [tuple(alternative) for alternative in alternatives]


def _check_size(alternatives: int, conjuncts: int) -> None:
    if alternatives > _ALTERNATIVES or conjuncts > _CONJUNCTS:
        raise GroundingLimitError(
            f"the `or`s of this rule would split it into more than {_ALTERNATIVES:,} rules;"
            " give each `or` a relation of its own"
        )


def _solved(rule: Rule, conjunction: _Conjunction) -> NormalRule | None:
    """One alternative as a rule: equalities solved, what always holds left out; nothing if it can never hold."""
    head = rule.head
    equal = [(part.distinct.left, part.distinct.right) for part in conjunction if isinstance(part, _Equal)]
    body: Iterable[NormalFormula] = (part for part in conjunction if not isinstance(part, _Equal))
    if equal:
        bindings = unify(equal)
        if bindings is None:
            return None
        substitution = Substitution(bindings)
        head = substitution.atom(head)
        body = [_substituted(part, substitution) for part in body]
    kept: dict[NormalFormula, None] = {}
    for part in body:
        if isinstance(part, Distinct):
            unifier = unify([(part.left, part.right)])
            if unifier is None:
                continue
            if not unifier:
                return None
        elif Literal(part.atom, not part.positive) in kept:
            return None
        kept.setdefault(part)
    return NormalRule(head, tuple(kept), rule.place)


def _substituted(part: NormalFormula, substitution: Substitution) -> NormalFormula:
    if isinstance(part, Distinct):
        return Distinct(substitution.term(part.left), substitution.term(part.right), part.place)
    return Literal(substitution.atom(part.atom), part.positive)
