"""How a game is drawn: boards with layers of fluents, pieces, what goes into the status line and what is left out.

A layout is a plain value. It names fluents by their form, `(cell ? ? ?)`, and their symbols by number, from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from woodstock.drawing.forms import Leaves, functor

_STEM = re.compile(r"(\D+)\d+")
_EDGES = {"columns": "left and right", "rows": "top and bottom"}

Cell = tuple[int, int]
"""A cell of a board by the numbers of its column and row, from 0."""


class Kind(StrEnum):
    """The kinds of boards."""

    SQUARE = "square"
    HEX = "hex"
    TRACK = "track"
    """One line of cells, each with its name."""
    GRAPH = "graph"
    """Cells that have places of their own, and perhaps lines between them."""
    POINTS = "points"
    """Backgammon's: points in two rows around the bar."""


class Style(StrEnum):
    """How the fluents of a layer are drawn."""

    PIECE = "piece"
    MARK = "mark"
    """Small and light: what goes with a cell besides its piece."""
    COUNT = "count"
    """A number of things."""
    LINE = "line"
    """A line between two corners of cells."""
    DIE = "die"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Layer:
    """Fluents of one form that are drawn on a board."""

    fluent: str
    column: int
    """Which symbol of the fluent names the column, from 1."""
    row: int | None = None
    """Which one names the row; None on a track."""
    value: tuple[int, ...] = ()
    """Which ones name the piece; where there are none, it has the name of the fluent itself."""
    where: Mapping[str, str] = field(default_factory=dict)
    """Only fluents with these symbols at these numbers are drawn here: one board of several."""
    style: Style = Style.PIECE
    to_column: int | None = None
    to_row: int | None = None
    """Where a line ends."""

    def fits(self, leaves: Leaves) -> bool:
        """Is a fluent with these symbols drawn by this layer?"""
        return all(leaves[int(place) - 1] == name for place, name in self.where.items())

    def cell(self, leaves: Leaves) -> tuple[str, str]:
        """The names of the column and the row that a fluent with these symbols is drawn in."""
        return leaves[self.column - 1], "" if self.row is None else leaves[self.row - 1]

    def text(self, leaves: Leaves) -> str:
        """The name of the piece."""
        return " ".join(leaves[place - 1] for place in self.value) if self.value else functor(self.fluent)


@dataclass(frozen=True, slots=True)
class Board:
    """Cells in rows and columns, and what is drawn on them."""

    name: str
    kind: Kind
    columns: tuple[str, ...]
    """From left to right."""
    rows: tuple[str, ...] = ("",)
    """From top to bottom."""
    layers: tuple[Layer, ...] = ()
    gaps: tuple[str, ...] = ()
    """For boards that are no full rectangle, a text for each row with a character for each column: `.` for a cell, `#`
    for a wall, a blank where there is nothing."""
    slant: int = 0
    """Of hexagonal boards: 1 where rows move right as they go down, -1 where they move left, 0 where every second
    column is a cell (doubled coordinates)."""
    centred: bool = False
    """Of hexagonal boards: do rows of different lengths lie in the middle, like bricks, whatever their cells are
    called?"""
    title: str = ""
    letters: bool = False
    """Are columns, which the rules number, shown as letters? Then a cell is called c4."""
    checkered: bool = False
    wraps: tuple[str, ...] = ()
    """The axes that wrap, `columns` and `rows`: a torus."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Edges that belong to a role: `top`, `bottom`, `left`, `right`."""
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Of graphs: where each cell is."""
    lines: tuple[tuple[str, str], ...] = ()
    """Of graphs: which cells are joined."""
    dots: bool = False
    """Are there lines between the corners of cells? Then the corners are dots."""

    def cell(self, column: str, row: str = "") -> Cell | None:
        """The cell with these names, if it is on the board."""
        if column not in self.columns or row not in self.rows:
            return None
        return self.columns.index(column), self.rows.index(row)

    def gap(self, cell: Cell) -> str:
        """What is behind a cell: `.`, `#` or a blank."""
        return self.gaps[cell[1]][cell[0]] if self.gaps else "."

    def cells(self) -> list[Cell]:
        """All cells that are there, row by row."""
        return [(x, y) for y in range(len(self.rows)) for x in range(len(self.columns)) if self.gap((x, y)) == "."]

    def breaks(self) -> frozenset[int]:
        """The columns that begin another part of the board: r1 after l8."""
        stems = [_STEM.fullmatch(name) for name in self.columns]
        names = [match[1] if match else "" for match in stems]
        if self.kind is not Kind.SQUARE or "" in names or min(map(names.count, names)) < 2:
            return frozenset()
        return frozenset(x for x in range(1, len(names)) if names[x] != names[x - 1])

    def meeting(self) -> str:
        """Which edges meet; nothing on a board with an end on every side."""
        if len(self.wraps) > 1:
            return "a torus: opposite edges meet"
        return "".join(f"the {_EDGES[axis]} edges meet" for axis in self.wraps if axis in _EDGES)

    def column_label(self, column: int) -> str:
        """What is written at a column."""
        if not self.letters:
            return self.columns[column]
        # As in a spreadsheet: .. y, z, aa, ab ..
        number, label = column + 1, ""
        while number:
            number, digit = divmod(number - 1, 26)
            label = chr(ord("a") + digit) + label
        return label

    def cell_name(self, cell: Cell) -> str:
        """What a cell is called: c4, or with a colon between names of several characters."""
        column, row = self.column_label(cell[0]), self.rows[cell[1]]
        if not row:
            return column
        short = self.letters or (len(column) == 1 and column.isalpha() and row.isdigit())
        return f"{column}{row}" if short else f"{column}:{row}"


@dataclass(frozen=True, slots=True)
class Piece:
    """How a piece is drawn."""

    shape: str = "initials"
    colour: str = "plain"
    """A role's colour by its number, `role0`, or the name of a colour."""
    text: str = ""
    """What stands for it in a terminal, and on it where the shape has text."""


