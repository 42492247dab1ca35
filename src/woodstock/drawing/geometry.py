"""Where the cells of a board are, in units of one cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from woodstock.drawing.layout import Board, Cell, Kind

Point = tuple[float, float]
_ROW = sqrt(3) / 2
"""The distance between rows of hexagons whose middles are one unit apart."""
_BREAK = 0.6
"""The gap between two parts of a board."""
_POINTS = 12
"""Points in one row of a backgammon board."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """The middle of each cell, and the size of the whole board."""

    board: Board
    middles: dict[Cell, Point]
    width: float
    height: float
    stretch: float = 1.0
    """How wide a cell is: more than one where the names of columns are long."""

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return self.middles[cell]

    def corners(self, cell: Cell) -> list[Point]:
        """The corners of a cell, one after another."""
        x, y = self.middle(cell)
        if self.board.kind is Kind.HEX:
            return [(x + sin(turn * pi / 3) / sqrt(3), y - cos(turn * pi / 3) / sqrt(3)) for turn in range(6)]
        half = self.stretch / 2
        return [(x - half, y - 0.5), (x + half, y - 0.5), (x + half, y + 0.5), (x - half, y + 0.5)]


def geometry(board: Board) -> Geometry:
    """The geometry of a board."""
    cells = [(x, y) for y in range(len(board.rows)) for x in range(len(board.columns))]
    raw = {cell: _raw(board, cell) for cell in cells} | (_bricks(board) if board.centred else {})
    there = [raw[cell] for cell in board.cells()] or [(0.0, 0.0)]
    if board.dots or board.kind is Kind.SQUARE:
        there = list(raw.values())
    left, top = min(x for x, _ in there), min(y for _, y in there)
    right, bottom = max(x for x, _ in there), max(y for _, y in there)
    half = 1 / sqrt(3) if board.kind is Kind.HEX else 0.5
    stretch = _stretch(board)
    middles = {cell: ((x - left + 0.5) * stretch, y - top + half) for cell, (x, y) in raw.items()}
    return Geometry(board, middles, (right - left + 1) * stretch, bottom - top + 2 * half, stretch)


def _stretch(board: Board) -> float:
    """Tracks and tables have columns as wide as their names."""
    if board.kind is not Kind.TRACK and not (board.kind is Kind.SQUARE and len(board.columns) <= 4):
        return 1.0
    longest = max(len(board.column_label(x)) for x in range(len(board.columns)))
    return min(max(1.0, longest * 0.235), 3.0)


def _raw(board: Board, cell: Cell) -> Point:
    x, y = cell
    if board.kind is Kind.HEX:
        return (x / 2 if board.slant == 0 else x + board.slant * y / 2), y * _ROW
    if board.kind is Kind.GRAPH:
        return board.places.get(board.columns[x], (float(x), 0.0))
    if board.kind is Kind.POINTS:
        return _point(board.columns, x)
    return x + _BREAK * sum(start <= x for start in board.breaks()), float(y)


def _bricks(board: Board) -> dict[Cell, Point]:
    """Where cells are in rows that lie in the middle."""
    rows: dict[int, list[Cell]] = {}
    for cell in board.cells():
        rows.setdefault(cell[1], []).append(cell)
    widest = max(map(len, rows.values()), default=0)
    return {cell: (at + (widest - len(own)) / 2, y * _ROW) for y, own in rows.items() for at, cell in enumerate(own)}


def _point(columns: Sequence[str], at: int) -> Point:
    """Backgammon: the first twelve points below from right to left, the others above from left to right, and whatever
    is no number, the bar, in the middle."""
    name = columns[at]
    if not name.isdigit():
        return 6.0, 2.0
    number = int(name) - 1
    low = number < _POINTS
    place = _POINTS - 1 - number if low else number - _POINTS
    return place + (place >= _POINTS // 2), 4.0 if low else 0.0
