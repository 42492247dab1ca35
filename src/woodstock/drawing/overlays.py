"""Overlays from what is known of moves: values, the expected line, groups of moves that are the same by symmetry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from woodstock.drawing.forms import taken_apart
from woodstock.drawing.layout import Layout
from woodstock.drawing.scene import Spot, move_spots


def target(layout: Layout, move: str) -> Spot | None:
    """The cell that a move leads to; of a move that names a column only, the top of that column."""
    if spots := move_spots(layout, move):
        return spots[-1]
    form, leaves = taken_apart(move)
    spoken = layout.moves.get(form)
    board = spoken and layout.board_of(spoken, leaves)
    if not spoken or not board:
        return None
    for column, row in spoken.cells:
        if column and not row and leaves[column - 1] in board.columns:
            return Spot(board.name, (board.columns.index(leaves[column - 1]), 0))
    return None


def heat_of(layout: Layout, values: Mapping[str, float]) -> dict[Spot, float]:
    """The value of the best move that leads to each cell. Moves that speak of no cell are not shown."""
    found: dict[Spot, float] = {}
    for move, value in values.items():
        if (spot := target(layout, move)) is not None:
            found[spot] = max(value, found.get(spot, 0.0))
    return found


def arrows_of(layout: Layout, moves: Iterable[str]) -> tuple[tuple[Spot, Spot], ...]:
    """An arrow for each move from one cell to another."""
    found: list[tuple[Spot, Spot]] = []
    for move in moves:
        spots = move_spots(layout, move)
        if len(spots) > 1 and spots[0] != spots[-1]:
            found.append((spots[0], spots[-1]))
    return tuple(found)


def groups_of(layout: Layout, groups: Sequence[Sequence[str]]) -> dict[Spot, int]:
    """Cells by the number of the group that their move is in."""
    return {
        spot: number
        for number, moves in enumerate(groups)
        for move in moves
        if (spot := target(layout, move)) is not None
    }
