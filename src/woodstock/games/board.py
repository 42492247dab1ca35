"""Draws a position as plain text for a terminal, from the names of its fluents."""

from __future__ import annotations

from collections.abc import Sequence

from woodstock.games.metadata import Board, Metadata


def draw(metadata: Metadata, fluents: Sequence[str]) -> str:
    """The position in which these fluents (KIF text such as `(cell 1 2 x)`) hold, without a newline at the end.

    Fluents of the board are drawn as a grid; the others, whose turn it is above all, are listed under it. A game
    that has no board is drawn as the list of its fluents.

    >>> from woodstock import games
    >>> print(draw(games.metadata("tic_tac_toe"), ["(cell 1 1 x)", "(cell 2 2 o)", "(control x)"]))
      1 2 3
    1 x . .
    2 . o .
    3 . . .
    (control x)
    """
    board = metadata.board
    if board is None:
        return "\n".join(sorted(fluents))
    placed: dict[tuple[str, str], str] = {}
    others: list[str] = []
    for fluent in sorted(fluents):
        where = _placed(board, fluent)
        if where is None:
            others.append(fluent)
        else:
            row, column, piece = where
            shown = board.pieces.get(piece, piece)
            before = placed.get((row, column))
            # Two pieces in one cell mean that the rules allow it: show both rather than hide one.
            placed[row, column] = shown if before is None else before + shown
    return "\n".join([*_grid(board, placed), *others])


def _placed(board: Board, fluent: str) -> tuple[str, str, str] | None:
    """The row, column and piece of a fluent of the board; `None` for any other fluent."""
    words = fluent.removeprefix("(").removesuffix(")").split()
    positions = [board.column, board.piece] if board.row is None else [board.row, board.column, board.piece]
    if words[:1] != [board.fluent] or len(words) <= max(positions) or "(" in "".join(words):
        return None
    row = "" if board.row is None else words[board.row]
    if row not in (board.rows or ("",)) or words[board.column] not in board.columns:
        return None
    return row, words[board.column], words[board.piece]


def _grid(board: Board, placed: dict[tuple[str, str], str]) -> list[str]:
    """The lines of the grid: a line of column names, then a line for each row, all columns of their own width."""
    rows = board.rows or ("",)
    label_width = max(len(row) for row in rows)
    drawn = [
        [placed.get((row, column), board.behind(y, x)) for x, column in enumerate(board.columns)]
        for y, row in enumerate(rows)
    ]
    widths = [max(map(len, cells)) for cells in zip(board.columns, *drawn, strict=True)]
    lines: list[str] = []
    for label, cells in [("", list(board.columns)), *zip(rows, drawn, strict=True)]:
        words = [label.rjust(label_width)] if label_width else []
        words += [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        lines.append(" ".join(words).rstrip())
    return lines
