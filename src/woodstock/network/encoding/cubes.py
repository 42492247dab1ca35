"""Disjunctions of cubes: a cube gives some variables a set of values each, and leaves the others free.

Cubes become rows of short tables. A row has one value in each column, so a cube weighs as many rows as there are ways
to pick a value from each of its sets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from woodstock.network.values import STAR, Row, Value

Cube: TypeAlias = tuple[tuple[int, int], ...]
"""Variable numbers, ascending, each with the set of its values as bits. No set is empty, none is the whole domain."""

Cover: TypeAlias = list[Cube]
"""The disjunction of its cubes."""

ALWAYS: Cover = [()]
NEVER: Cover = []

EFFORT = 1_000_000
_MOST_SIMPLIFIED = 64
"""Covers with more cubes than this are left as they are: to look for cubes to join or leave out takes long."""


class Domains:
    """Variables by number, with their values by bit."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.values: list[tuple[Value, ...]] = []
        self._numbers: dict[str, int] = {}
        self.effort = EFFORT
        """How many cubes may still be looked at. Covers are given up when it is used up: the same ones each time."""

    def number(self, name: str, values: Sequence[Value]) -> int:
        """The number of a variable, which gets one when it is new."""
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
            self.values.append(tuple(values))
        return self._numbers[name]

    def full(self, number: int) -> int:
        """All values."""
        return (1 << len(self.values[number])) - 1

    def rows(self, cube: Cube, columns: Sequence[int]) -> Iterable[Row]:
        """The rows of a cube over these variables, with stars where it says nothing."""
        sets = dict(cube)
        choices: list[list[Value]] = []
        for column in columns:
            mask = sets.get(column)
            choices.append(
                [STAR] if mask is None else [value for bit, value in enumerate(self.values[column]) if mask >> bit & 1]
            )
        return product(*choices)


def weight(cover: Cover) -> int:
    """How many rows the cover makes."""
    return sum(prod(mask.bit_count() for _, mask in cube) for cube in cover)


def meet(one: Cube, other: Cube) -> Cube | None:
    """Both cubes together; None if that is empty."""
    sets = dict(one)
    for number, mask in other:
        both = sets.get(number, mask) & mask
        if not both:
            return None
        sets[number] = both
    return tuple(sorted(sets.items()))


def union(covers: Iterable[Cover], domains: Domains) -> Cover:
    """The disjunction of covers, simplified."""
    return simplified((cube for cover in covers for cube in cover), domains)


def intersection(covers: Sequence[Cover], domains: Domains, limit: int) -> Cover | None:
    """The conjunction of covers; None where a step on the way would make more cubes than the limit."""
    result = ALWAYS
    for cover in sorted(covers, key=len):
        domains.effort -= len(result) * len(cover)
        if len(result) * len(cover) > 4 * limit or domains.effort < 0:
            return None
        result = simplified(
            (both for one in result for other in cover if (both := meet(one, other)) is not None), domains
        )
        if len(result) > limit:
            return None
    return result


def complement(cover: Cover, domains: Domains, limit: int) -> Cover | None:
    """The negation, by cases: disjoint cubes, or None where there would be more than the limit.

    The variable that most cubes speak of is split first. Its values that leave the same cubes are one case.
    """
    found: Cover = []
    stack: list[tuple[Cube, Cover]] = [((), cover)]
    while stack:
        path, rest = stack.pop()
        if not rest:
            found.append(tuple(sorted(path)))
            if len(found) + len(stack) > limit:
                return None
            continue
        if () in rest:
            continue
        domains.effort -= len(rest)
        if domains.effort < 0:
            return None
        spoken = Counter(number for cube in rest for number, _ in cube)
        variable = min(spoken, key=lambda number: (-spoken[number], number))
        masks = [dict(cube).get(variable, -1) for cube in rest]
        cases: defaultdict[int, int] = defaultdict(int)
        for bit in range(len(domains.values[variable])):
            left = sum(1 << place for place, mask in enumerate(masks) if mask >> bit & 1)
            cases[left] |= 1 << bit
        for left, values in cases.items():
            below = [
                tuple(entry for entry in cube if entry[0] != variable)
                for place, cube in enumerate(rest)
                if left >> place & 1
            ]
            step = path if values == domains.full(variable) else (*path, (variable, values))
            stack.append((step, list(dict.fromkeys(below))))
        if len(stack) > 4 * limit:
            return None
    return found


def simplified(cubes: Iterable[Cube], domains: Domains) -> Cover:
    """The same disjunction with cubes joined that differ in one set, and without cubes within others."""
    cover = list(dict.fromkeys(cubes))
    if () in cover:
        return ALWAYS
    if len(cover) == 1 or len(cover) > _MOST_SIMPLIFIED or domains.effort < 0:
        return cover
    variables = sorted({number for cube in cover for number, _ in cube})
    domains.effort -= len(cover) * (len(variables) + len(cover) // 8)
    for variable in variables:
        cover = _join(cover, variable, domains)
        if () in cover:
            return ALWAYS
    return _absorb(cover)


def _join(cover: Cover, variable: int, domains: Domains) -> Cover:
    groups: dict[Cube, int] = {}
    rest: Cover = []
    for cube in cover:
        mask = next((mask for number, mask in cube if number == variable), None)
        if mask is None:
            rest.append(cube)
        else:
            others = tuple(entry for entry in cube if entry[0] != variable)
            groups[others] = groups.get(others, 0) | mask
    full = domains.full(variable)
    joined = [others if mask == full else tuple(sorted((*others, (variable, mask)))) for others, mask in groups.items()]
    return list(dict.fromkeys([*rest, *joined]))


def _absorb(cover: Cover) -> Cover:
    kept: list[tuple[Cube, dict[int, int]]] = []
    for cube in sorted(cover, key=lambda cube: (len(cube), -sum(mask.bit_count() for _, mask in cube), cube)):
        sets = dict(cube)
        if not any(all(sets.get(number, -1) & ~mask == 0 for number, mask in other) for other, _ in kept):
            kept.append((cube, sets))
    return [cube for cube, _ in kept]
