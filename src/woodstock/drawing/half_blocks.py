"""Large boards in half as many lines: two rows to a line, each cell the upper or the lower half of a character.

A cell has room for a colour alone, so this is for boards whose pieces all have colours of their own.
"""

from __future__ import annotations

from woodstock.drawing.layout import Cell, Kind, Style
from woodstock.drawing.painter import Painter
from woodstock.drawing.palette import ANSI
from woodstock.drawing.scene import Drawn
from woodstock.printable import one_line

FEWEST_ROWS = 20
"""Boards with fewer rows are drawn with a character for each piece."""
_GROUND = "100"
"""The background of an empty cell, as an ANSI code: a dark grey."""


def fits(painter: Painter, drawn: Drawn) -> bool:
    """Can a board be drawn with half-blocks, and should it?"""
    board = drawn.board
    if not (painter.look.unicode and painter.look.colour):
        return False
    if board.kind is not Kind.SQUARE or board.dots or len(board.rows) < FEWEST_ROWS:
        return False
    colours: dict[str, str] = {}
    for tokens in drawn.tokens.values():
        if len(tokens) > 1 or tokens[0].style not in (Style.PIECE, Style.MARK):
            return False
        code = ANSI.get(painter.sign(tokens[0])[1], ANSI["plain"])
        if colours.setdefault(code, tokens[0].name) != tokens[0].name:
            return False
    return _GROUND not in {_behind(code) for code in colours}


def half_block_lines(painter: Painter, drawn: Drawn) -> list[str]:
    """The board, below the names of its columns from top to bottom. A line has the name of its upper row."""
    board = drawn.board
    indent = max(len(one_line(row)) for row in board.rows)
    heads = [one_line(board.column_label(x)) for x in range(len(board.columns))]
    tall = max(map(len, heads))
    lines = [" " * (indent + 1) + "".join(head.rjust(tall)[at] for head in heads) for at in range(tall)]
    for y in range(0, len(board.rows), 2):
        cells = "".join(_pair(painter, drawn, x, y) for x in range(len(heads)))
        lines.append(f"{one_line(board.rows[y]).rjust(indent)} {cells}")
    last = sorted(cell for name, cell in painter.last if name == board.name)
    return [*lines, "last: " + " ".join(one_line(board.cell_name(cell)) for cell in last)] if last else lines


def _pair(painter: Painter, drawn: Drawn, x: int, y: int) -> str:
    """Two cells, one above the other."""
    upper, lower = (_background(painter, drawn, (x, row)) for row in (y, y + 1))
    return f"\x1b[{_front(upper)};{lower}m▀\x1b[0m"


def _background(painter: Painter, drawn: Drawn, cell: Cell) -> str:
    """The ANSI code of a cell as a background."""
    board = drawn.board
    if cell[1] >= len(board.rows) or board.gap(cell) == " ":
        return "49"
    if board.gap(cell) == "#":
        return "47"
    tokens = drawn.tokens.get(cell)
    return _behind(ANSI.get(painter.sign(tokens[0])[1], ANSI["plain"])) if tokens else _GROUND


def _behind(code: str) -> str:
    """The background of the same colour as a foreground; that of a piece without a colour is white."""
    return "107" if code == ANSI["plain"] else str(int(code) + 10)


def _front(code: str) -> str:
    """The foreground of the same colour as a background; one that shows nothing is the terminal's own black."""
    return "30" if code == "49" else str(int(code) - 10)
