"""What a bundled game says of itself besides its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Board:
    """How to draw a position: which fluents form a grid, and the text of each piece.

    Fluents of the form `(fluent argument argument ..)` place pieces; `row`, `column` and `piece` say which argument
    (counted from 1) names the row, the column and the piece. A board without rows is drawn as a single line.
    """

    fluent: str
    column: int
    piece: int
    columns: tuple[str, ...]
    """The columns from left to right."""
    pieces: Mapping[str, str]
    """The text drawn for each piece; a piece that is not listed is drawn by its own name."""
    row: int | None = None
    rows: tuple[str, ...] = ()
    """The rows from top to bottom."""
    empty: str = "."
    """Drawn where no fluent places a piece."""
    background: tuple[str, ...] = ()
    """For boards that are no plain rectangle, what is drawn there in place of `empty`: a text for each row, a character
    for each column. So walls can be seen, and where there is no cell at all."""

    def behind(self, row: int, column: int) -> str:
        """What is drawn where no piece is, by the numbers of row and column."""
        return self.background[row][column] if self.background else self.empty


@dataclass(frozen=True, slots=True)
class Metadata:
    """A bundled game at a glance."""

    name: str
    title: str
    players: int
    """How many take decisions: the roles without `random`."""
    roles: tuple[str, ...]
    """The roles in the order of the rules, `random` included."""
    chance: bool
    """Is `random` one of the roles?"""
    sees: bool
    """Do the rules have percepts, so that players may know different things (GDL-II)?"""
    tags: tuple[str, ...]
    board: Board | None = None

    @classmethod
    def from_table(cls, name: str, table: Mapping[str, Any]) -> Metadata:
        """Read from the parsed TOML; a missing or unknown key raises at once, as bundled files must be right."""
        fields = _frozen(table)
        board = fields.pop("board", None)
        return cls(name=name, board=None if board is None else Board(**_frozen(board)), **fields)


def _frozen(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
