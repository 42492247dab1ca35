"""Fluents and moves taken apart: the form that they share with others, and the symbols that tell them apart."""

from __future__ import annotations

from functools import lru_cache

from woodstock import gdl
from woodstock.kif.reader import words

Leaves = tuple[str, ...]


@lru_cache(maxsize=200_000)
def taken_apart(text: str) -> tuple[str, Leaves]:
    """The form of a fluent or a move, with a `?` for each symbol behind a function's name, and these symbols.

    >>> taken_apart("(on (cell 1 2) x)"), taken_apart("noop")
    (('(on (cell ? ?) ?)', ('1', '2', 'x')), ('noop', ()))
    """
    form: list[str] = []
    leaves: list[str] = []
    parts = words(text)
    for before, word in zip(["", *parts], parts, strict=False):
        if word in "()" or before == "(" or len(parts) == 1:
            form.append(word)
        else:
            form.append("?")
            leaves.append(word)
    return " ".join(form).replace("( ", "(").replace(" )", ")"), tuple(leaves)


def put_together(form: str, leaves: Leaves) -> str:
    """The fluent or move of a form with these symbols: the opposite of `taken_apart`.

    >>> put_together("(on (cell ? ?) ?)", ("1", "2", "x"))
    '(on (cell 1 2) x)'
    """
    left = iter(leaves)
    return "".join(next(left) if char == "?" else char for char in form) if leaves else form


def functor(form: str) -> str:
    """The name that a form begins with.

    >>> functor("(cell ? ? ?)"), functor("noop")
    ('cell', 'noop')
    """
    return form.removeprefix("(").partition(" ")[0]


def term_form(term: gdl.Term) -> tuple[str, tuple[gdl.Symbol | gdl.Variable, ...]]:
    """The same for a term of the rules, whose variables stand where fluents have symbols."""
    leaves: list[gdl.Symbol | gdl.Variable] = []

    def form(part: gdl.Term) -> str:
        if isinstance(part, gdl.Function):
            return f"({part.name} {' '.join(map(form, part.arguments))})"
        leaves.append(part)
        return "?"

    if isinstance(term, gdl.Symbol):
        return term.name, ()
    return form(term), tuple(leaves)
