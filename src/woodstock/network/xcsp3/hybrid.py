"""Tables of XCSP3 whose entries say more than a value: sets, comparisons, and columns compared with each other.

They are called hybrid, smart or compressed tables. An entry such as `{1,3}`, `2..5`, `≠4` or `≤4` restricts its own
column; one such as `c0` or `≥c1+2` speaks of other columns, counted from 0.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from woodstock.network.constraints import Table
from woodstock.network.expressions import Call, Name, Tree, holds, names_in
from woodstock.network.values import STAR, Row, Value
from woodstock.network.xcsp3.declarations import INTEGER, INTERVAL, Declarations, integers
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import LARGEST_EXPANSION, Parts
from woodstock.network.xcsp3.terms import conjunction, disjunction, require

SIGNS = {"=": "eq", "≠": "ne", "≤": "le", "≥": "ge", "<": "lt", "﹤": "lt", ">": "gt", "﹥": "gt", "∁": "notin"}
COLUMN = re.compile(r"c(\d{1,6})(?:([+-])(c?)(\d{1,18}))?", re.ASCII)


def is_hybrid(element: Element, listed: Element) -> bool:
    """Does the table say so, or have tuples with such entries?"""
    named = element.attributes.get("type", "").startswith("hybrid")
    return named or ("(" in listed.text and re.search(rf"\.\.|[{{{''.join(SIGNS)}]", listed.text) is not None)


def read_hybrid(listed: Element, scope: tuple[str, ...], allowed: bool, declared: Declarations, parts: Parts) -> None:
    """A table of short tuples, arc consistent, where these are few enough; else the conditions of one tuple hold."""

    @functools.cache  # the entries of a table are few, and come again and again
    def condition(name: str, entry: str) -> Tree | None:
        return _condition(name, entry, scope, listed)

    @functools.cache
    def choice(name: str, entry: str) -> tuple[Value, ...]:
        domain, own = declared.variables[name].domain, condition(name, entry)
        alone = own is not None and set(names_in(own)) == {name}
        return tuple(value for value in domain if holds(own, {name: value})) if own and alone else domain

    tuples: list[list[Tree]] = []
    choices: list[list[tuple[Value, ...]]] = []
    for entries in _tuples(listed, len(scope)):
        pairs = list(zip(scope, entries, strict=True))
        tuples.append([said for pair in pairs if (said := condition(*pair)) is not None])
        named = {name for said in tuples[-1] for name in names_in(said)}
        choices.append([choice(*pair) if pair[0] in named else (STAR,) for pair in pairs])
    if sum(prod(map(len, own)) for own in choices) <= LARGEST_EXPANSION:
        rows = (row for one in zip(tuples, choices, strict=True) for row in _rows(scope, *one))
        parts.constraints.append(Table(scope, rows, allowed))
        return
    chosen = disjunction([conjunction(conditions) for conditions in tuples])
    require(chosen if allowed else Call("not", (chosen,)), declared, parts)


def _tuples(listed: Element, width: int) -> Iterator[list[str]]:
    text = "".join(listed.text.split())
    if not re.fullmatch(r"(\([^()]*\))*", text):
        raise listed.error("The tuples are not a sequence such as (1,≠2)(3,*)")
    for written in re.findall(r"\(([^()]*)\)", text):
        entries = re.findall(r"(?:[^,{}]|\{[^{}]*\})+", written)
        if len(entries) != width:
            raise listed.error(f"The tuple ({written}) has {len(entries)} entries for {width} variables")
        yield entries


def _condition(name: str, entry: str, scope: tuple[str, ...], listed: Element) -> Tree | None:
    """What an entry says of the variable of its column; a star says nothing."""
    if entry == "*":
        return None
    sign = SIGNS.get(entry[0])
    right = entry[1:] if sign else entry
    if sign in (None, "notin") and (INTERVAL.fullmatch(right) or re.fullmatch(r"\{.*\}", right)):
        members = integers(right.strip("{}").replace(",", " "), listed)
        return Call(sign or "in", (Name(name), Call("set", tuple(members))))
    if sign != "notin" and INTEGER.fullmatch(right):
        return Call(sign or "eq", (Name(name), int(right)))
    if sign != "notin" and (match := COLUMN.fullmatch(right)):
        return Call(sign or "eq", (Name(name), _column(match, scope, listed)))
    raise listed.error(f"{entry!r} is not an entry of a table of integers such as 3, {{1,2}}, 2..5, ≠4 or ≥c0+1")


def _column(match: re.Match[str], scope: tuple[str, ...], listed: Element) -> Tree:
    """A column of the tuple, or the sum or difference of it and another one or an integer."""

    def column(number: str) -> Tree:
        if int(number) >= len(scope):
            raise listed.error(f"There is no column c{number}; the last is c{len(scope) - 1}")
        return Name(scope[int(number)])

    first, sign, second_is_column, second = match.groups()
    if sign is None:
        return column(first)
    other = column(second) if second_is_column else int(second)
    return Call("add" if sign == "+" else "sub", (column(first), other))


def _rows(scope: tuple[str, ...], conditions: Sequence[Tree], choices: Sequence[tuple[Value, ...]]) -> Iterator[Row]:
    between = [condition for condition in conditions if len(set(names_in(condition))) > 1]
    for row in product(*choices):
        values = dict(zip(scope, row, strict=True))
        if all(holds(condition, values) for condition in between):
            yield row
