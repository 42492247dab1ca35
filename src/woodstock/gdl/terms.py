"""Rules as frozen terms. Equality and hashing ignore where a term stands in the text.

A *term* is a symbol, a variable or a function applied to terms. A *formula* is an atom, a `distinct`,
or `not`, `and`, `or` over formulas. A *rule* has an atom as head and formulas as body; a fact has no body.
Numbers are symbols like any other: `01` is not `1`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from woodstock.place import Place


@dataclass(frozen=True, slots=True)
class Symbol:
    """A constant: a role, a number, a piece."""

    name: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, named without the leading `?` of KIF."""

    name: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    """A function symbol applied to at least one term."""

    name: str
    arguments: tuple[Term, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


Term: TypeAlias = Symbol | Variable | Function


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms; `terminal` and `(terminal)` are the same atom without arguments."""

    name: str
    arguments: tuple[Term, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Distinct:
    """True when the two terms differ."""

    left: Term
    right: Term
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    """The negation of a formula."""

    formula: Formula
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction; `(and)` of nothing is true."""

    formulas: tuple[Formula, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction; `(or)` of nothing is false."""

    formulas: tuple[Formula, ...]
    place: Place | None = field(default=None, compare=False, repr=False)


Formula: TypeAlias = Atom | Distinct | Not | And | Or


@dataclass(frozen=True, slots=True)
class Rule:
    """`head` holds when all of `body` does. A fact has an empty body."""

    head: Atom
    body: tuple[Formula, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)
