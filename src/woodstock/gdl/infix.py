"""Reads infix, the syntax of the papers: `legal(P, noop) <- role(P), not true(control(P)).`

It gives the same nested lists as the KIF reader. Recursion goes no deeper than the limit on nesting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.infix_names import TOKEN, unquoted, variable_name
from woodstock.gdl.names import RULE, shown, writable
from woodstock.gdl.nodes import Limits, Names, Node
from woodstock.gdl.terms import Symbol, Variable
from woodstock.kif.reader import Group, too_deep, too_long
from woodstock.place import Place

_UNNAMED = "_"
_NOT = "not"
_FORMULAS_INSIDE = frozenset({"not", "and", "or"})
_OPERANDS = frozenset({"word", "operator", "quoted", "variable", "kif"})
_SIGNS = ("~", "¬")
_COMMAS = (",", "&")


def read_infix(text: str, names: Names, limits: Limits) -> list[Node]:
    """The clauses of a text. Lines end in a line feed."""
    return _Reader(text, names, limits).clauses()


def _tokens(text: str, limits: Limits) -> Iterator[tuple[str | None, str, Place]]:
    """The tokens of a text: the kind of each, itself and its place."""
    line, line_start, tokens = 1, 0, 0
    for match in TOKEN.finditer(text):
        token = match.group()
        if match.lastgroup == "space":
            breaks = token.count("\n")
            if breaks:
                line += breaks
                line_start = match.start() + token.rfind("\n") + 1
            continue
        place = Place(line, match.start() - line_start + 1)
        tokens += 1
        if tokens > limits.tokens:
            raise too_long(limits.tokens, place)
        yield match.lastgroup, token, place


class _Reader:
    """Looks at one token at a time; after the last one its kind is `None`."""

    def __init__(self, text: str, names: Names, limits: Limits) -> None:
        self._names = names
        self._limits = limits
        self._taken = set(re.findall(r"_\d+", text))
        self._unnamed = 0
        self._tokens = _tokens(text, limits)
        self._begun = Place(1, 1)
        self._open: list[Place] = []
        self._depth = 0
        self._advance()

    def clauses(self) -> list[Node]:
        """All that there are."""
        found: list[Node] = []
        while self._kind is not None:
            found.append(self._clause())
        return found

    def _advance(self) -> None:
        self._kind, self._token, self._place = next(self._tokens, (None, "", self._begun))

    def _clause(self) -> Node:
        self._begun = self._place
        self._depth = 1
        clause = self._formula(formulas=False)
        if self._kind == "arrow":
            self._advance()
            body = [] if self._token == "." else self._list(formulas=True)
            clause = _named(RULE, self._begun, clause, *body)
        if self._token != ".":
            raise self._unexpected(expecting=False)
        self._advance()
        return clause

    def _list(self, *, formulas: bool) -> list[Node]:
        items = [self._formula(formulas=formulas)]
        while self._token in _COMMAS:
            self._advance()
            items.append(self._formula(formulas=formulas))
        return items

    def _formula(self, *, formulas: bool) -> Node:
        """An operand, with the `not`s before it and a `!=` after it where formulas stand (rather than terms)."""
        nots: list[Place] = []
        left: Node | None = None
        node = self._operand(formulas, nots)
        if formulas and self._kind == "unequal":
            left = node
            self._advance()
            node = self._operand(formulas, nots, of_unequal=True)
        if left is not None:
            assert left.place is not None
            node = _named("distinct", left.place, left, node)
        for place in reversed(nots):
            node = _named(_NOT, place, node)
        self._depth -= len(nots)
        return node

    def _operand(self, formulas: bool, nots: list[Place], *, of_unequal: bool = False) -> Node:
        """A name, perhaps with brackets after it, or brackets that only group. Signs for `not` go to the list."""
        while formulas and self._token in _SIGNS:
            self._negate(nots, self._place)
            self._advance()
        kind, token, place = self._kind, self._token, self._place
        if token == "(" and formulas and not of_unequal:
            items = self._bracket(formulas=True)
            return items[0] if len(items) == 1 else _named("and", place, *items)
        if kind not in _OPERANDS:
            raise self._unexpected(expecting=True)
        name = self._name()
        if isinstance(name, Variable):
            return name
        # A bare `not` before an operand is no symbol but a sign.
        if formulas and (kind, token) == ("word", _NOT) and (self._kind in _OPERANDS or self._token in _SIGNS):
            self._negate(nots, place)
            return self._operand(formulas, nots, of_unequal=of_unequal)
        if self._token != "(":
            return name
        inside = formulas and not of_unequal and name.name in _FORMULAS_INSIDE
        return Group(place, [name, *self._bracket(formulas=inside, named=True)])

    def _bracket(self, *, formulas: bool, named: bool = False) -> list[Node]:
        """What stands in brackets; only after a name there may be nothing."""
        self._deeper(self._place)
        self._open.append(self._place)
        self._advance()
        items = [] if named and self._token == ")" else self._list(formulas=formulas)
        if self._token != ")":
            raise self._unexpected(expecting=False)
        self._open.pop()
        self._depth -= 1
        self._advance()
        return items

    def _name(self) -> Symbol | Variable:
        kind, token, place = self._kind, self._token, self._place
        if kind in ("variable", "kif"):
            name = self._fresh() if token == _UNNAMED else variable_name(token)
            rest = name.lstrip("?")  # KIF can write a variable of nothing but question marks
            if not name or (rest and not writable(rest)):
                raise GdlSyntaxError(f"{shown(token)} cannot be the name of a variable", place)
            taken = self._names.take(name, place)
            self._advance()
            return Variable(taken, place)
        name = unquoted(token) if kind == "quoted" else token
        taken = self._names.take(name, place)
        if not writable(name):
            raise GdlSyntaxError(
                f"{shown(token)} cannot be a symbol: blanks, brackets, `;` and a leading `?` are not allowed", place
            )
        self._advance()
        return Symbol(taken, place)

    def _negate(self, nots: list[Place], place: Place) -> None:
        self._deeper(place)
        nots.append(place)

    def _deeper(self, place: Place) -> None:
        self._depth += 1
        if self._depth > self._limits.depth:
            raise too_deep(self._limits.depth, place)

    def _fresh(self) -> str:
        """A name for a bare `_` that nothing else in the text has."""
        while True:
            self._unnamed += 1
            name = f"_{self._unnamed}"
            if name not in self._taken:
                return name

    def _unexpected(self, *, expecting: bool) -> GdlSyntaxError:
        """What is wrong with the token at hand, where an operand was expected or else a comma, a bracket or the end."""
        kind, token, place = self._kind, self._token, self._place
        if self._open and (kind is None or token == "."):
            return GdlSyntaxError("this `(` is not closed when its clause ends; add a `)`", self._open[0])
        if kind is None:
            return GdlSyntaxError("this clause has no end; put a `.` after it", self._begun)
        if token == ")" and not self._open:
            return GdlSyntaxError("this `)` closes nothing; remove it, or add the missing `(` before it", place)
        if kind == "other":
            hint = " (a comment begins with `%`)" if token == ";" else ""
            return GdlSyntaxError(f"{shown(token)} has no meaning here{hint}; put a symbol like this in quotes", place)
        name = kind in _OPERANDS or (token in _SIGNS and not expecting)
        what = {"arrow": "an arrow", "unequal": "`!=`"}.get(kind, "another name" if name else f"`{token}`")
        if expecting:
            return GdlSyntaxError(f"{what} where a relation or a term is expected", place)
        return GdlSyntaxError(f"{what} is not expected here; is a `,`, a `.` or a bracket missing before it?", place)


def _named(name: str, place: Place, *items: Node) -> Node:
    return Group(place, [Symbol(name, place), *items])
