"""Cells without coordinates: names such as c4 have them inside, others are laid out by what they are joined to."""

from __future__ import annotations

import re
from dataclasses import replace
from math import hypot

from woodstock.drawing import stress
from woodstock.drawing.domains import is_numeral
from woodstock.drawing.layout import Board, Kind
from woodstock.drawing.readings import Reader

_NAMED = re.compile(r"([a-zA-Z])_?(\d+)|([a-zA-Z])([a-zA-Z])")
_FEWEST = 6
_MOST = 150


def as_graph(reader: Reader, board: Board) -> Board:
    """A track whose cells are places in the plane, drawn there; any other board as it is."""
    if board.kind is not Kind.TRACK or not _FEWEST <= len(board.columns) <= _MOST:
        return board
    if any(map(is_numeral, board.columns)):
        return board
    lines = _lines(reader, board.columns)
    places = _by_name(board.columns)
    if places is None and len(lines) >= len(board.columns):
        places = _laid_out(board.columns, lines)
    if places is None:
        return board
    return replace(board, kind=Kind.GRAPH, places=places, lines=lines)


def _by_name(names: tuple[str, ...]) -> dict[str, tuple[float, float]] | None:
    """Coordinates from names of a letter and a number."""
    parts: dict[str, tuple[str, int]] = {}
    for name in names:
        match = _NAMED.fullmatch(name)
        if match is None or match[1] is None:
            return None
        parts[name] = match[1].lower(), int(match[2])
    letters = sorted({letter for letter, _ in parts.values()})
    numbers = sorted({number for _, number in parts.values()})
    if len(letters) < 3 or len(numbers) < 3:
        return None
    widths = {letter: [number for own, number in parts.values() if own == letter] for letter in letters}
    if all(min(own) == numbers[0] for own in widths.values()) and len({len(own) for own in widths.values()}) > 1:
        # Rows of different lengths, each numbered from its own start: a star or a triangle, with rows in the middle.
        widest = max(map(len, widths.values()))
        return {
            name: (number - numbers[0] + (widest - len(widths[letter])) / 2, letters.index(letter) * 0.87)
            for name, (letter, number) in parts.items()
        }
    return {
        name: (float(letters.index(letter)), float(len(numbers) - 1 - numbers.index(number)))
        for name, (letter, number) in parts.items()
    }


def _lines(reader: Reader, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Which names a relation joins: the one that joins the most of them, if each has few neighbours."""
    wanted = set(names)
    found: set[tuple[str, str]] = set()
    for name, pairs in reader.successors.items():
        own = {tuple(sorted((one, other))) for one, other in pairs if one != other and {one, other} <= wanted}
        if own and not name.startswith(("greater", "less", "distinct", "diff")) and len(own) <= 4 * len(names):
            found |= {(one, other) for one, other in own}
    return tuple(sorted(found)) if len(found) <= 4 * len(names) else ()


def _laid_out(names: tuple[str, ...], lines: tuple[tuple[str, str], ...]) -> dict[str, tuple[float, float]]:
    """Places that keep joined cells about one step apart. The same graph is always laid out in the same way."""
    laid_out = stress.laid_out(len(names), [(names.index(one), names.index(other)) for one, other in lines])
    points = [(float(x), float(y)) for x, y in laid_out]
    lengths = [_distance(points[names.index(a)], points[names.index(b)]) for a, b in lines]
    scale = 1.2 / (sorted(lengths)[len(lengths) // 4] or 1.0)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return {
        name: (round((x - left) * scale, 2), round((y - top) * scale, 2))
        for name, (x, y) in zip(names, points, strict=True)
    }


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
