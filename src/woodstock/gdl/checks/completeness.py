"""What every game must have: roles, legal moves, an end and goals from 0 to 100."""

from __future__ import annotations

import re
from collections.abc import Iterator

from woodstock.gdl.checks.sheet import Predicate, Problem, Sheet, literals
from woodstock.gdl.names import RANDOM, shown
from woodstock.gdl.normal import NormalRule
from woodstock.gdl.printer import to_kif
from woodstock.gdl.terms import Symbol, Term, Variable

_BEST_GOAL = 100
_NUMBER = re.compile(r"[0-9]{1,9}")


def check_completeness(sheet: Sheet) -> Iterator[Problem]:
    """Parts that are missing, and goals that are no numbers from 0 to 100."""
    roles = list(dict.fromkeys(rule.head.arguments[0] for rule in sheet.by_head.get(Predicate("role", 1), ())))
    if not roles:
        yield Problem("error", "no-role", "there is no role; add a fact such as `(role white)`")
    if Predicate("terminal", 0) not in sheet.by_head:
        yield Problem("error", "no-terminal", "nothing makes the game end; add a rule `(<= terminal ..)`")
    # Roles that are derived by rules can only be known by grounding.
    if all(not isinstance(role, Variable) for role in roles):
        yield from _for_each_role(sheet, roles)
        yield from _strangers(sheet, roles)
    yield from _goals(sheet)


def _for_each_role(sheet: Sheet, roles: list[Term]) -> Iterator[Problem]:
    legal, goal, sees = (sheet.by_head.get(Predicate(name, 2), []) for name in ("legal", "goal", "sees"))
    for role in roles:
        name = shown(to_kif(role))
        if not any(_about(rule, role) for rule in legal):
            message = f"{name} never has a legal move; add a rule for `legal`"
            yield Problem("error", "no-legal", message, role.place)
        if role != Symbol(RANDOM) and not any(_about(rule, role) for rule in goal):
            message = f"{name} has no goal; add a rule for `goal`"
            yield Problem("warning", "no-goal", message, role.place)
        # A blind role is allowed in GDL-II, but then it is never told whose turn it is, say.
        if sees and role != Symbol(RANDOM) and not any(_about(rule, role) for rule in sees):
            message = f"{name} never sees anything, while others do; is a rule for `sees` missing?"
            yield Problem("hint", "no-percept", message, role.place)


def _about(rule: NormalRule, role: Term) -> bool:
    return isinstance(rule.head.arguments[0], Variable) or rule.head.arguments[0] == role


def _strangers(sheet: Sheet, roles: list[Term]) -> Iterator[Problem]:
    """Names that stand where a role should but are none: a slip, or a trick that changes nothing."""
    known, told = set(roles), set()
    for rule in sheet.rules:
        for atom in (rule.head, *(literal.atom for literal in literals(rule))):
            if atom.name not in ("legal", "does", "goal", "sees") or len(atom.arguments) != 2:
                continue
            stranger = atom.arguments[0]
            if isinstance(stranger, Variable) or stranger in known or stranger in told:
                continue
            told.add(stranger)
            message = f"{shown(to_kif(stranger))} is used as a role, but is not one; is it misspelt?"
            yield Problem("warning", "not-a-role", message, stranger.place or rule.place)


def _goals(sheet: Sheet) -> Iterator[Problem]:
    for rule in sheet.by_head.get(Predicate("goal", 2), ()):
        value = rule.head.arguments[1]
        if isinstance(value, Variable):
            continue
        text = to_kif(value)
        if not _NUMBER.fullmatch(text) or int(text) > _BEST_GOAL:
            message = f"the goal {shown(text)} is not a number from 0 to 100; rescale the goals"
            yield Problem("error", "goal-value", message, value.place or rule.place)
