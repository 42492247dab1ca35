"""Constraints of XCSP3 that compare the members of lists: allDifferent, allEqual, ordered, lex."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from woodstock.network.constraints import AllDifferent, Equal
from woodstock.network.expressions import Call, Tree
from woodstock.network.globals import Lex
from woodstock.network.xcsp3.declarations import Declarations
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import Parts, only
from woodstock.network.xcsp3.terms import (
    constants_of,
    disjunction,
    list_of,
    matrix_of,
    names_only,
    require,
    trees_of,
)

FLIPPED = {"ge": "le", "gt": "lt"}


def read_all_different(element: Element, declared: Declarations, parts: Parts) -> None:
    """Variables, expressions, the rows and columns of a matrix, or whole lists."""
    only(element, "list", "matrix", "except")
    excepted = element.find("except")
    if matrix := element.find("matrix"):
        rows = matrix_of(matrix, declared)
        lists = [*rows, *map(list, zip(*rows, strict=True))]
    else:
        lists = [trees_of(child, declared) for child in element.children if child.tag == "list"]
        if len(lists) > 1:
            _lists_differ(lists, element, declared, parts)
            return
        lists = [list_of(element, declared)]
    values = constants_of(excepted, declared) if excepted else []
    for own in lists:
        _differ(own, values, declared, parts)


def _differ(own: list[Tree], excepted: list[int], declared: Declarations, parts: Parts) -> None:
    if not excepted and (names := names_only(own)) is not None:
        parts.constraints.append(AllDifferent(names))
    elif len(own) > 1:
        if excepted:  # an excepted value is replaced by one that nobody else has
            bound = max(
                (abs(v) for n in declared.variables.values() for v in n.domain if isinstance(v, int)), default=0
            )
            fresh = range(10 * bound + 1, 10 * bound + 1 + len(own))
            banned = Call("set", tuple(excepted))
            own = [Call("if", (Call("in", (tree, banned)), new, tree)) for tree, new in zip(own, fresh, strict=True)]
        require(Call("ne", tuple(own)), declared, parts)


def _lists_differ(lists: list[list[Tree]], element: Element, declared: Declarations, parts: Parts) -> None:
    if len({len(own) for own in lists}) != 1:
        raise element.error("The lists are not equally long")
    for one, other in combinations(lists, 2):
        pairs = zip(one, other, strict=True)
        require(disjunction([Call("ne", pair) for pair in pairs]), declared, parts)


def read_all_equal(element: Element, declared: Declarations, parts: Parts) -> None:
    """All variables, or expressions, have the same value."""
    only(element, "list")
    own = list_of(element, declared)
    if (names := names_only(own)) is not None:
        parts.constraints.append(Equal(names))
    elif len(own) > 1:
        require(Call("eq", tuple(own)), declared, parts)


def _operator(element: Element, default: str) -> str:
    found = element.find("operator")
    operator = found.text if found else element.attributes.get("case", default)
    if operator not in ("lt", "le", "ge", "gt"):
        raise element.error(f"{operator!r} is not an order: lt, le, ge or gt")
    return operator


def read_ordered(element: Element, declared: Declarations, parts: Parts) -> None:
    """Each member of the list is before the next; with lengths, by at least so much."""
    only(element, "list", "operator", "lengths")
    own, operator = list_of(element, declared), _operator(element, "le")
    lengths = element.find("lengths")
    gaps: Sequence[Tree] = trees_of(lengths, declared) if lengths else [0] * len(own)
    if len(gaps) < len(own) - 1:
        raise element.error(f"There are {len(gaps)} lengths for {len(own)} variables")
    for (one, other), gap in zip(pairwise(own), gaps, strict=False):
        require(Call(operator, (one if gap == 0 else Call("add", (one, gap)), other)), declared, parts)


def read_lex(element: Element, declared: Declarations, parts: Parts) -> None:
    """Each list, or each row and each column of a matrix, is before the next in lexicographic order."""
    only(element, "list", "matrix", "operator")
    operator = _operator(element, "le")
    if matrix := element.find("matrix"):
        rows = matrix_of(matrix, declared)
        chains = [rows, [list(column) for column in zip(*rows, strict=True)]]
    else:
        chains = [[trees_of(child, declared) for child in element.children if child.tag == "list"]]
    for chain in chains:
        for one, other in pairwise(chain):
            first, second = (other, one) if operator in FLIPPED else (one, other)
            strict = FLIPPED.get(operator, operator) == "lt"
            parts.constraints.append(Lex(tuple(first), tuple(second), strict))
