"""Writes terms, formulas, rules and rulesheets in either syntax, so that reading gives back the same.

Terms that a game builds may be nested deeper than any text, so the writers keep their own stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from woodstock.gdl.infix_names import spelled_symbol, spelled_variable
from woodstock.gdl.normal import Literal, NormalRule
from woodstock.gdl.terms import And, Atom, Distinct, Formula, Function, Not, Or, Rule, Symbol, Term, Variable

Expression: TypeAlias = Term | Formula | Literal
Printable: TypeAlias = Expression | Rule | NormalRule

_symbol = lru_cache(maxsize=65536)(spelled_symbol)
_variable = lru_cache(maxsize=65536)(spelled_variable)


def to_kif(x: Printable | Iterable[Rule | NormalRule]) -> str:
    r"""A term, formula, rule or rulesheet in prefix syntax.

    >>> to_kif(Rule(Atom("terminal"), (Not(Atom("open")),)))
    '(<= terminal\n    (not open))'
    """
    if isinstance(x, Rule | NormalRule):
        if not x.body:
            # In brackets also without arguments: a bare name at the start of a text could be mistaken for infix.
            return _kif(x.head) if x.head.arguments else f"({x.head.name})"
        return "(<= " + "\n    ".join(_kif(part) for part in (x.head, *x.body)) + ")"
    if isinstance(x, _EXPRESSIONS):
        return _kif(x)
    return "".join(to_kif(rule) + "\n" for rule in x)


def to_infix(x: Printable | Iterable[Rule | NormalRule]) -> str:
    """A term, formula, rule or rulesheet in the papers' syntax.

    >>> to_infix(Rule(Atom("goal", (Variable("p"), Symbol("100"))), (Atom("won", (Variable("p"),)),)))
    'goal(P, 100) <- won(P).'
    """
    if isinstance(x, Rule | NormalRule):
        head = _infix(x.head)
        return f"{head} <- {', '.join(_infix(part) for part in x.body)}." if x.body else f"{head}."
    if isinstance(x, _EXPRESSIONS):
        return _infix(x)
    return "".join(to_infix(rule) + "\n" for rule in x)


_EXPRESSIONS = Symbol | Variable | Function | Atom | Distinct | Not | And | Or | Literal


def _kif(x: Expression) -> str:
    pieces: list[str] = []
    # What is still to be written, the next one last; text stands for itself.
    waiting: list[Expression | str] = [x]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Literal):
            part = part.atom if part.positive else Not(part.atom)
        if isinstance(part, str):
            pieces.append(part)
        elif isinstance(part, Variable):
            pieces.append("?" + part.name)
        elif isinstance(part, Symbol):
            pieces.append(part.name)
        else:
            name, inside = _opened(part)
            if not inside and isinstance(part, Atom):
                pieces.append(name)
                continue
            pieces.append("(" + name)
            waiting.append(")")
            waiting.extend(reversed(list(_separated(inside, " ", before_first=True))))
    return "".join(pieces)


def _infix(x: Expression) -> str:
    pieces: list[str] = []
    waiting: list[Expression | str] = [x]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Literal):
            part = part.atom if part.positive else Not(part.atom)
        if isinstance(part, str):
            pieces.append(part)
        elif isinstance(part, Variable):
            pieces.append(_variable(part.name))
        elif isinstance(part, Symbol):
            pieces.append(_symbol(part.name))
        else:
            name, inside = _opened(part)
            pieces.append(_symbol(name))
            if inside or not isinstance(part, Atom):
                pieces.append("(")
                waiting.append(")")
                waiting.extend(reversed(list(_separated(inside, ", ", before_first=False))))
    return "".join(pieces)


def _opened(x: Function | Formula) -> tuple[str, Sequence[Expression]]:
    """The name before the brackets and what stands inside them."""
    if isinstance(x, Function | Atom):
        return x.name, x.arguments
    if isinstance(x, Distinct):
        return "distinct", (x.left, x.right)
    if isinstance(x, Not):
        return "not", (x.formula,)
    return ("and" if isinstance(x, And) else "or"), x.formulas


def _separated(parts: Sequence[Expression], separator: str, *, before_first: bool) -> Iterator[Expression | str]:
    for index, part in enumerate(parts):
        if index or before_first:
            yield separator
        yield part
