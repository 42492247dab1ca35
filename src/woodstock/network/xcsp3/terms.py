"""What the readers of constraints that compute share: lists of expressions, conditions, and small ones as tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import prod

from woodstock.network.constraints import Table
from woodstock.network.errors import NetworkError
from woodstock.network.expressions import Call, Name, Tree, call, holds, names_in, renamed
from woodstock.network.globals import Intension
from woodstock.network.xcsp3.declarations import INTEGER, REPEATED, Declarations, integers
from woodstock.network.xcsp3.expressions import parse_expression, resolved
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import LARGEST_EXPANSION, Parts, tabulated

SMALL_EXPANSION = 5_000
"""Rows to try for an expression of at most three variables to become a table, and for others:"""
TINY_EXPANSION = 64
COMPARISONS = ("lt", "le", "ge", "gt", "eq", "ne")


# ---- lists ----------------------------------------------------------------------------------------------------------
def tokens_of(text: str) -> Iterator[str]:
    """What blanks separate, outside of brackets."""
    depth, token = 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if not letter.isspace():
            token += letter
        elif depth == 0 and token:
            yield token
            token = ""
    if token:
        yield token


def trees_of(element: Element, declared: Declarations) -> list[Tree]:
    """The expressions, variables and integers in a list such as `x[] 3 add(y,1)`; `0x5` is five zeros."""
    found: list[Tree] = []
    for token in tokens_of(element.text):
        if INTEGER.fullmatch(token) or REPEATED.fullmatch(token):
            found += integers(token, element)
        elif "(" in token:
            found.append(tree_of(token, element, declared))
        else:
            found += map(Name, declared.expand(token, element))
    return found


def tree_of(text: str, element: Element, declared: Declarations) -> Tree:
    """An expression over variables that are declared."""
    try:
        return resolved(parse_expression(text), declared.variables.__contains__, declared.symbols.__contains__)
    except NetworkError as error:
        raise element.error(error.message) from None


def list_of(element: Element, declared: Declarations, tag: str = "list") -> list[Tree]:
    """The expressions in the <list>, or in the text where there is none."""
    source = element.find(tag) or (element if tag == "list" else element.need(tag))
    found = trees_of(source, declared)
    if not found:
        raise element.error(f"<{element.tag}> needs a list of variables")
    return found


def constants_of(element: Element, declared: Declarations) -> list[int]:
    """The integers in a list that has nothing else."""
    found = [tree for tree in trees_of(element, declared) if isinstance(tree, int)]
    if len(found) != len(trees_of(element, declared)):
        raise element.error(f"<{element.tag}> needs integers")
    return found


def matrix_of(element: Element, declared: Declarations) -> list[list[Tree]]:
    """The rows of a matrix: `(x,y)(z,w)`, or an array of two dimensions such as `x[][]` or `x[1..3][]`."""
    text = "".join(element.text.split())
    if text.startswith("("):
        rows = _bracketed(text, element)
        found = [trees_of(Element(element.tag, {}, element.place, row), declared) for row in rows]
    else:
        cells: list[Tree] = [Name(name) for name in declared.expand(text, element)]
        width = declared.width(text, element)
        found = [cells[start : start + width] for start in range(0, len(cells), width)]
    if not found or len({len(row) for row in found}) != 1:
        raise element.error("The rows of the matrix are not equally long")
    return found


def _bracketed(text: str, element: Element) -> Iterator[str]:
    """What stands in the outer brackets; commas there, outside of inner brackets, become blanks."""
    depth, piece = 0, ""
    for letter in text:
        if letter == "(":
            depth += 1
            if depth == 1:
                continue
        if letter == ")":
            depth -= 1
            if depth == 0:
                yield piece
                piece = ""
                continue
        if depth == 0:
            raise element.error("The rows are not a sequence such as (x,y)(z,w)")
        piece += " " if letter == "," and depth == 1 else letter


# ---- conditions -----------------------------------------------------------------------------------------------------
def condition_of(element: Element, declared: Declarations) -> Callable[[Tree], Tree]:
    """What the <condition> in an element says of something on its left."""
    return said_by(element.need("condition"), declared)


def said_by(condition: Element, declared: Declarations) -> Callable[[Tree], Tree]:
    """What a <condition> says of something on its left: a comparison with an expression, or a set."""
    match = re.fullmatch(r"\(([a-z]+),(.+)\)", "".join(condition.text.split()))
    if match and match[1] in ("in", "notin"):
        return _in_set(match[1], match[2], condition)
    if match is None or match[1] not in COMPARISONS:
        raise condition.error(f"The condition {condition.text} is not a comparison such as (le,3)")
    name = match[1]
    right = trees_of(Element("condition", {}, condition.place, match[2]), declared)
    if len(right) != 1:
        raise condition.error(f"The condition {condition.text} does not compare with one thing")
    return lambda left: Call(name, (left, right[0]))


def _in_set(name: str, written: str, condition: Element) -> Callable[[Tree], Tree]:
    if interval := re.fullmatch(r"([+-]?\d{1,18})\.\.([+-]?\d{1,18})", written, re.ASCII):
        low, high = int(interval[1]), int(interval[2])
        if name == "in":
            return lambda left: Call("and", (Call("ge", (left, low)), Call("le", (left, high))))
        return lambda left: Call("or", (Call("lt", (left, low)), Call("gt", (left, high))))
    if listed := re.fullmatch(r"\{(.*)\}", written):
        members = Call("set", tuple(integers(listed[1].replace(",", " "), condition)))
        return lambda left: Call(name, (left, members))
    raise condition.error(f"{written} is not a set such as {{1,2}} or 1..5")


# ---- constraints ----------------------------------------------------------------------------------------------------
def require(tree: Tree, declared: Declarations, parts: Parts) -> None:
    """The expression is true: as a table where that is small, or where there are symbols, which cannot be computed."""
    scope = tuple(dict.fromkeys(names_in(tree)))
    if not scope:
        if not holds(tree, {}):
            parts.constraints.append(Table((next(iter(declared.variables)),), []))
        return
    domains = [declared.variables[name].domain for name in scope]
    rows = prod(map(len, domains))
    symbolic = any(not isinstance(value, int) for domain in domains for value in domain[:1])
    most = LARGEST_EXPANSION if symbolic else SMALL_EXPANSION if len(scope) <= 3 else TINY_EXPANSION
    if rows > most and not symbolic:
        for part in tree.arguments if isinstance(tree, Call) and tree.name == "and" else (tree,):
            parts.constraints.append(Intension(part))
        return
    place = {name: str(number) for number, name in enumerate(scope)}
    key = (renamed(tree, place.__getitem__), tuple(domains))
    if key not in parts.tables:
        table = tabulated(scope, lambda row: holds(tree, dict(zip(scope, row, strict=True))), declared)
        parts.tables[key] = table.tuples
    parts.constraints.append(Table(scope, parts.tables[key]))


def names_only(trees: Sequence[Tree]) -> tuple[str, ...] | None:
    """The names of a list of different variables; None if there is anything else in it."""
    names = tuple(tree.text for tree in trees if isinstance(tree, Name))
    return names if len(names) == len(trees) == len(set(names)) else None


def conjunction(trees: Sequence[Tree]) -> Tree:
    """All of them."""
    return call("and", *trees) if trees else 1


def disjunction(trees: Sequence[Tree]) -> Tree:
    """One of them."""
    return call("or", *trees) if trees else 0
