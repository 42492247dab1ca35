"""Likely slips: names that are used but never defined."""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.gdl.checks.sheet import GIVEN, Predicate, Problem, Sheet, literals, predicate
from woodstock.gdl.names import ARITIES, counted, shown
from woodstock.gdl.normal import NormalRule
from woodstock.gdl.terms import Function, Symbol, Term
from woodstock.place import Place

_FOLD = "this rulesheet works as intended only if case is ignored; use --fold-case, or correct the name"
_PROBABILITIES = Predicate("outcome", 4)


def check_lint(sheet: Sheet, original: Sheet) -> Iterator[Problem]:
    """Relations, fluents and moves that are asked for but never there. `original` also has rules that never fire."""
    fluents = _made(sheet, (Predicate("init", 1), Predicate("next", 1)))
    moves = _made(sheet, (Predicate("legal", 2),))
    told: set[Predicate | tuple[Predicate, Predicate]] = set()
    for rule in sheet.rules:
        for literal in literals(rule):
            relation = predicate(literal.atom)
            place = literal.atom.place or rule.place
            if relation in GIVEN:
                made, kind = (fluents, "fluent") if relation.name == "true" else (moves, "move")
                wanted = _outermost(literal.atom.arguments[-1])
                if wanted is None or made is None or wanted in made or (relation, wanted) in told:
                    continue
                told.add((relation, wanted))
                yield _undefined(kind, wanted, made, place)
            elif relation not in original.by_head and relation.name not in ARITIES and relation not in told:
                told.add(relation)
                if fluents is not None and relation in fluents:
                    message = f"{shown(relation.name)} is a fluent, not a relation; ask for it with `true` before it"
                    yield Problem("warning", "missing-true", message, place)
                else:
                    yield _undefined("relation", relation, set(original.by_head), place)
    if _PROBABILITIES in sheet.by_head:
        message = "`outcome` with probabilities is not part of GDL-II and is ignored; use the role `random`"
        yield Problem("warning", "probabilities", message, sheet.by_head[_PROBABILITIES][0].place)


def _made(sheet: Sheet, heads: tuple[Predicate, ...]) -> set[Predicate] | None:
    """The fluents or moves that rules make; nothing if a variable leaves it open."""
    rules: list[NormalRule] = [rule for head in heads for rule in sheet.by_head.get(head, ())]
    found = {_outermost(rule.head.arguments[-1]) for rule in rules}
    return None if None in found else {made for made in found if made is not None}


def _outermost(term: Term) -> Predicate | None:
    if isinstance(term, Function):
        return Predicate(term.name, len(term.arguments))
    return Predicate(term.name, 0) if isinstance(term, Symbol) else None


def _undefined(kind: str, wanted: Predicate, defined: set[Predicate], place: Place | None) -> Problem:
    """The problem, with the likeliest remedy."""
    folded = (wanted.name.lower(), wanted.arity)
    if any((other.name.lower(), other.arity) == folded for other in defined):
        message = f"nothing defines the {kind} {shown(wanted.name)}, but another spelling exists; {_FOLD}"
        return Problem("warning", "case", message, place)
    for other in sorted(defined):
        if other.name == wanted.name:
            found = f"has {counted(other.arity)} where it is defined, {wanted.arity} here"
            return Problem("warning", f"undefined-{kind}", f"the {kind} {shown(wanted.name)} {found}", place)
    message = f"nothing ever makes the {kind} {shown(wanted.name)} hold; is it misspelt, or is a rule missing?"
    return Problem("warning", f"undefined-{kind}", message, place)
