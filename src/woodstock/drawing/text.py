"""A position as text for a terminal: with colours and the pieces of Unicode, or in plain ASCII."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from typing import TextIO

from woodstock.drawing.layout import Board, Cell, Kind, Layout, Style
from woodstock.drawing.palette import ANSI
from woodstock.drawing.pieces import RANKS, SUITS
from woodstock.drawing.scene import Drawn, Overlay, Scene, Token
from woodstock.drawing.svg_points import owned_count
from woodstock.drawing.svg_tokens import colour_of, piece_of
from woodstock.printable import one_line

_CHESS = {"king": "♔♚", "queen": "♕♛", "rook": "♖♜", "bishop": "♗♝", "knight": "♘♞", "pawn": "♙♟"}
_KNOWN = frozenset("".join(_CHESS.values()))
"""Signs that need no explanation."""
_DICE = " ⚀⚁⚂⚃⚄⚅"
_SIGNS = {"disc": "●", "man": "●", "cross": "×", "ring": "○", "pellet": "·", "fire": "*", "lamp": "●", "wall": "█"}
_ARROWS = dict(zip(range(0, 360, 45), "↑↗→↘↓↙←↖", strict=True))
_EMPTY = "."
_LEGEND = 12
_LONGEST = 12
"""Characters of a piece in a cell."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a terminal can show."""

    unicode: bool = False
    colour: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> Look:
        """What a stream can show: colours only on a terminal, and not where NO_COLOR is set."""
        encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
        colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(encoding.startswith("utf"), colour)


@dataclass(frozen=True, slots=True)
class _Painter:
    """Turns tokens into text. Widths are those of the plain text: colours take no room."""

    layout: Layout
    look: Look
    last: Collection[tuple[str, Cell]]

    def sign(self, token: Token) -> tuple[str, str]:
        """The text of a token, and its colour."""
        if token.style is Style.MARK:
            return ("·" if self.look.unicode else ","), "plain"
        if not token.name:
            return ("●" if self.look.unicode else "o"), "plain"
        if token.style is Style.CARD:
            return card_text(token.name, self.look.unicode), "plain"
        if token.style is Style.DIE:
            return (
                _DICE[int(token.name)] if self.look.unicode and token.name in tuple("123456") else token.name
            ), "plain"
        piece = piece_of(self.layout, token.name)
        colour = colour_of(self.layout, piece)
        text = one_line(piece.text or token.name)[:_LONGEST]
        if self.look.unicode:
            if piece.shape in _CHESS:
                text = _CHESS[piece.shape][colour != "white"]
            elif piece.shape.startswith("arrow") and piece.shape[5:].isdigit():
                text = _ARROWS.get(int(piece.shape[5:]), text)
            elif piece.shape in _SIGNS and (self.look.colour or piece.shape in ("cross", "ring", "pellet")):
                text = _SIGNS[piece.shape]
            elif piece.shape in ("disc", "man") and colour in ("white", "black"):
                text = "○" if colour == "white" else "●"
        return text, colour

    def cell(self, drawn: Drawn, cell: Cell, width: int) -> str:
        """The text of a cell, filled up to a width."""
        board = drawn.board
        tokens = self.shown(drawn, cell)
        if not tokens:
            gap = board.gap(cell)
            text = _EMPTY if gap == "." else ("█" if self.look.unicode else "#") if gap == "#" else " "
            return self._marked(board, cell, text) + " " * (width - 1)
        signs = [self.sign(token) for token in tokens]
        plain = "".join(text for text, _ in signs)
        painted = "".join(self.painted(text, colour) for text, colour in signs)
        return self._marked(board, cell, painted) + " " * (width - len(plain))

    def _marked(self, board: Board, cell: Cell, text: str) -> str:
        """The text, in reverse if the last move went there."""
        return f"\x1b[7m{text}\x1b[27m" if self.look.colour and (board.name, cell) in self.last else text

    def shown(self, drawn: Drawn, cell: Cell) -> list[Token]:
        """The tokens of a cell that have room: marks only where there is nothing else."""
        tokens = drawn.tokens.get(cell, ())
        return [token for token in tokens if token.style is not Style.MARK] or list(tokens[:1])

    def width(self, drawn: Drawn, cell: Cell) -> int:
        """How many characters a cell takes."""
        return sum(len(self.sign(token)[0]) for token in self.shown(drawn, cell)) or 1

    def painted(self, text: str, colour: str) -> str:
        """The text in a colour."""
        return f"\x1b[{ANSI.get(colour, '39')}m{text}\x1b[39m" if self.look.colour and colour != "plain" else text


def card_text(name: str, unicode: bool) -> str:
    """A playing card in a few characters."""
    words = name.lower().split()
    rank = next((RANKS[word] for word in words if word in RANKS), "")
    suit = next((SUITS[word] if unicode else word[0] for word in words if word in SUITS), "")
    return rank + suit or one_line(name)[:_LONGEST]


