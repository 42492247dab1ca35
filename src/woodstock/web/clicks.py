"""Which cells a move speaks of, one after another: what a person clicks to make it."""

from __future__ import annotations

from collections.abc import Iterable

from woodstock.drawing.forms import Leaves, taken_apart
from woodstock.drawing.layout import Board, Cell, Layout, MoveForm
from woodstock.drawing.scene import Scene, move_cells
from woodstock.printable import one_line

_NAMED = 4
"""Pieces of a cell that are named."""


def targets(layout: Layout) -> dict[str, int]:
    """The boards by name, numbered."""
    return {board.name: number for number, board in enumerate(layout.boards)}


def key(number: int, cell: Cell) -> str:
    """A cell as pictures call it."""
    return f"{number}-{cell[0]}-{cell[1]}"


def steps(layout: Layout, move: str, role: str) -> list[list[str]]:
    """For each click the cells that will do: one, or a whole column where a move names a column only. Where each player
    has a board and the move names none of them, all will do, the role's own first."""
    form, leaves = taken_apart(move)
    spoken = layout.moves.get(form)
    board = spoken and layout.board_of(spoken, leaves)
    if not spoken or not board:
        return []
    boards = [board] if spoken.split else layout.alike(board)
    boards.sort(key=lambda one: not any(role in layer.where.values() for layer in one.layers))
    ways = [_steps_on(one, targets(layout)[one.name], spoken, leaves) for one in boards]
    return [[cell for way in ways for cell in way[click]] for click in range(min(map(len, ways)))]


def _steps_on(board: Board, number: int, spoken: MoveForm, leaves: Leaves) -> list[list[str]]:
    """The same on one board."""
    found: list[list[str]] = []
    for (column, row), cell in zip(spoken.cells, move_cells(board, spoken, leaves), strict=True):
        if cell is not None:
            cells = [cell]
        elif bool(column) != bool(row) and max(column, row) <= len(leaves):
            cells = list(_along(board, leaves[column - 1] if column else None, leaves[row - 1] if row else None))
        else:
            cells = []
        keys = [key(number, one) for one in cells]
        if keys and (not found or found[-1] != keys):
            found.append(keys)
    return found


def _along(board: Board, column: str | None, row: str | None) -> Iterable[Cell]:
    """The cells of a column, or of a row."""
    for x, y in board.cells():
        if board.columns[x] == column or (column is None and board.rows[y] == row):
            yield x, y


def labels(scene: Scene) -> dict[str, str]:
    """What a screen reader says of each cell: its name and what is on it."""
    found: dict[str, str] = {}
    several = len(scene.layout.boards) > 1
    for number, board in enumerate(scene.layout.boards):
        drawn = next((one for one in scene.boards if one.board.name == board.name), None)
        title = f"{board.title or board.name} " if several else ""
        for cell in board.cells():
            tokens = drawn.tokens.get(cell, ()) if drawn else ()
            holds = ", ".join(token.name for token in tokens[:_NAMED]) or "empty"
            found[key(number, cell)] = one_line(f"{title}{board.cell_name(cell)}: {holds}")
    return found
