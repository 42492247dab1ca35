"""Boards whose rows lie half a cell apart, like bricks: each row has one cell more or less than the next.

The rules may count the cells of each row from its own start, or give those of every second row names of their own.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from woodstock.drawing.readings import Reader, Reading

_FEWEST = 3
"""Rows of such a board, and cells of a row that has names of its own."""
_MOST_PAIRS = 5_000
_SIX = {(1.0, 0), (-1.0, 0), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1)}
"""The steps to the neighbours of a cell, in cells and rows."""


def row_of_bricks(reader: Reader, reading: Reading) -> int | None:
    """The place that names the row of such a board; None on any other board."""
    for column, row in (reading.keys[:2], reading.keys[1::-1]):
        lines = _lines(reader, reading.form, column, row)
        if len(lines) < _FEWEST or any(abs(len(one) - len(other)) != 1 for one, other in pairwise(lines)):
            continue
        apart = all(set(one).isdisjoint(other) for one, other in pairwise(lines))
        if apart and min(map(len, lines)) >= _FEWEST:
            return row
        longest = max(lines, key=len)
        if all(line == longest[: len(line)] for line in lines) and _six(reader, reading, row, lines):
            return row
    return None


def _lines(reader: Reader, form: str, column: int, row: int) -> list[list[str]]:
    """The names of the cells of each row, in their order; nothing where the rows have none."""
    rows = reader.order(form, row)
    at = {name: number for number, name in enumerate(reader.order(form, column).names)}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for leaves in reader.evidence.fluents[form]:
        found[leaves[row]].add(leaves[column])
    return [sorted(found[name], key=at.__getitem__) for name in rows.names] if rows.ordered else []


def _six(reader: Reader, reading: Reading, row: int, lines: list[list[str]]) -> bool:
    """Does a relation that never changes join the cells that are neighbours when rows lie in the middle?"""
    widest = max(map(len, lines))
    names = reader.order(reading.form, row).names
    places = {
        (name, own): (at + (widest - len(line)) / 2, number)
        for number, (own, line) in enumerate(zip(names, lines, strict=True))
        for at, name in enumerate(line)
    }
    straight = row == max(reading.keys[:2])
    for pairs in reader.evidence.tables.values():
        if not pairs or len(pairs[0]) != 4 or len(pairs) > _MOST_PAIRS:
            continue
        steps: set[tuple[float, int]] = set()
        for one, two, three, four in pairs:
            start = places.get((str(one), str(two)) if straight else (str(two), str(one)))
            end = places.get((str(three), str(four)) if straight else (str(four), str(three)))
            if start is not None and end is not None:
                steps.add((end[0] - start[0], end[1] - start[1]))
        if steps == _SIX:
            return True
    return False
