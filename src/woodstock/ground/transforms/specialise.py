"""Predicates that are always asked with constants: one copy for each constant.

Where every use of `line(X, P)` says `line(X, white)` or `line(X, black)`, two relations `line_white(X)` and
`line_black(X)` say the same with an argument less. Constants come into the rules of each copy, which can then be
judged, split and specialised on their own; what nobody asks for falls away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from woodstock.gdl import Atom, Distinct, Literal, NormalFormula, NormalRule, Symbol, Variable
from woodstock.gdl.checks.sheet import GIVEN, ROOTS, Predicate, literals, predicate
from woodstock.gdl.demand import Fresh
from woodstock.gdl.unify import Substitution

_COPIES = 16
"""Constants at one argument; more would be a table, which is better left as it is."""
_ROUNDS = 20
_GROWTH = 2
"""By how much the rules may grow in all."""

_Argument = tuple[Predicate, int]


def specialise(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules, without arguments that are constant in every use. Keywords keep their names and arguments."""
    rules = tuple(rules)
    fresh = Fresh(rules)
    most = _GROWTH * len(rules)
    for _ in range(_ROUNDS):
        argument = _constant_argument(rules)
        if argument is None:
            break
        specialised = _without(rules, *argument, fresh)
        if len(specialised) > most:
            break
        rules = specialised
    return rules


def _constant_argument(rules: Sequence[NormalRule]) -> tuple[_Argument, tuple[str, ...]] | None:
    """An argument of a derived relation that every use gives a constant, and these constants."""
    used: dict[_Argument, dict[str, None] | None] = {}
    derived = {predicate(rule.head) for rule in rules if rule.body}
    for rule in rules:
        for literal in literals(rule):
            name = predicate(literal.atom)
            if name not in derived or name in GIVEN or name.name in ROOTS:
                continue
            for at, term in enumerate(literal.atom.arguments):
                constants = used.setdefault((name, at), {})
                if not isinstance(term, Symbol):
                    used[name, at] = None
                elif constants is not None:
                    constants[term.name] = None
    for argument, constants in used.items():
        if constants and len(constants) <= _COPIES:
            return argument, tuple(constants)
    return None


def _without(
    rules: Sequence[NormalRule], argument: _Argument, constants: tuple[str, ...], fresh: Fresh
) -> tuple[NormalRule, ...]:
    """The rules, with a copy of the relation for each constant."""
    name, at = argument
    copies = {constant: fresh.name(f"{name.name}_{constant}") for constant in constants}

    def called(part: NormalFormula) -> NormalFormula:
        if isinstance(part, Distinct) or predicate(part.atom) != name:
            return part
        constant = part.atom.arguments[at]
        assert isinstance(constant, Symbol)
        return Literal(_cut(part.atom, copies[constant.name], at), part.positive)

    result: list[NormalRule] = []
    for rule in rules:
        body = tuple(called(part) for part in rule.body)
        if predicate(rule.head) != name:
            result.append(replace(rule, body=body))
            continue
        for constant, copy in copies.items():
            made = _bound(rule.head, body, at, constant)
            if made is not None:
                result.append(NormalRule(_cut(made[0], copy, at), made[1], rule.place))
    return tuple(result)


def _bound(
    head: Atom, body: tuple[NormalFormula, ...], at: int, constant: str
) -> tuple[Atom, tuple[NormalFormula, ...]] | None:
    """The rule with the constant at that argument of its head, unless it says nothing about this constant."""
    term = head.arguments[at]
    if not isinstance(term, Variable):
        return (head, body) if isinstance(term, Symbol) and term.name == constant else None
    substitution = Substitution({term.name: Symbol(constant)})
    parts: list[NormalFormula] = []
    for part in body:
        if isinstance(part, Literal):
            parts.append(Literal(substitution.atom(part.atom), part.positive))
            continue
        left, right = substitution.term(part.left), substitution.term(part.right)
        if left == right:
            return None
        if not (isinstance(left, Symbol) and isinstance(right, Symbol)):  # two symbols differ
            parts.append(Distinct(left, right, part.place))
    return substitution.atom(head), tuple(parts)


def _cut(atom: Atom, name: str, at: int) -> Atom:
    return Atom(name, (*atom.arguments[:at], *atom.arguments[at + 1 :]), atom.place)
