"""The points of a backgammon board, and the checkers on them."""

from __future__ import annotations

from woodstock.drawing.geometry import Geometry, Point
from woodstock.drawing.layout import Board, Cell, Layout
from woodstock.drawing.palette import FILLS
from woodstock.drawing.scene import Token

_MOST = 15
_RADIUS = 0.25


def triangle(board: Board, place: Geometry, unit: float, cell: Cell) -> str:
    """A point of a backgammon board, or its bar."""
    x, y = place.middle(cell)
    name = board.columns[cell[0]]
    if not name.isdigit():
        size = f'width="{unit:.1f}" height="{place.height * unit:.1f}"'
        return f'<rect class="other" x="{(x - 0.5) * unit:.1f}" y="0" {size}/>'
    tip, base = (2.3, 0.0) if y < 1 else (2.7, 5.0)
    kind = "other" if int(name) % 2 else "cell"
    corners = ((x - 0.5, base), (x + 0.5, base), (x, tip))
    points = " ".join(f"{px * unit:.1f},{py * unit:.1f}" for px, py in corners)
    return f'<polygon class="{kind}" points="{points}"/>'


def owned_count(name: str) -> tuple[str, int]:
    """The role and the number of checkers that a token says.

    >>> owned_count("white 5")
    ('white', 5)
    """
    *owner, count = name.split()
    return " ".join(owner), int(count) if count.isdigit() else 1


def checkers(layout: Layout, tokens: tuple[Token, ...], middle: Point, unit: float) -> str:
    """So many checkers of a role on a point, from the edge inwards; on the bar the first role's come from above."""
    found: list[str] = []
    x, y = middle
    for token in tokens:
        role, number = owned_count(token.name)
        colour = layout.roles.get(role, "plain")
        colour = colour if colour in FILLS else "plain"
        above = role == next(iter(layout.roles), "") if abs(y - 2.5) < 0.1 else y < 1
        start, down = (0.28, 1) if above else (4.72, -1)
        step = min(2 * _RADIUS, 1.9 / max(number - 1, 1))
        heights = [(start + down * step * at) * unit for at in range(min(number, _MOST))]
        found += [
            f'<circle class="c-{colour}" cx="{x * unit:.1f}" cy="{at:.1f}" r="{_RADIUS * unit:.1f}"/>' for at in heights
        ]
        if number > 1:
            where = f'x="{x * unit:.1f}" y="{heights[-1] + 4:.1f}"'
            found.append(f'<text class="on-{colour}" {where} font-size="12" text-anchor="middle">{number}</text>')
    return f"<g>{''.join(found)}</g>"
