"""Writes terms, formulas, rules and rulesheets in either syntax, so that reading gives back the same.

Terms that a game builds may be nested deeper than any text, so the writers keep their own stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from woodstock.gdl.infix_names import spelled_symbol, spelled_variable
from woodstock.gdl.normal import Literal, NormalRule
from woodstock.gdl.terms import And, Atom, Distinct, Formula, Function, Not, Or, Rule, Symbol, Term, Variable

Expression: TypeAlias = Term | Formula | Literal
Printable: TypeAlias = Expression | Rule | NormalRule


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


@dataclass(frozen=True, slots=True)
class _Syntax:
    """How names are spelled, and what stands before, between and after what is in brackets."""

    symbol: Callable[[str], str]
    variable: Callable[[str], str]
    opening: str
    first: str
    separator: str


_KIF = _Syntax(str, "?{}".format, "({}", " ", " ")
_INFIX = _Syntax(lru_cache(maxsize=65536)(spelled_symbol), lru_cache(maxsize=65536)(spelled_variable), "{}(", "", ", ")


def _kif(x: Expression) -> str:
    return _written(x, _KIF)


def _infix(x: Expression) -> str:
    return _written(x, _INFIX)


def _written(x: Expression, syntax: _Syntax) -> str:
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
            pieces.append(syntax.variable(part.name))
        elif isinstance(part, Symbol):
            pieces.append(syntax.symbol(part.name))
        else:
            name, inside = _opened(part)
            if not inside and isinstance(part, Atom):
                pieces.append(syntax.symbol(name))
                continue
            pieces.append(syntax.opening.format(syntax.symbol(name)))
            waiting.append(")")
            waiting.extend(reversed(list(_separated(inside, syntax))))
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


def _separated(parts: Sequence[Expression], syntax: _Syntax) -> Iterator[Expression | str]:
    for index, part in enumerate(parts):
        yield syntax.separator if index else syntax.first
        yield part
