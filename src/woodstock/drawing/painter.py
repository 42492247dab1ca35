"""Tokens as text for a terminal: the pieces of Unicode in colour, or plain ASCII."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from typing import TextIO

from woodstock.drawing.layout import Board, Cell, Layout, Style
from woodstock.drawing.palette import ANSI
from woodstock.drawing.pieces import RANKS, SUITS
from woodstock.drawing.scene import Drawn, Token
from woodstock.drawing.svg_tokens import colour_of, piece_of
from woodstock.printable import one_line

_CHESS = {"king": "♔♚", "queen": "♕♛", "rook": "♖♜", "bishop": "♗♝", "knight": "♘♞", "pawn": "♙♟"}
KNOWN = frozenset("".join(_CHESS.values()))
"""Signs that need no explanation."""
_DICE = " ⚀⚁⚂⚃⚄⚅"
_SIGNS = {"disc": "●", "man": "●", "cross": "×", "ring": "○", "pellet": "·", "fire": "*", "lamp": "●", "wall": "█"}
_ARROWS = dict(zip(range(0, 360, 45), "↑↗→↘↓↙←↖", strict=True))
EMPTY = "."
LONGEST = 12
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
class Painter:
    """Turns tokens into text. Widths are those of the plain text: colours take no room."""

    layout: Layout
    look: Look
    last: Collection[tuple[str, Cell]]

    def sign(self, token: Token) -> tuple[str, str]:
        """The text of a token, and its colour."""
        if token.style is Style.MARK:
            return ("·" if self.look.unicode else ","), "plain"
        if token.style is Style.CARD:
            return card_text(token.name, self.look.unicode), "plain"
        if token.style is Style.DIE:
            return (
                _DICE[int(token.name)] if self.look.unicode and token.name in tuple("123456") else token.name
            ), "plain"
        piece = piece_of(self.layout, token.name)
        colour = colour_of(self.layout, piece)
        text = one_line(piece.text or token.name)[:LONGEST]
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
            text = EMPTY if gap == "." else ("█" if self.look.unicode else "#") if gap == "#" else " "
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
    return rank + suit or one_line(name)[:LONGEST]