@dataclass(frozen=True, slots=True)
class MoveForm:
    """Which symbols of a move are cells of a board, so that it can be shown there and typed as `e2e4`."""

    board: str
    """The name of the board."""
    cells: tuple[tuple[int, int], ...]
    """For each cell the numbers of the symbols that name its column and its row; 0 where a move names one of them only:
    a column to drop a piece in."""
    split: tuple[int, ...] = ()
    """Which symbols tell which of several boards is meant: `board` is then the first one."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Dice, cards or pieces that lie beside the boards."""

    fluent: str
    value: tuple[int, ...]
    """Which symbols name the thing, from 1; each names a die of its own."""
    count: int | None = None
    """Which symbol says how many of it there are."""
    owner: int | None = None
    """Which symbol says whose it is."""
    style: Style = Style.PIECE


@dataclass(frozen=True, slots=True)
class Layout:
    """How positions of one game are drawn."""

    boards: tuple[Board, ...] = ()
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    empty: tuple[str, ...] = ()
    """Pieces that stand for an empty cell."""
    trays: tuple[Tray, ...] = ()
    turn: tuple[str, ...] = ()
    """Fluents that say whose turn it is."""
    status: tuple[str, ...] = ()
    """Fluents of the status line, in this order."""
    binary: tuple[str, ...] = ()
    """Fluents of the status line that are the digits of binary numbers: their last symbol is the place of a 1."""
    hidden: tuple[str, ...] = ()
    """Fluents that are not shown, because others say the same."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """The colour of each role."""
    moves: Mapping[str, MoveForm] = field(default_factory=dict)
    """Moves that speak of cells, by form."""

    def board_of(self, spoken: MoveForm, leaves: Leaves) -> Board | None:
        """The board that a move with these symbols speaks of."""
        first = self.board(spoken.board)
        if first is None or not spoken.split:
            return first
        values = tuple(leaves[place - 1] for place in spoken.split if place <= len(leaves))
        return next((board for board in self.alike(first) if tuple(board.layers[0].where.values()) == values), None)

    def alike(self, board: Board) -> list[Board]:
        """The boards that show the same fluent: a board for each player, and so on."""
        fluent = [layer.fluent for layer in board.layers[:1]]
        return [one for one in self.boards if [layer.fluent for layer in one.layers[:1]] == fluent]

    def board(self, name: str) -> Board | None:
        """The board of this name."""
        return next((board for board in self.boards if board.name == name), None)
