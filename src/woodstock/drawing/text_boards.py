"""Boards as lines of text."""

from __future__ import annotations

from woodstock.drawing import half_blocks
from woodstock.drawing.layout import Board, Cell, Kind
from woodstock.drawing.painter import EMPTY, LONGEST, Painter
from woodstock.drawing.scene import Drawn
from woodstock.drawing.svg_points import owned_count
from woodstock.printable import one_line

_WRAPS = "~"
"""Where the board goes on at the other side."""


def board_lines(painter: Painter, drawn: Drawn) -> list[str]:
    """A board, in the way that suits its kind."""
    board = drawn.board
    if board.dots:
        return _dotted(painter, drawn)
    if board.kind is Kind.HEX:
        return _hexagonal(painter, drawn)
    if board.kind is Kind.GRAPH:
        return _graph(painter, drawn)
    if board.kind is Kind.POINTS:
        return _points(painter, drawn)
    if half_blocks.fits(painter, drawn):
        return half_blocks.half_block_lines(painter, drawn)
    return _grid(painter, drawn)


def _grid(painter: Painter, drawn: Drawn) -> list[str]:
    """A line of column names, then a line for each row, all columns of their own width."""
    board = drawn.board
    labels = [one_line(row) for row in board.rows]
    indent = max(map(len, labels))
    heads = [one_line(board.column_label(x)) for x in range(len(board.columns))]
    widths = [
        max(len(head), *(painter.width(drawn, (x, y)) for y in range(len(labels)))) for x, head in enumerate(heads)
    ]
    parts = [
        # A gap before the next part of a board, and a mark at both ends of a row that goes on at the other one.
        ("  " if x in board.breaks() else "") + head.ljust(width)
        for x, (head, width) in enumerate(zip(heads, widths, strict=True))
    ]
    start, end = (_WRAPS + " ", " " + _WRAPS) if "columns" in board.wraps else ("", "")
    margin = " " * (indent + 1) if indent else ""
    lines = [margin + " " * len(start) + " ".join(parts)]
    for y, label in enumerate(labels):
        cells = [
            ("  " if x in board.breaks() else "") + painter.cell(drawn, (x, y), width) for x, width in enumerate(widths)
        ]
        lines.append((label.rjust(indent) + " " if indent else "") + start + " ".join(cells) + end)
    if "rows" in board.wraps:
        edge = margin + " " * len(start) + " ".join(_WRAPS.ljust(width) for width in widths)
        lines = [lines[0], edge, *lines[1:], edge]
    return [*lines, board.meeting()] if board.wraps else lines


