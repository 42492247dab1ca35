"""Encodes rules as the flat arrays of numbers that the interpreter's core takes, and terms as text and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from woodstock.errors import GdlSyntaxError, WoodstockError
from woodstock.gdl import Atom, Function, Literal, NormalRule, Symbol, Term, Variable
from woodstock.gdl.names import ARITIES, GOAL_VALUE
from woodstock.kif.reader import read

KEYWORDS = tuple(
    (name, ARITIES[name]) for name in ("role", "init", "true", "does", "next", "legal", "terminal", "goal", "sees")
)
"""The functors whose numbers the core knows, in its order."""

Code = list[int]
"""A term in preorder: a functor as its number; in rules, variable v as -1 - v."""


@dataclass(slots=True)
class Functors:
    """Numbers names together with their arity: predicates, functions and constants alike."""

    names: list[tuple[str, int]] = field(default_factory=lambda: list(KEYWORDS))
    numbers: dict[tuple[str, int], int] = field(default_factory=lambda: {key: n for n, key in enumerate(KEYWORDS)})

    def number(self, name: str, arity: int) -> int:
        """The number of a functor, a new one if it has none yet."""
        key = (name, arity)
        if key not in self.numbers:
            self.numbers[key] = len(self.names)
            self.names.append(key)
        return self.numbers[key]

    def values(self) -> list[int]:
        """For each functor the goal value that its name stands for, -1 if it stands for none."""
        return [int(name) if arity == 0 and GOAL_VALUE.fullmatch(name) else -1 for name, arity in self.names]

    def text(self, code: Sequence[int]) -> str:
        """A ground term as KIF text with single spaces."""
        pieces: list[str] = []
        missing: list[int] = []  # arguments still to come, for every open bracket
        for number in code:
            name, arity = self.names[number]
            pieces.append(f"({name}" if arity else name)
            if missing:
                missing[-1] -= 1
            if arity:
                missing.append(arity)
            while missing and missing[-1] == 0:
                missing.pop()
                pieces[-1] += ")"
        return " ".join(pieces)

    def read(self, text: str) -> Code:
        """The code of a ground term given as KIF text. Raises `WoodstockError` if the rules cannot build it."""
        try:
            waiting = list(read(text))
        except GdlSyntaxError:
            raise _unreadable(text) from None
        if len(waiting) != 1:
            raise _unreadable(text)
        code: Code = []
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                code.append(self._known(node, 0, text))
                continue
            name = node.items[0] if len(node.items) > 1 else None
            if not isinstance(name, str):
                raise _unreadable(text)
            code.append(self._known(name, len(node.items) - 1, text))
            waiting.extend(reversed(node.items[1:]))
        return code

    def _known(self, name: str, arity: int, text: str) -> int:
        try:
            return self.numbers[name, arity]
        except KeyError:
            raise WoodstockError(f"the rules have nothing like `{name}` in `{_short(text)}`") from None


def encode_rules(rules: Sequence[NormalRule], functors: Functors) -> Code:
    """All rules, one after another: number of variables, head, number of literals, literals."""
    code: Code = []
    for rule in rules:
        variables: dict[str, int] = {}
        start = len(code)
        code.append(0)
        code.extend(_atom(rule.head, functors, variables))
        code.append(len(rule.body))
        for literal in rule.body:
            if isinstance(literal, Literal):
                code.append(0 if literal.positive else 1)
                code.extend(_atom(literal.atom, functors, variables))
            else:
                code.append(2)
                code.extend(_term(literal.left, functors, variables))
                code.extend(_term(literal.right, functors, variables))
        code[start] = len(variables)
    return code


def _atom(atom: Atom, functors: Functors, variables: dict[str, int]) -> Iterator[int]:
    yield functors.number(atom.name, len(atom.arguments))
    for argument in atom.arguments:
        yield from _term(argument, functors, variables)


def _term(term: Term, functors: Functors, variables: dict[str, int]) -> Iterator[int]:
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Variable):
            yield -1 - variables.setdefault(part.name, len(variables))
        elif isinstance(part, Symbol):
            yield functors.number(part.name, 0)
        else:
            assert isinstance(part, Function)
            yield functors.number(part.name, len(part.arguments))
            waiting.extend(reversed(part.arguments))


def _unreadable(text: str) -> WoodstockError:
    return WoodstockError(f"`{_short(text)}` is not one term in KIF")


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
