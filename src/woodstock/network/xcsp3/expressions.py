"""Expressions as XCSP3 writes them, read into trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from woodstock.network.errors import NetworkError
from woodstock.network.expressions import OPERATORS, Call, Name, Symbol, Tree

TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*(?:\[\d+\])*)|([+-]?\d{1,18})|([(),]))", re.ASCII)
DEEPEST = 100


def parse_expression(text: str) -> Tree:
    """The tree of an expression."""
    tokens = _tokens(text)
    tree, rest = _parse(next(tokens, ""), tokens, 0)
    if rest:
        raise NetworkError(f"The expression continues after its end: {rest}")
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
        raise NetworkError(f"The expression has {token or 'its end'!r} where an operand is expected")
    if re.fullmatch(r"[+-]?\d+", token):
        return int(token), next(tokens, "")
    following = next(tokens, "")
    if following != "(":
        return Name(token), following
    if token not in OPERATORS or token == "element":
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


def resolved(tree: Tree, is_variable: Callable[[str], bool], is_value: Callable[[str], bool]) -> Tree:
    """The tree, in which a name that is a value, not a variable, is a symbol."""
    match tree:
        case Name(text) if not is_variable(text):
            if not is_value(text):
                raise NetworkError(f"There is no variable {text}")
            return Symbol(text)
        case Call(name, arguments):
            return Call(name, tuple(resolved(argument, is_variable, is_value) for argument in arguments))
        case _:
            return tree
