"""Functional expressions such as `eq(add(x,y[2]),3)`: trees, and what they are worth for an assignment."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from woodstock.network.errors import NetworkError
from woodstock.network.values import Value

LONGEST_NUMBER = 10_000  # bits


@dataclass(frozen=True, slots=True)
class Call:
    """An operator and its arguments."""

    name: str
    arguments: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A variable."""

    text: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbolic value."""

    text: str


Tree: TypeAlias = Call | Name | Symbol | int


class UndefinedError(Exception):
    """An expression has no value: it divides by zero, or asks for an item beyond the end of a list."""


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
    """Towards zero, as XCSP3 has it."""
    if b == 0:
        raise UndefinedError
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


def _element(index: Value, *items: Value) -> Value:
    place = _number(index)
    if not 0 <= place < len(items):
        raise UndefinedError
    return items[place]


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
    # Not one of XCSP3's, which has a constraint for it: the index counts from 0 in the list of what follows.
    "element": (2, None, _element),
}
BOOLEAN = frozenset("lt le ge gt eq ne not and or xor iff imp in notin".split())


def parts_of(tree: Tree) -> Iterator[Tree]:
    """The expression and everything in it."""
    yield tree
    if isinstance(tree, Call):
        for argument in tree.arguments:
            yield from parts_of(argument)


def names_in(tree: Tree) -> Iterator[str]:
    """The variables in an expression, from left to right, some more than once."""
    match tree:
        case Name(text):
            yield text
        case Call(_, arguments):
            for argument in arguments:
                yield from names_in(argument)
        case _:
            pass


def renamed(tree: Tree, name: Callable[[str], str]) -> Tree:
    """The same expression over other variables."""
    match tree:
        case Name(text):
            return Name(name(text))
        case Call(operation, arguments):
            return Call(operation, tuple(renamed(argument, name) for argument in arguments))
        case _:
            return tree


def evaluate(tree: Tree, assignment: Mapping[str, Value]) -> Value:
    """The value of an expression, or an `UndefinedError`."""
    match tree:
        case Name(text):
            return assignment[text]
        case Symbol(text):
            return text
        case Call(name, arguments):
            return OPERATORS[name][2](*(evaluate(argument, assignment) for argument in arguments))
        case _:
            return tree


def holds(tree: Tree, assignment: Mapping[str, Value]) -> bool:
    """Is the expression true? One that has no value is not."""
    try:
        return bool(evaluate(tree, assignment))
    except UndefinedError:
        return False


# ---- short ways to write trees --------------------------------------------------------------------------------------
def call(name: str, *arguments: Tree) -> Tree:
    """An operator applied; a sum or a product, an `and` or an `or` of one thing is that thing."""
    if len(arguments) == 1 and name in ("add", "mul", "and", "or", "max", "min"):
        return arguments[0]
    return Call(name, arguments)


def total(trees: Sequence[Tree], factors: Sequence[Tree] | None = None) -> Tree:
    """The sum of some expressions, each times its factor."""
    if factors is None:
        return call("add", *trees) if trees else 0
    terms = (tree if factor == 1 else Call("mul", (factor, tree)) for factor, tree in zip(factors, trees, strict=True))
    return call("add", *terms) if trees else 0


def text_of(tree: Tree) -> str:
    """The expression as XCSP3 writes it."""
    match tree:
        case Call(name, arguments):
            return f"{name}({','.join(map(text_of, arguments))})"
        case Name(text) | Symbol(text):
            return text
        case _:
            return str(tree)
