"""Functional expressions such as `eq(add(x,y[2]),3)`: read, and worked out for an assignment."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from woodstock.network.errors import NetworkError
from woodstock.network.values import Value

TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*(?:\[\d+\])*)|([+-]?\d{1,18})|([(),]))", re.ASCII)
DEEPEST = 100
LONGEST_NUMBER = 10_000  # bits


@dataclass(frozen=True, slots=True)
class Call:
    """An operator and its arguments."""

    name: str
    arguments: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, or a symbolic value."""

    text: str


Tree: TypeAlias = Call | Name | int


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise NetworkError(f"{value} is a symbol, and cannot be computed with")
    return int(value)


def _set(value: Value) -> frozenset[Value]:
    if not isinstance(value, frozenset):
        raise NetworkError(f"{value} is not a set")
    return value


def _chain(relation: Callable[[int, int], bool]) -> Callable[..., int]:
    return lambda *values: int(all(relation(_number(a), _number(b)) for a, b in pairwise(values)))


def _fold(combine: Callable[[int, int], int]) -> Callable[..., int]:
    return lambda *values: reduce(combine, map(_number, values))


def _divide(a: int, b: int) -> int:
    """Towards zero, as the specification has it."""
    quotient = abs(a) // abs(b)
    return quotient if (a >= 0) == (b >= 0) else -quotient


def _product(a: int, b: int) -> int:
    if a.bit_length() + b.bit_length() > LONGEST_NUMBER:
        raise NetworkError("A product is not a number of reasonable size")
    return a * b


def _power(a: int, b: int) -> int:
    if b < 0 or a.bit_length() * b > LONGEST_NUMBER:
        raise NetworkError("A power is not a number of reasonable size")
    return int(a**b)


# Name, least and greatest number of arguments (None: any), and what it does.
OPERATORS: dict[str, tuple[int, int | None, Callable[..., Value]]] = {
    "neg": (1, 1, lambda a: -_number(a)),
    "abs": (1, 1, lambda a: abs(_number(a))),
    "sqr": (1, 1, lambda a: _product(_number(a), _number(a))),
    "add": (2, None, _fold(operator.add)),
    "sub": (2, 2, lambda a, b: _number(a) - _number(b)),
    "mul": (2, None, _fold(_product)),
    "div": (2, 2, lambda a, b: _divide(_number(a), _number(b))),
    "mod": (2, 2, lambda a, b: _number(a) - _number(b) * _divide(_number(a), _number(b))),
    "pow": (2, 2, lambda a, b: _power(_number(a), _number(b))),
    "dist": (2, 2, lambda a, b: abs(_number(a) - _number(b))),
    "min": (2, None, _fold(min)),
    "max": (2, None, _fold(max)),
    "lt": (2, None, _chain(operator.lt)),
    "le": (2, None, _chain(operator.le)),
    "ge": (2, None, _chain(operator.ge)),
    "gt": (2, None, _chain(operator.gt)),
    "eq": (2, None, lambda *values: int(len(set(values)) == 1)),
    "ne": (2, None, lambda *values: int(len(set(values)) == len(values))),
    "not": (1, 1, lambda a: int(not _number(a))),
    "and": (1, None, lambda *values: int(all(map(_number, values)))),
    "or": (1, None, lambda *values: int(any(map(_number, values)))),
    "xor": (2, None, lambda *values: sum(bool(_number(value)) for value in values) % 2),
    "iff": (2, None, lambda *values: int(len({bool(_number(value)) for value in values}) == 1)),
    "imp": (2, 2, lambda a, b: int(not _number(a) or bool(_number(b)))),
    "if": (3, 3, lambda a, b, c: b if _number(a) else c),
    "set": (0, None, lambda *values: frozenset(values)),
    "in": (2, 2, lambda a, b: int(a in _set(b))),
    "notin": (2, 2, lambda a, b: int(a not in _set(b))),
}


def parse_expression(text: str) -> Tree:
    """The tree of an expression."""
    tokens = _tokens(text)
    tree, rest = _parse(next(tokens, ""), tokens, 0)
    if rest:
        raise NetworkError(f"The expression goes on after its end: {rest}")
    return tree


def _tokens(text: str) -> Iterator[str]:
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise NetworkError(f"Cannot read the expression at {text[position : position + 20]!r}")
        position = match.end()
        yield match[1] or match[2] or match[3]


def _parse(token: str, tokens: Iterator[str], depth: int) -> tuple[Tree, str]:
    """The tree that starts with this token, and the token after it."""
    if depth > DEEPEST:
        raise NetworkError(f"The expression is nested more than {DEEPEST} deep")
    if token in ("", "(", ")", ","):
        raise NetworkError(f"The expression has {token or 'its end'!r} where an operand should stand")
    if re.fullmatch(r"[+-]?\d+", token):
        return int(token), next(tokens, "")
    following = next(tokens, "")
    if following != "(":
        return Name(token), following
    if token not in OPERATORS:
        raise NetworkError(f"{token} is not an operator that is supported")
    arguments: list[Tree] = []
    while following in ("(", ","):
        first = next(tokens, "")
        if (token, following, first) == ("set", "(", ")"):
            following = first
            break
        argument, following = _parse(first, tokens, depth + 1)
        arguments.append(argument)
    if following != ")":
        raise NetworkError(f"A bracket of {token} is not closed")
    least, greatest, _ = OPERATORS[token]
    if len(arguments) < least or (greatest is not None and len(arguments) > greatest):
        raise NetworkError(f"{token} does not take {len(arguments)} arguments")
    return Call(token, tuple(arguments)), next(tokens, "")


def names_in(tree: Tree) -> Iterator[str]:
    """The names in an expression, from left to right, some more than once."""
    match tree:
        case Name(text):
            yield text
        case Call(_, arguments):
            for argument in arguments:
                yield from names_in(argument)
        case _:
            pass


def evaluate(tree: Tree, assignment: Mapping[str, Value]) -> Value:
    """The value of an expression. A name that is not assigned is a symbol and stands for itself."""
    match tree:
        case Name(text):
            return assignment.get(text, text)
        case Call(name, arguments):
            return OPERATORS[name][2](*(evaluate(argument, assignment) for argument in arguments))
        case _:
            return tree


def holds(tree: Tree, assignment: Mapping[str, Value]) -> bool:
    """Is the expression true? A division by zero is not: the expression then has no value."""
    try:
        return bool(evaluate(tree, assignment))
    except ZeroDivisionError:
        return False