def _hexagonal(painter: Painter, drawn: Drawn) -> list[str]:
    """Rows that are shifted by half a cell against each other."""
    board = drawn.board
    cells = board.cells()
    widest = max((painter.width(drawn, cell) for cell in cells), default=1)
    indent = max(len(one_line(row)) for row in board.rows)
    if board.centred:
        return _bricks(painter, drawn, widest, indent)
    heads = [one_line(board.column_label(x)) for x in range(len(board.columns))]
    if board.slant == 0:
        # Every second column is a cell: half a cell is a column.
        pitch, shifts = max(1, (widest + 1) // 2), [0] * len(board.rows)
    else:
        pitch = widest + 1 + (widest + 1) % 2
        down = range(len(board.rows)) if board.slant > 0 else range(len(board.rows) - 1, -1, -1)
        shifts = [step * pitch // 2 for step in down]
    cut = min((shifts[y] + pitch * x for x, y in cells), default=0)
    lines: list[str] = []
    if board.slant > 0 and not board.gaps:
        lines.append(" " * (indent + 1) + "".join(head[:pitch].ljust(pitch) for head in heads))
    for y, row in enumerate(board.rows):
        line = " " * max(shifts[y] - cut, 0)
        skip = max(cut - shifts[y], 0)
        body = "".join(painter.cell(drawn, (x, y), pitch) for x in range(skip // pitch, len(heads)))
        lines.append(one_line(row).rjust(indent) + " " + line + body)
    return [*lines, _ends(board)] if board.slant <= 0 or board.gaps else lines


def _bricks(painter: Painter, drawn: Drawn, widest: int, indent: int) -> list[str]:
    """Rows in the middle, whatever their cells are called."""
    board = drawn.board
    pitch = widest + 1 + (widest + 1) % 2
    longest = max(map(len, _rows(board)))
    lines: list[str] = []
    for row in _rows(board):
        body = "".join(painter.cell(drawn, cell, pitch) for cell in row)
        lines.append(
            one_line(board.rows[row[0][1]]).rjust(indent) + " " * (1 + (longest - len(row)) * pitch // 2) + body
        )
    return [*lines, _ends(board)]


def _ends(board: Board) -> str:
    """The first and the last cell of each row of a board that has no edge for the names of its columns."""
    return "rows: " + ", ".join(f"{board.cell_name(row[0])} to {board.cell_name(row[-1])}" for row in _rows(board))


def _rows(board: Board) -> list[list[Cell]]:
    rows = [[cell for cell in board.cells() if cell[1] == y] for y in range(len(board.rows))]
    return [row for row in rows if row]


def _dotted(painter: Painter, drawn: Drawn) -> list[str]:
    """Dots, the lines between them, and what is in the boxes."""
    board = drawn.board
    there = {frozenset(line) for line in drawn.lines}
    across, along, dot = ("───", "│", "•") if painter.look.unicode else ("---", "|", "+")
    labels = [one_line(row) for row in board.rows]
    indent = max(map(len, labels))
    width = len(board.columns)
    lines = [" " * (indent + 1) + "".join(one_line(board.column_label(x)).ljust(4) for x in range(width))]
    for y, label in enumerate(labels):
        line = label.rjust(indent) + " "
        for x in range(width):
            line += dot + (across if frozenset(((x, y), (x + 1, y))) in there else "   ")
        lines.append(line)
        if y + 1 < len(labels):
            line = " " * (indent + 1)
            for x in range(width):
                line += along if frozenset(((x, y), (x, y + 1))) in there else " "
                line += " " + (painter.cell(drawn, (x, y), 2) if drawn.tokens.get((x, y)) else "  ")
            lines.append(line)
    return lines


def _graph(painter: Painter, drawn: Drawn) -> list[str]:
    """Cells by their places; an empty one shows its name."""
    board = drawn.board
    texts: dict[Cell, tuple[str, int]] = {}
    for cell in board.cells():
        name = one_line(board.columns[cell[0]])[:LONGEST]
        filled = cell in drawn.tokens
        texts[cell] = (painter.cell(drawn, cell, 1), painter.width(drawn, cell)) if filled else (name, len(name))
    pitch = max((width for _, width in texts.values()), default=1) + 1
    rows: dict[int, dict[int, tuple[str, int]]] = {}
    for cell, shown in texts.items():
        x, y = board.places.get(board.columns[cell[0]], (float(cell[0]), 0.0))
        line = rows.setdefault(round(y / 0.87), {})
        at = round(x * pitch)
        while any(abs(at - other) < pitch for other in line):
            at += 1
        line[at] = shown
    lines: list[str] = []
    for y in range(min(rows), max(rows) + 1):
        joined, end = "", 0
        for at, (sign, width) in sorted(rows.get(y, {}).items()):
            joined += " " * (at - end) + sign
            end = at + width
        lines.append(joined)
    return lines


def _points(painter: Painter, drawn: Drawn) -> list[str]:
    """A backgammon board: the higher points above from left to right, the lower ones below from right to left, each
    with its checkers, w5 for five white ones; what is no number, the bar, below."""
    board = drawn.board

    def filled(x: int) -> list[tuple[str, str]]:
        held = [owned_count(token.name) for token in drawn.tokens.get((x, 0), ())]
        return [(f"{one_line(role)[:1]}{number}", painter.layout.roles.get(role, "plain")) for role, number in held]

    def line(points: list[int]) -> list[str]:
        names = "".join(one_line(board.columns[x]).ljust(4) for x in points)
        cells = ""
        for x in points:
            plain = "".join(sign for sign, _ in filled(x)) or EMPTY
            cells += ("".join(painter.painted(*one) for one in filled(x)) or EMPTY) + " " * (4 - len(plain))
        return [names, cells]

    numbers = [x for x, name in enumerate(board.columns) if name.isdigit()]
    half = len(numbers) // 2
    upper, lower = line(numbers[half:]), line(numbers[half - 1 :: -1])
    bars = [x for x, name in enumerate(board.columns) if not name.isdigit()]
    rest = [
        f"{one_line(board.columns[x])}: {' '.join(painter.painted(*one) for one in filled(x)) or EMPTY}" for x in bars
    ]
    return [*upper, "", *lower[::-1], *rest]
