"""Makes unsafe rules safe where their meaning is clear, as systems that prove backwards from a question see it.

Three ways, tried in this order:

- A variable at the place of a role ranges over the roles: `(legal ?p noop)` is about every role.
- A variable in the head of a relation gets its value from whoever asks: it ranges over the values it is asked with.
- A variable that occurs in nothing but negative literals means "for no value": `(not (does ?p pass))` says that
  nobody passes.

Whatever stays unsafe afterwards is unclear, and still reported by `unsafe_variables`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from woodstock.gdl.checks.keywords import check_keywords
from woodstock.gdl.checks.safety import bound_variables, unsafe_variables
from woodstock.gdl.checks.sheet import Sheet, variable_names
from woodstock.gdl.checks.stratification import check_stratification
from woodstock.gdl.demand import Fresh, with_demand
from woodstock.gdl.normal import Literal, NormalFormula, NormalRule
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable
from woodstock.gdl.unify import atom_variables

_ROLE_FIRST = frozenset({"legal", "does", "goal", "sees", "input"})


def ground_unsafe(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules, with unsafe ones repaired where their meaning is clear and left out where nothing needs them."""
    if not any(unsafe_variables(rule) for rule in rules):
        return tuple(rules)
    sheet = Sheet(rules)
    kept = [rule for rule in rules if not unsafe_variables(rule) or sheet.matters(rule)]
    fresh = Fresh(kept)
    with_roles = [_over_roles(rule) for rule in kept]
    demanded = with_demand(with_roles, fresh)
    # Asking for values must not bring in a circle through `not`, or a `does` where none may be.
    if _breaches(demanded) > _breaches(with_roles):
        demanded = with_roles
    return tuple(_for_no_value(demanded, fresh))


def _over_roles(rule: NormalRule) -> NormalRule:
    """Adds `(role ?p)` for every unsafe variable of the head that stands at the place of a role."""
    in_head = variable_names(rule.head)
    roles = [
        atom.arguments[0]
        for atom in (rule.head, *(part.atom for part in rule.body if isinstance(part, Literal)))
        if atom.name in _ROLE_FIRST and len(atom.arguments) == 2
    ]
    unsafe = unsafe_variables(rule)
    added = dict.fromkeys(
        Literal(Atom("role", (Variable(role.name),)))
        for role in roles
        if isinstance(role, Variable) and role in unsafe and role.name in in_head
    )
    return replace(rule, body=(*added, *rule.body)) if added else rule


def _for_no_value(rules: Iterable[NormalRule], fresh: Fresh) -> list[NormalRule]:
    """Gives the positive form of `not` with variables of its own a relation without these variables."""
    repaired: list[NormalRule] = []
    relations: dict[tuple[Atom, tuple[Term, ...]], str] = {}
    for rule in rules:
        if not unsafe_variables(rule):
            repaired.append(rule)
            continue
        bound = bound_variables(rule) | variable_names(rule.head)
        body: list[NormalFormula] = []
        for part in rule.body:
            if not isinstance(part, Literal) or part.positive or variable_names(part) <= bound:
                body.append(part)
                continue
            names = dict.fromkeys(v.name for v in atom_variables(part.atom) if v.name in bound)
            shared: tuple[Term, ...] = tuple([Variable(name) for name in names])
            key = (part.atom, shared)
            new = key not in relations
            if new:
                relations[key] = fresh.name(f"some_{_told(part.atom)}")
            some = Atom(relations[key], shared, part.atom.place)
            if new:
                repaired.append(NormalRule(some, (Literal(part.atom),), rule.place))
            body.append(Literal(some, False))
        repaired.append(replace(rule, body=tuple(body)))
    return repaired


def _told(atom: Atom) -> str:
    """The name by which people know what an atom is about: its fluent or move rather than `true` or `does`."""
    last = atom.arguments[-1]
    return last.name if atom.name in ("true", "does") and isinstance(last, Function | Symbol) else atom.name


def _breaches(rules: Sequence[NormalRule]) -> int:
    sheet = Sheet(rules)
    problems = [*check_keywords(sheet), *check_stratification(sheet)]
    return sum(problem.severity == "error" or problem.code == "stratification-unknown" for problem in problems)
