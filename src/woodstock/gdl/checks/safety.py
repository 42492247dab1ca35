"""Safety: every variable of a rule must get its value from a positive literal of the body."""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.gdl.checks.keywords import HINTS
from woodstock.gdl.checks.sheet import Problem, Sheet, positive, variable_names
from woodstock.gdl.names import shown
from woodstock.gdl.normal import Literal, NormalRule
from woodstock.gdl.terms import Distinct, Variable
from woodstock.gdl.unify import atom_variables, variables


def bound_variables(rule: NormalRule) -> set[str]:
    """The variables that a positive literal of the body gives a value to."""
    return set().union(*map(variable_names, positive(rule)))


def unsafe_variables(rule: NormalRule) -> tuple[Variable, ...]:
    """The variables of head, negative literals and `distinct`s that nothing gives a value to, in order."""
    bound = bound_variables(rule)
    unsafe: dict[str, Variable] = {}
    for part in (Literal(rule.head, False), *rule.body):
        if isinstance(part, Distinct):
            found = [*variables(part.left), *variables(part.right)]
        else:
            found = [] if part.positive else list(atom_variables(part.atom))
        for variable in found:
            if variable.name not in bound:
                unsafe.setdefault(variable.name, variable)
    return tuple(unsafe.values())


def check_safety(sheet: Sheet) -> Iterator[Problem]:
    """Unsafe rules. One that cannot change the play is only a warning, or a hint if it is itself a hint for players."""
    for rule in sheet.rules:
        unsafe = unsafe_variables(rule)
        if not unsafe:
            continue
        names = ", ".join(shown(f"?{variable.name}") for variable in unsafe[:5])
        no_value = f"nothing binds {names}; add a positive literal to the body that does"
        place = unsafe[0].place or rule.place
        if sheet.matters(rule):
            yield Problem("error", "unsafe", f"{no_value}, such as `(role ?p)`", place)
        elif rule.head.name in HINTS:
            yield Problem("hint", "unsafe-hint", f"{no_value}; without it this `{rule.head.name}` is ignored", place)
        else:
            yield Problem("warning", "unsafe-unused", f"{no_value}, or remove this rule, which nothing needs", place)
