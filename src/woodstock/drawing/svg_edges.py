"""The edges of a board: those that belong to a role, and those of a torus, which meet the opposite ones."""

from __future__ import annotations

from woodstock.drawing.geometry import Geometry, Point
from woodstock.drawing.layout import Board, Kind, Layout
from woodstock.drawing.palette import FILLS

_CHEVRON = 0.16
"""How far the arrowhead of a wrapping edge reaches, in cells."""


def coloured_edges(layout: Layout, board: Board, place: Geometry, unit: float) -> list[str]:
    """The edges of the roles that must connect them."""
    found: list[str] = []
    last_column, last_row = len(board.columns) - 1, len(board.rows) - 1
    runs = {
        "top": ([(x, 0) for x in range(last_column + 1)], (5, 0, 1)),
        "bottom": ([(x, last_row) for x in range(last_column + 1)], (4, 3, 2)),
        "left": ([(0, y) for y in range(last_row + 1)], (5, 4, 3) if board.slant > 0 else (0, 5, 4)),
        "right": ([(last_column, y) for y in range(last_row + 1)], (0, 1, 2) if board.slant > 0 else (1, 2, 3)),
    }
    squares = {"top": (0, 1), "bottom": (3, 2), "left": (0, 3), "right": (1, 2)}
    for side, role in board.sides.items():
        if side not in runs:
            continue
        cells, turns = runs[side]
        colour = layout.roles.get(role, role)
        points: list[str] = []
        for cell in cells:
            corners = place.corners(cell)
            own = turns if board.kind is Kind.HEX else squares[side]
            points += [f"{corners[at][0] * unit:.1f},{corners[at][1] * unit:.1f}" for at in own]
        fill = FILLS.get(colour, FILLS["plain"])
        found.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{fill}" stroke-width="6"/>')
    return found


def wrapping_edges(board: Board, place: Geometry, unit: float) -> list[str]:
    """Dashed edges with arrowheads, as in a book on topology: edges that meet have the same ones."""
    if board.kind is not Kind.SQUARE:
        return []
    found: list[str] = []
    width, height = place.width, place.height
    if "rows" in board.wraps:
        for y in (0.0, height):
            found.append(_dashed((0.0, y), (width, y), unit))
            found.append(_chevron((width / 2, y), (1.0, 0.0), unit))
    if "columns" in board.wraps:
        for x in (0.0, width):
            found.append(_dashed((x, 0.0), (x, height), unit))
            found += [_chevron((x, height / 2 + shift), (0.0, -1.0), unit) for shift in (-_CHEVRON, _CHEVRON)]
    return found


def _dashed(one: Point, other: Point, unit: float) -> str:
    ends = f'x1="{one[0] * unit:.1f}" y1="{one[1] * unit:.1f}" x2="{other[0] * unit:.1f}" y2="{other[1] * unit:.1f}"'
    return f'<line class="wraps" {ends}/>'


def _chevron(tip: Point, way: Point, unit: float) -> str:
    """An arrowhead around a point, that points in a direction."""
    (x, y), (dx, dy), size = tip, way, _CHEVRON
    ends = [
        (x - size * (dx - dy), y - size * (dy - dx)),
        (x + size * dx, y + size * dy),
        (x - size * (dx + dy), y - size * (dy + dx)),
    ]
    points = " ".join(f"{px * unit:.1f},{py * unit:.1f}" for px, py in ends)
    return f'<polyline class="wrap" points="{points}"/>'
