"""Reads infix, the syntax of the papers: `legal(P, noop) <- role(P), not true(control(P)).`

It gives the same nested lists as the KIF reader. An explicit stack of frames takes the place of recursion: each frame
is an open bracket, the lowest one the clause itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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


@dataclass(slots=True)
class _Frame:
    """An open bracket, or the clause."""

    place: Place
    name: Symbol | None
    """What stands before the bracket; nothing for a clause and for brackets that only group."""
    formulas: bool
    """Do formulas stand here (rather than terms)?"""
    items: list[Node] = field(default_factory=list)
    nots: list[Place] = field(default_factory=list)
    """The `not`s before the operand that is being read."""
    left: Node | None = None
    """What stands to the left of a `!=`."""


def read_infix(text: str, names: Names, limits: Limits) -> list[Node]:
    """The clauses of a text. Lines end in a line feed."""
    reader = _Reader(text, names, limits)
    line, line_start, tokens = 1, 0, 0
    for match in TOKEN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "space":
            breaks = token.count("\n")
            if breaks:
                line += breaks
                line_start = match.start() + token.rfind("\n") + 1
            continue
        place = Place(line, match.start() - line_start + 1)
        tokens += 1
        if tokens > limits.tokens:
            raise too_long(limits.tokens, place)
        if kind in ("word", "operator", "quoted", "variable", "kif"):
            reader.operand(kind, token, place)
        elif kind == "arrow":
            reader.arrow(place)
        elif kind == "unequal":
            reader.unequal(place)
        else:
            reader.mark(token, place)
    return reader.clauses()


class _Reader:
    """What has been read so far."""

    def __init__(self, text: str, names: Names, limits: Limits) -> None:
        self._names = names
        self._limits = limits
        self._taken = set(re.findall(r"_\d+", text))
        self._unnamed = 0
        self._clauses: list[Node] = []
        self._frames: list[_Frame] = []
        self._head: Node | None = None
        # Must an operand come next? Else a comma, a bracket or the end of the clause.
        self._expecting = True
        # The operand just read, if a bracket after it would make it a function, and whether it is an unquoted `not`.
        self._callee: Symbol | None = None
        self._bare_not = False
        self._depth = 0

    def operand(self, kind: str, token: str, place: Place) -> None:
        """A symbol or a variable."""
        self._begin_operand(place)
        node: Node
        if kind in ("variable", "kif"):
            name = self._fresh() if token == _UNNAMED else variable_name(token)
            rest = name.lstrip("?")  # KIF can write a variable of nothing but question marks
            if not name or (rest and not writable(rest)):
                raise GdlSyntaxError(f"{shown(token)} cannot be the name of a variable", place)
            node = Variable(self._names.take(name, place), place)
            self._callee = None
        else:
            name = unquoted(token) if kind == "quoted" else token
            taken = self._names.take(name, place)
            if not writable(name):
                raise GdlSyntaxError(
                    f"{shown(token)} cannot be a symbol: blanks, brackets, `;` and a leading `?` are not allowed", place
                )
            node = self._callee = Symbol(taken, place)
            self._bare_not = kind == "word" and token == _NOT and self._frames[-1].formulas
        self._end_operand(node)

    def arrow(self, place: Place) -> None:
        """Between head and body."""
        if self._expecting or len(self._frames) != 1 or self._head is not None:
            raise self._unexpected("an arrow", place)
        clause = self._frames[0]
        self._head = clause.items.pop()
        clause.formulas = True
        self._expecting = True

    def unequal(self, place: Place) -> None:
        """`X != Y`."""
        frame = self._frames[-1] if self._frames else None
        if self._expecting or frame is None or not frame.formulas or frame.left is not None:
            raise self._unexpected("`!=`", place)
        frame.left = frame.items.pop()
        self._expecting = True
        self._callee = None
        self._bare_not = False

    def mark(self, mark: str, place: Place) -> None:
        """A bracket, a comma, a stop or a sign for `not`."""
        if mark == "(":
            self._open(place)
        elif mark == ")":
            self._close(place)
        elif mark in ",&":
            if self._expecting or (len(self._frames) == 1 and self._head is None):
                raise self._unexpected(f"`{mark}`", place)
            self._finish()
            self._expecting = True
        elif mark == ".":
            self._stop(place)
        elif mark in "~¬":
            self._begin_operand(place)
            if not self._frames[-1].formulas:
                raise self._unexpected(f"`{mark}`", place)
            self._negate(place)
        else:
            hint = " (a comment begins with `%`)" if mark == ";" else ""
            raise GdlSyntaxError(f"{shown(mark)} means nothing here{hint}; put a symbol like this in quotes", place)

    def clauses(self) -> list[Node]:
        """All clauses, when the text is over."""
        if len(self._frames) > 1:
            raise self._unclosed()
        if self._frames:
            raise GdlSyntaxError("this clause has no end; put a `.` after it", self._frames[0].place)
        return self._clauses

    def _begin_operand(self, place: Place) -> None:
        """An operand begins here; a `not` just before it was no symbol but a sign."""
        if not self._frames:
            self._frames.append(_Frame(place, None, formulas=False))
            self._depth = 1
            self._head = None
        elif not self._expecting:
            if not self._bare_not:
                raise self._unexpected("another name", place)
            sign = self._frames[-1].items.pop()
            assert sign.place is not None
            self._negate(sign.place)

    def _negate(self, place: Place) -> None:
        self._deeper(place)
        self._frames[-1].nots.append(place)
        self._expecting = True
        self._callee = None
        self._bare_not = False

    def _end_operand(self, node: Node) -> None:
        self._frames[-1].items.append(node)
        self._expecting = False

    def _finish(self) -> None:
        """No more belongs to the operand: apply the `!=` and the `not`s that wait for it."""
        frame = self._frames[-1]
        node = frame.items.pop()
        if frame.left is not None:
            assert frame.left.place is not None
            node = _named("distinct", frame.left.place, frame.left, node)
            frame.left = None
        while frame.nots:
            node = _named("not", frame.nots.pop(), node)
            self._depth -= 1
        frame.items.append(node)
        self._callee = None
        self._bare_not = False

    def _open(self, place: Place) -> None:
        if not self._expecting and self._callee is not None:
            outer = self._frames[-1]
            outer.items.pop()
            inside = outer.formulas and outer.left is None and self._callee.name in _FORMULAS_INSIDE
            frame = _Frame(place, self._callee, formulas=inside)
        elif self._expecting and self._frames and self._frames[-1].formulas and self._frames[-1].left is None:
            frame = _Frame(place, None, formulas=True)
        else:
            raise self._unexpected("`(`", place)
        self._deeper(place)
        self._frames.append(frame)
        self._expecting = True
        self._callee = None
        self._bare_not = False

    def _close(self, place: Place) -> None:
        if len(self._frames) < 2:
            raise GdlSyntaxError("this `)` closes nothing; remove it, or add the missing `(` before it", place)
        frame = self._frames[-1]
        if not self._expecting:
            self._finish()
        elif frame.name is None or frame.items or frame.nots or frame.left is not None:
            raise self._unexpected("`)`", place)
        self._frames.pop()
        self._depth -= 1
        if frame.name is not None:
            assert frame.name.place is not None
            node: Node = Group(frame.name.place, [frame.name, *frame.items])
        else:
            node = frame.items[0] if len(frame.items) == 1 else _named("and", frame.place, *frame.items)
        self._callee = None
        self._bare_not = False
        self._end_operand(node)

    def _stop(self, place: Place) -> None:
        if len(self._frames) > 1:
            raise self._unclosed()
        if not self._frames:
            raise self._unexpected("`.`", place)
        clause = self._frames[0]
        if not self._expecting:
            self._finish()
        elif self._head is None or clause.items or clause.nots or clause.left is not None:
            raise self._unexpected("`.`", place)
        if self._head is None:
            self._clauses.append(clause.items[0])
        else:
            self._clauses.append(_named(RULE, clause.place, self._head, *clause.items))
        self._frames.clear()
        self._head = None
        self._expecting = True
        self._depth = 0

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

    def _unclosed(self) -> GdlSyntaxError:
        return GdlSyntaxError("this `(` is not closed when its clause ends; add a `)`", self._frames[1].place)

    def _unexpected(self, what: str, place: Place) -> GdlSyntaxError:
        if self._expecting:
            return GdlSyntaxError(f"{what} where a relation or a term should stand", place)
        return GdlSyntaxError(f"{what} is not expected here; is a `,`, a `.` or a bracket missing before it?", place)


def _named(name: str, place: Place, *items: Node) -> Node:
    return Group(place, [Symbol(name, place), *items])
