"""What is shown on top of a position: values, groups of moves, the last move, legal moves, arrows."""

from __future__ import annotations

from math import hypot

from woodstock.drawing.geometry import Geometry, Point
from woodstock.drawing.layout import Board, Cell, Kind
from woodstock.drawing.palette import GROUPS
from woodstock.drawing.scene import Overlay

_START = 0.3
"""How far along an arrow its number stands."""


def token_middle(board: Board, place: Geometry, cell: Cell) -> Point:
    """Where the piece of a cell is: of dots and boxes the box lies right and below of its first corner."""
    x, y = place.middle(cell)
    return (x + 0.5, y + 0.5) if board.dots else (x, y)


def under_pieces(overlay: Overlay, board: Board, place: Geometry, unit: float) -> list[str]:
    """Heat and groups of moves, under the pieces."""
    found: list[str] = []
    # Colours tell the moves of one position apart, so they span the values that there are; numbers say what these are.
    low, high = (min(overlay.heat.values()), max(overlay.heat.values())) if overlay.heat else (0.0, 1.0)
    for spot, heat in overlay.heat.items():
        if spot.board == board.name:
            opacity = 0.12 + 0.75 * ((heat - low) / (high - low) if high > low else 1.0)
            found.append(_covered(place, spot.cell, unit, f'fill="#d55e00" fill-opacity="{opacity:.2f}"'))
            found.append(_number(token_middle(board, place, spot.cell), unit, round(100 * heat)))
    # Where there are more groups than colours, numbers tell them apart.
    numbered = max(overlay.groups.values(), default=0) >= len(GROUPS)
    for spot, group in overlay.groups.items():
        if spot.board == board.name:
            found.append(_covered(place, spot.cell, unit, f'fill="{GROUPS[group % len(GROUPS)]}" fill-opacity=".55"'))
            found += [_number(token_middle(board, place, spot.cell), unit, group + 1)] if numbered else []
    return found


def _number(middle: Point, unit: float, number: int) -> str:
    x, y = middle
    size = min(13.0, unit / 3)
    return (
        f'<text x="{x * unit:.1f}" y="{y * unit + 4:.1f}" font-size="{size:.1f}" text-anchor="middle">{number}</text>'
    )


def _covered(place: Geometry, cell: Cell, unit: float, look: str) -> str:
    points = " ".join(f"{x * unit:.1f},{y * unit:.1f}" for x, y in place.corners(cell))
    return f'<polygon points="{points}" {look}/>'


def over_pieces(overlay: Overlay, board: Board, place: Geometry, unit: float) -> list[str]:
    """The last move, legal moves and arrows, over the pieces."""
    found: list[str] = []
    ends = [spot.cell for spot in overlay.last if spot.board == board.name]
    if board.dots and len(ends) == 2:
        (ax, ay), (bx, by) = (place.middle(cell) for cell in ends)
        where = f'x1="{ax * unit:.1f}" y1="{ay * unit:.1f}" x2="{bx * unit:.1f}" y2="{by * unit:.1f}"'
        return [f'<line class="last" {where}/>']
    for spot in overlay.last:
        if spot.board == board.name:
            points = " ".join(f"{x * unit:.1f},{y * unit:.1f}" for x, y in place.corners(spot.cell))
            found.append(f'<polygon class="last" points="{points}"/>')
    for spot in overlay.legal:
        if spot.board == board.name:
            x, y = place.middle(spot.cell)
            found.append(f'<circle class="legal" cx="{x * unit:.1f}" cy="{y * unit:.1f}" r="{0.11 * unit:.1f}"/>')
    arrows = [
        (number, one.cell, other.cell)
        for number, (one, other) in enumerate(overlay.arrows, 1)
        if one.board == other.board == board.name
    ]
    found += [_arrow(place, one, other, unit) for _, one, other in arrows if one != other]
    return found + _badges(board, place, arrows, unit)


def _badges(board: Board, place: Geometry, arrows: list[tuple[int, Cell, Cell]], unit: float) -> list[str]:
    """The numbers of the moves of a line: beside the start of each arrow, or where a piece is placed."""
    if len(arrows) == 1 and arrows[0][1] != arrows[0][2]:
        return []
    found: list[str] = []
    taken: dict[Point, int] = {}
    for number, one, other in arrows:
        (ax, ay), (bx, by) = token_middle(board, place, one), token_middle(board, place, other)
        at = (ax + _START * (bx - ax), ay + _START * (by - ay))
        # Moves in one place, such as drops in a column, stand below each other.
        x, y = at[0], at[1] + 0.42 * taken.get(at, 0)
        taken[at] = taken.get(at, 0) + 1
        found.append(
            f'<circle class="head" cx="{x * unit:.1f}" cy="{y * unit:.1f}" r="{0.2 * unit:.1f}"/>'
            f'<text x="{x * unit:.1f}" y="{(y + 0.09) * unit:.1f}" font-size="{0.26 * unit:.1f}" font-weight="600"'
            f' style="fill:#ffffff" text-anchor="middle">{number}</text>'
        )
    return found


def _arrow(place: Geometry, one: Cell, other: Cell, unit: float) -> str:
    (ax, ay), (bx, by) = place.middle(one), place.middle(other)
    length = hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    tip, neck = (bx - 0.1 * dx, by - 0.1 * dy), (bx - 0.42 * dx, by - 0.42 * dy)
    head = [tip, (neck[0] - 0.16 * dy, neck[1] + 0.16 * dx), (neck[0] + 0.16 * dy, neck[1] - 0.16 * dx)]
    points = " ".join(f"{x * unit:.1f},{y * unit:.1f}" for x, y in head)
    return (
        f'<line class="arrow" x1="{ax * unit:.1f}" y1="{ay * unit:.1f}"'
        f' x2="{neck[0] * unit:.1f}" y2="{neck[1] * unit:.1f}"/><polygon class="head" points="{points}"/>'
    )


def targets(overlay: Overlay, board: Board, place: Geometry, unit: float) -> list[str]:
    """A shape for each cell that a page reacts to, on top of everything. It carries numbers, never names."""
    number = overlay.targets.get(board.name)
    if number is None:
        return []
    found: list[str] = []
    for cell in board.cells():
        corners = _whole_point(place, cell) if board.kind is Kind.POINTS else place.corners(cell)
        points = " ".join(f"{x * unit:.1f},{y * unit:.1f}" for x, y in corners)
        found.append(f'<polygon class="target" data-cell="{number}-{cell[0]}-{cell[1]}" points="{points}"/>')
    return found


def _whole_point(place: Geometry, cell: Cell) -> list[Point]:
    """A point of a backgammon board from its edge to the middle; the bar has the whole height."""
    x, y = place.middle(cell)
    half = place.height / 2
    top, bottom = (0.0, place.height) if abs(y - half) < 0.1 else (0.0, half) if y < half else (half, place.height)
    return [(x - 0.5, top), (x + 0.5, top), (x + 0.5, bottom), (x - 0.5, bottom)]
