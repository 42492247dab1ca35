"""Keywords: how many arguments they take, where they may stand and what they may depend on."""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.gdl.checks.sheet import Predicate, Problem, Sheet, literals, predicate
from woodstock.gdl.names import ARITIES, counted, shown

HINTS = ("base", "input")
"""Keywords that only help a player; rulesheets older than they are use the names for other things."""

_HEADS_ONLY = {
    "init": "use `true` for the current state",
    "next": "give what it stands for a relation of its own",
    "sees": "give what it stands for a relation of its own",
}

_STEPS_SHOWN = 8


def check_keywords(sheet: Sheet) -> Iterator[Problem]:
    """Breaches of the rules for keywords."""
    yield from _arities(sheet)
    yield from _heads(sheet)
    yield from _bodies(sheet)
    yield from _dependencies(sheet)


def _arities(sheet: Sheet) -> Iterator[Problem]:
    seen: set[Predicate] = set()
    for rule in sheet.rules:
        for atom in (rule.head, *(literal.atom for literal in literals(rule))):
            expected = ARITIES.get(atom.name)
            if expected is None or len(atom.arguments) == expected:
                continue
            key = predicate(atom)
            if key in seen:
                continue
            seen.add(key)
            takes = f"`{atom.name}` takes {counted(expected)}, here it has {len(atom.arguments)}"
            if atom.name in HINTS:
                yield Problem("hint", "keyword-arity", f"{takes}; it is read as a relation of its own", atom.place)
            else:
                yield Problem("error", "keyword-arity", f"{takes}; add or remove arguments", atom.place)


def _heads(sheet: Sheet) -> Iterator[Problem]:
    for rule in sheet.rules:
        if rule.head.name in ("true", "does"):
            remedy = "use `next` or `init`" if rule.head.name == "true" else "use `legal`"
            yield Problem("error", "keyword-in-head", f"`{rule.head.name}` cannot be a head; {remedy}", rule.head.place)


def _bodies(sheet: Sheet) -> Iterator[Problem]:
    for rule in sheet.rules:
        for name in sorted({literal.atom.name for literal in literals(rule)} & _HEADS_ONLY.keys()):
            place = next(literal.atom.place for literal in literals(rule) if literal.atom.name == name)
            message = f"`{name}` belongs in heads only, not in a body; {_HEADS_ONLY[name]}"
            yield Problem("warning", "keyword-in-body", message, place)


def _dependencies(sheet: Sheet) -> Iterator[Problem]:
    true, does = Predicate("true", 1), Predicate("does", 2)
    for given in (true, does):
        yield from _dependency(sheet, "init", given, "init-depends-on-state", "it must be known before the game begins")
    for keyword in ("legal", "terminal", "goal"):
        yield from _dependency(sheet, keyword, does, "depends-on-does", "it must be known before anyone moves")
    for rule in sheet.by_head.get(Predicate("role", 1), ()):
        if any(True for _ in literals(rule)):
            yield Problem(
                "error", "role-by-rule", "a role is a fact such as `(role white)`, not the result of a rule", rule.place
            )


def _dependency(sheet: Sheet, keyword: str, given: Predicate, code: str, why: str) -> Iterator[Problem]:
    top = Predicate(keyword, ARITIES[keyword])
    before = sheet.paths(top)
    if given not in before:
        return
    way = [given]
    while way[-1] != top:
        way.append(before[way[-1]])
    way.reverse()
    place = next(
        (
            rule.place
            for rule in sheet.by_head[top]
            if any(predicate(literal.atom) == way[1] for literal in literals(rule))
        ),
        None,
    )
    steps = [shown(step.name).strip("`") for step in way]
    if len(steps) > _STEPS_SHOWN:
        steps[_STEPS_SHOWN // 2 : -_STEPS_SHOWN // 2] = [".."]
    yield Problem("error", code, f"`{keyword}` depends on `{given.name}` ({' -> '.join(steps)}), but {why}", place)