def text(scene: Scene, look: Look | None = None, overlay: Overlay | None = None) -> str:
    """The position as text, without a newline at the end."""
    last = {(spot.board, spot.cell) for spot in overlay.last} if overlay else set()
    painter = _Painter(scene.layout, look or Look(), last)
    lines: list[str] = []
    for drawn in scene.boards:
        if title := one_line(drawn.board.title):
            lines.append(f"{title}:")
        lines += _board(painter, drawn)
    for tray in scene.trays:
        signs = [painter.sign(Token(name, tray.style)) for name in tray.names]
        names = [one_line(name) for name in tray.names]
        things = names if tray.style is Style.PIECE else [painter.painted(sign, colour) for sign, colour in signs]
        lines.append(f"{one_line(tray.title)}: {' '.join(things)}")
    if legend := _legend(painter, scene):
        lines.append(legend)
    if scene.turn:
        lines.append("turn: " + ", ".join(map(one_line, scene.turn)))
    lines += _wrapped([one_line(entry) for entry in scene.status])
    if scene.left_out:
        lines.append(f"and {len(scene.left_out)} more fluents")
    return "\n".join(line.rstrip() for line in lines) or "nothing holds"


def _wrapped(entries: list[str]) -> list[str]:
    """The entries of the status line, in lines of a readable length."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) < 78:
            lines[-1] += ", " + entry
        else:
            lines.append(entry)
    return lines


def _legend(painter: _Painter, scene: Scene) -> str:
    """The pieces on the boards whose text does not tell what they are."""
    found: dict[str, str] = {}
    for drawn in scene.boards:
        for tokens in drawn.tokens.values():
            for token in tokens:
                if token.style is Style.PIECE and token.name in scene.layout.pieces:
                    sign, colour = painter.sign(token)
                    if sign != token.name and sign not in _KNOWN:
                        found[token.name] = f"{painter.painted(sign, colour)} {one_line(token.name)}"
    names = [name for name in scene.layout.pieces if name in found]
    more = f", and {len(names) - _LEGEND} more" if len(names) > _LEGEND else ""
    return ", ".join(found[name] for name in names[:_LEGEND]) + more


def _board(painter: _Painter, drawn: Drawn) -> list[str]:
    board = drawn.board
    if board.dots:
        return _dotted(painter, drawn)
    if board.kind is Kind.HEX:
        return _hexagonal(painter, drawn)
    if board.kind is Kind.GRAPH:
        return _graph(painter, drawn)
    if board.kind is Kind.POINTS:
        return _points(painter, drawn)
    return _grid(painter, drawn)


def _grid(painter: _Painter, drawn: Drawn) -> list[str]:
    """A line of column names, then a line for each row, all columns of their own width."""
    board = drawn.board
    labels = [one_line(row) for row in board.rows]
    indent = max(map(len, labels))
    heads = [one_line(board.column_label(x)) for x in range(len(board.columns))]
    widths = [
        max(len(head), *(painter.width(drawn, (x, y)) for y in range(len(labels)))) for x, head in enumerate(heads)
    ]
    start = " " * (indent + 1) if indent else ""
    lines = [start + " ".join(head.ljust(width) for head, width in zip(heads, widths, strict=True))]
    for y, label in enumerate(labels):
        cells = [painter.cell(drawn, (x, y), width) for x, width in enumerate(widths)]
        lines.append((label.rjust(indent) + " " if indent else "") + " ".join(cells))
    return lines


def _hexagonal(painter: _Painter, drawn: Drawn) -> list[str]:
    """Rows that are shifted by half a cell against each other."""
    board = drawn.board
    cells = board.cells()
    widest = max((painter.width(drawn, cell) for cell in cells), default=1)
    indent = max(len(one_line(row)) for row in board.rows)
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
    if board.slant <= 0 or board.gaps:
        names = ", ".join(f"{board.cell_name(row[0])} to {board.cell_name(row[-1])}" for row in _rows(board))
        lines.append(f"rows: {names}")
    return lines


def _rows(board: Board) -> list[list[Cell]]:
    rows = [[cell for cell in board.cells() if cell[1] == y] for y in range(len(board.rows))]
    return [row for row in rows if row]


def _dotted(painter: _Painter, drawn: Drawn) -> list[str]:
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


def _graph(painter: _Painter, drawn: Drawn) -> list[str]:
    """Cells by their places; an empty one shows its name."""
    board = drawn.board
    texts: dict[Cell, tuple[str, int]] = {}
    for cell in board.cells():
        name = one_line(board.columns[cell[0]])[:_LONGEST]
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


def _points(painter: _Painter, drawn: Drawn) -> list[str]:
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
            plain = "".join(sign for sign, _ in filled(x)) or _EMPTY
            cells += ("".join(painter.painted(*one) for one in filled(x)) or _EMPTY) + " " * (4 - len(plain))
        return [names, cells]

    numbers = [x for x, name in enumerate(board.columns) if name.isdigit()]
    half = len(numbers) // 2
    upper, lower = line(numbers[half:]), line(numbers[half - 1 :: -1])
    bars = [x for x, name in enumerate(board.columns) if not name.isdigit()]
    rest = [
        f"{one_line(board.columns[x])}: {' '.join(painter.painted(*one) for one in filled(x)) or _EMPTY}" for x in bars
    ]
    return [*upper, "", *lower[::-1], *rest]
