"""A board as SVG: its cells, what is on them, and what is shown on top."""

from __future__ import annotations

from html import escape
from math import ceil, hypot, sqrt

from woodstock.drawing.geometry import Geometry, Point, geometry
from woodstock.drawing.layout import Board, Cell, Kind, Layout, Style
from woodstock.drawing.scene import Drawn, Overlay, Token
from woodstock.drawing.svg_edges import coloured_edges, wrapping_edges
from woodstock.drawing.svg_overlays import over_pieces, targets, token_middle, under_pieces
from woodstock.drawing.svg_points import checkers, triangle
from woodstock.drawing.svg_tokens import token
from woodstock.printable import one_line

_LABEL = 22.0


def board_picture(layout: Layout, drawn: Drawn, overlay: Overlay, unit: float) -> tuple[str, float, float]:
    """The picture of a board with cells of so many pixels, and its width and height."""
    board = drawn.board
    place = geometry(board)
    left = _left(board)
    top = 0.0 if board.kind is Kind.GRAPH or _named_inside(board) else _LABEL
    body: list[str] = [_ground(board, place, unit, cell, drawn) for cell in _all_cells(board)]
    if board.kind is Kind.GRAPH:
        body[:0] = _joins(board, place, unit)
    body += coloured_edges(layout, board, place, unit) + wrapping_edges(board, place, unit)
    body += _dots(drawn, place, unit)
    body += under_pieces(overlay, board, place, unit)
    for cell, tokens in drawn.tokens.items():
        if board.gap(cell) == "." or board.kind is not Kind.SQUARE:
            body.append(_tokens(layout, board, tokens, token_middle(board, place, cell), unit))
    body += over_pieces(overlay, board, place, unit) + targets(overlay, board, place, unit)
    inside = "".join(body)
    labels = "".join(_labels(board, place, unit, left))
    picture = f'<g transform="translate({left:g} {top:g})">{inside}</g>{labels}'
    width, height = left + place.width * unit + 4, top + place.height * unit + (_LABEL if _below(board) else 4)
    if meeting := board.meeting():
        picture += f'<text class="faint" x="{left:g}" y="{height + 16:.1f}" font-size="12">{meeting}</text>'
        width, height = max(width, left + 6.5 * len(meeting)), height + _LABEL
    return picture, width, height


def _all_cells(board: Board) -> list[Cell]:
    """All cells of a rectangle that are drawn, also walls and the light squares of a draughts board."""
    if board.kind is not Kind.SQUARE or board.dots:
        return board.cells()
    return [
        (x, y)
        for y in range(len(board.rows))
        for x in range(len(board.columns))
        if board.checkered or board.gap((x, y)) != " "
    ]


def _left(board: Board) -> float:
    if board.kind in (Kind.TRACK, Kind.GRAPH, Kind.POINTS):
        return 2.0
    return max(_LABEL, 8.0 * min(max(len(one_line(row)) for row in board.rows), 24) + 8)


def _below(board: Board) -> bool:
    return board.kind is Kind.POINTS


def _ground(board: Board, place: Geometry, unit: float, cell: Cell, drawn: Drawn) -> str:
    """What is behind a cell."""
    if board.kind is Kind.POINTS:
        return triangle(board, place, unit, cell)
    x, y = place.middle(cell)
    if board.kind is Kind.GRAPH:
        radius = 0.42 * unit
        text = ""
        if cell not in drawn.tokens:
            text = (
                f'<text x="{x * unit:.1f}" y="{y * unit + 4:.1f}" font-size="{min(11, unit / 3):.1f}" class="faint"'
                f' text-anchor="middle">{escape(one_line(board.columns[cell[0]])[:8])}</text>'
            )
        return f'<circle class="cell" cx="{x * unit:.1f}" cy="{y * unit:.1f}" r="{radius:.1f}"/>{text}'
    if board.dots:
        return ""
    kind = "wall" if board.gap(cell) == "#" else "cell"
    if board.checkered and kind == "cell":
        # A draughts board has its cells on the dark squares; elsewhere the lower left corner is dark.
        draughts = board.gaps and len({(px + py) % 2 for px, py in board.cells()}) == 1
        dark = board.gap(cell) == "." if draughts else (sum(cell) + len(board.rows)) % 2 == 0
        kind = "other" if dark else "cell"
    points = " ".join(f"{px * unit:.1f},{py * unit:.1f}" for px, py in place.corners(cell))
    name = ""
    if _named_inside(board) and cell not in drawn.tokens:
        name = _label(one_line(board.cell_name(cell))[:5], x * unit, y * unit + 4, min(11.0, unit / 3.2))
    return f'<polygon class="{kind}" points="{points}"/>{name}'


