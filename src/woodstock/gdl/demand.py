"""Gives the variables in the head of an unsafe rule the values that the relation is asked with.

For an argument of a relation that some rule leaves open, a new relation holds the values at this argument in all the
bodies that ask for it, as far as the other positive literals there determine them. More values than are really asked
for do no harm: the asking rule joins them with its own again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from woodstock.gdl.checks.safety import unsafe_variables
from woodstock.gdl.checks.sheet import ROOTS, Predicate, Sheet, literals, predicate, variable_names
from woodstock.gdl.normal import Literal, NormalRule
from woodstock.gdl.terms import Atom, Term, Variable
from woodstock.gdl.unify import variables

_Argument = tuple[Predicate, int]

_MOST = 200
"""Open arguments; more of them than in any real rulesheet are left as they are."""


class Fresh:
    """Names for new relations, which no rule has."""

    def __init__(self, rules: Iterable[NormalRule]) -> None:
        self._taken = {atom.name for rule in rules for atom in (rule.head, *(part.atom for part in literals(rule)))}

    def name(self, wish: str) -> str:
        """The wish, or something like it if that is taken."""
        name, number = wish, 1
        while name in self._taken:
            number += 1
            name = f"{wish}_{number}"
        self._taken.add(name)
        return name


def with_demand(rules: Sequence[NormalRule], fresh: Fresh) -> list[NormalRule]:
    """The rules, with a value for every unsafe variable of a head that all who ask give a value to."""
    open_arguments = {argument for rule in rules for argument in _open(rule).values()}
    if len(open_arguments) > _MOST:
        return list(rules)
    names = {argument: fresh.name(f"asked_{argument[0].name}_{argument[1] + 1}") for argument in sorted(open_arguments)}
    while True:
        repaired = [_repaired(rule, names) for rule in rules]
        asking = _Asking(repaired)
        made = {argument: asking.rules_for(argument, name) for argument, name in names.items()}
        unanswered = [argument for argument, found in made.items() if found is None]
        if not unanswered:
            return [*repaired, *(rule for found in made.values() for rule in found or ())]
        for argument in unanswered:
            del names[argument]


def _open(rule: NormalRule) -> dict[str, _Argument]:
    """The unsafe variables that are an argument of the head, and which one. Nobody asks for the keywords of play."""
    unsafe = unsafe_variables(rule)
    if not unsafe or rule.head.name in ROOTS:
        return {}
    found: dict[str, _Argument] = {}
    for index, argument in enumerate(rule.head.arguments):
        if isinstance(argument, Variable) and argument in unsafe:
            found.setdefault(argument.name, (predicate(rule.head), index))
    return found


def _repaired(rule: NormalRule, names: dict[_Argument, str]) -> NormalRule:
    added = [
        Literal(Atom(names[argument], (Variable(variable),)))
        for variable, argument in _open(rule).items()
        if argument in names
    ]
    return replace(rule, body=(*added, *rule.body)) if added else rule


class _Asking:
    """Who asks for what."""

    def __init__(self, rules: Sequence[NormalRule]) -> None:
        self._sheet = Sheet(rules)
        self._below: dict[Predicate, set[Predicate]] = {}
        self._asks: dict[Predicate, list[tuple[NormalRule, Literal]]] = defaultdict(list)
        for rule in rules:
            for literal in literals(rule):
                self._asks[predicate(literal.atom)].append((rule, literal))

    def rules_for(self, argument: _Argument, name: str) -> list[NormalRule] | None:
        """Rules for the values an argument is asked with; none if someone asks without a value."""
        wanted, index = argument
        found: dict[NormalRule, None] = {}
        for rule, literal in self._asks[wanted]:
            made = self._rule(rule, literal, literal.atom.arguments[index], name)
            if made is None:
                return None
            found.setdefault(made)
        return list(found)

    def _rule(self, rule: NormalRule, asking: Literal, value: Term, name: str) -> NormalRule | None:
        needed = {variable.name for variable in variables(value)}
        body: list[Literal] = []
        for literal in literals(rule):
            known = variable_names(literal)
            if literal.positive and literal is not asking and known & needed and not self._circular(literal, asking):
                body.append(literal)
        given = set().union(*map(variable_names, body))
        return NormalRule(Atom(name, (value,)), tuple(body), rule.place) if needed <= given else None

    def _circular(self, literal: Literal, asking: Literal) -> bool:
        """Does the literal itself depend on what is asked for?"""
        source, wanted = predicate(literal.atom), predicate(asking.atom)
        if source not in self._below:
            self._below[source] = self._sheet.below(source)
        return source == wanted or wanted in self._below[source]
