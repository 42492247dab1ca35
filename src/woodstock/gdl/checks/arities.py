"""Names with more than one number of arguments.

A predicate defined with two numbers of arguments is an error of GDL, and so is a function that makes two fluents, two
moves or two percepts of different size. One name for a predicate, a move and a fluent is common and harmless.
"""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.gdl.checks.sheet import Problem, Sheet
from woodstock.gdl.names import ARITIES, counted, shown
from woodstock.gdl.terms import Atom, Function

_KINDS = {"init": "fluent", "next": "fluent", "legal": "move", "sees": "percept"}


def check_arities(sheet: Sheet) -> Iterator[Problem]:
    """Clashes among what the heads of rules define."""
    seen: dict[tuple[str, str], int] = {}
    told: set[tuple[str, str]] = set()
    for rule in sheet.rules:
        for kind, name, arity in _defined(rule.head):
            first = seen.setdefault((kind, name), arity)
            if first != arity and (kind, name) not in told:
                told.add((kind, name))
                message = (
                    f"the {kind} {shown(name)} has {counted(first)} elsewhere and {arity} here;"
                    " give one of the two another name"
                )
                yield Problem("error", "arity-clash", message, rule.head.place or rule.place)


def _defined(head: Atom) -> Iterator[tuple[str, str, int]]:
    if head.name not in ARITIES:
        yield "relation", head.name, len(head.arguments)
    elif head.name in _KINDS and len(head.arguments) == ARITIES[head.name]:
        term = head.arguments[-1]
        if isinstance(term, Function):
            yield _KINDS[head.name], term.name, len(term.arguments)