def _named_inside(board: Board) -> bool:
    """Are the names of cells written into them? Columns of an irregular hexagonal board have no edge to stand at."""
    return board.kind is Kind.HEX and (bool(board.gaps) or board.slant == 0)


def _joins(board: Board, place: Geometry, unit: float) -> list[str]:
    found: list[str] = []
    for one, other in board.lines:
        if one in board.columns and other in board.columns:
            (ax, ay), (bx, by) = (place.middle((board.columns.index(name), 0)) for name in (one, other))
            if hypot(bx - ax, by - ay) < 2.6:
                found.append(
                    f'<line class="join" x1="{ax * unit:.1f}" y1="{ay * unit:.1f}"'
                    f' x2="{bx * unit:.1f}" y2="{by * unit:.1f}"/>'
                )
    return found


def _dots(drawn: Drawn, place: Geometry, unit: float) -> list[str]:
    """Dots, the lines that are drawn between them, and where others can be."""
    board = drawn.board
    if not board.dots:
        return []
    found: list[str] = []
    width, height = len(board.columns), len(board.rows)
    steps = [((x, y), (x + 1, y)) for y in range(height) for x in range(width - 1)]
    steps += [((x, y), (x, y + 1)) for y in range(height - 1) for x in range(width)]
    there = {frozenset(line) for line in drawn.lines}
    for one, other in steps:
        (ax, ay), (bx, by) = place.middle(one), place.middle(other)
        kind = "drawn" if frozenset((one, other)) in there else "open"
        ends = f'x1="{ax * unit:.1f}" y1="{ay * unit:.1f}" x2="{bx * unit:.1f}" y2="{by * unit:.1f}"'
        found.append(f'<line class="{kind}" {ends}/>')
    found += [f'<circle class="dot" cx="{x * unit:.1f}" cy="{y * unit:.1f}" r="4"/>' for x, y in place.middles.values()]
    return found


def _tokens(layout: Layout, board: Board, tokens: tuple[Token, ...], middle: Point, unit: float) -> str:
    """What is in one cell: a piece as large as the cell, several smaller ones, and marks at the lower edge."""
    if board.kind is Kind.POINTS:
        return checkers(layout, tokens, middle, unit)
    large = [one for one in tokens if one.style is not Style.MARK]
    marks = [one for one in tokens if one.style is Style.MARK]
    found: list[str] = []
    side = ceil(sqrt(len(large))) if large else 1
    size = 0.94 * unit / side
    for at, one in enumerate(large):
        x = middle[0] * unit + (at % side - (side - 1) / 2) * size
        y = middle[1] * unit + (at // side - (ceil(len(large) / side) - 1) / 2) * size
        found.append(_placed(token(layout, one.name, one.style), x, y, size))
    for at, one in enumerate(marks[:6]):
        x = (
            (middle[0] - 0.36 + 0.15 * at) * unit
            if large
            else middle[0] * unit + (at - len(marks) / 2 + 0.5) * 0.2 * unit
        )
        y = (middle[1] + 0.36) * unit if large else middle[1] * unit
        found.append(_placed(token(layout, one.name, Style.MARK), x, y, 0.3 * unit))
    return "".join(found)


def _placed(body: str, x: float, y: float, size: float) -> str:
    return f'<g transform="translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({size / 100:.3f})">{body}</g>'


def _labels(board: Board, place: Geometry, unit: float, left: float) -> list[str]:
    """The names of columns and rows."""
    if board.kind is Kind.GRAPH or _named_inside(board):
        return []
    size = min(13.0, max(unit / 2.6, 8.0))
    if board.kind is Kind.POINTS:
        names = [(one_line(name), *place.middle((x, 0))) for x, name in enumerate(board.columns)]
        low = _LABEL + place.height * unit + 14
        return [_label(name, left + x * unit, 15 if y < 1 else low, size - 2) for name, x, y in names if y != 2.5]
    found: list[str] = []
    for x in range(len(board.columns)):
        shown = one_line(board.column_label(x))
        at = place.middle((x, 0))[0]
        widest = max(2, int(unit * place.stretch / (size * 0.58)))
        found.append(_label(shown if len(shown) <= widest else shown[: widest - 1] + "…", left + at * unit, 15, size))
    for y, row in enumerate(board.rows):
        if not row:
            continue
        px, py = place.middle((0, y))
        x_at = left + (px - place.stretch / 2) * unit - 8
        found.append(
            f'<text class="faint" x="{x_at:.1f}" y="{_LABEL + py * unit + size * 0.36:.1f}" font-size="{size:.1f}"'
            f' text-anchor="end">{escape(one_line(row)[:24])}</text>'
        )
    return found


def _label(text: str, x: float, y: float, size: float) -> str:
    return (
        f'<text class="faint" x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle">{escape(text)}</text>'
    )
