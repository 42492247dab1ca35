"""Overlays from what is known of moves: values, the expected line, groups of moves that are the same by symmetry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from woodstock.drawing.forms import taken_apart
from woodstock.drawing.layout import Layout
from woodstock.drawing.scene import Overlay, Spot, move_spots
from woodstock.errors import WoodstockError

HEATS = ("values", "visits")
"""What a heat map can show."""
_LONGEST_LINE = 6
"""Moves of an expected line that are drawn."""


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


def thoughts(
    layout: Layout,
    moves: Sequence[tuple[str, float | None, int]],
    line: Iterable[str],
    *,
    heat: str = "values",
) -> Overlay:
    """What a player thinks of a position: the values of its moves, or the shares of their visits, as a heat map, and
    the line that it expects as numbered arrows. A move is given by its name, value and visits."""
    if heat not in HEATS:
        raise WoodstockError(f"there is no heat map of {heat}; the heat maps are {' and '.join(HEATS)}")
    total = sum(visits for _, _, visits in moves) or 1
    shares = {move: visits / total for move, _, visits in moves}
    values = {move: value for move, value, _ in moves if value is not None}
    warm = heat_of(layout, values if heat == "values" else shares)
    return Overlay(heat=warm, arrows=arrows_of(layout, line))


def heat_of(layout: Layout, values: Mapping[str, float]) -> dict[Spot, float]:
    """The value of the best move that leads to each cell. Moves that speak of no cell are not shown."""
    found: dict[Spot, float] = {}
    for move, value in values.items():
        if (spot := target(layout, move)) is not None:
            found[spot] = max(value, found.get(spot, 0.0))
    return found


def arrows_of(layout: Layout, moves: Iterable[str]) -> tuple[tuple[Spot, Spot], ...]:
    """An arrow for each move of a line from one cell to another; one that stays where it is for a move that names one
    cell. Moves that speak of no cell have none."""
    found: list[tuple[Spot, Spot]] = []
    for move in moves:
        end = target(layout, move)
        if end is not None:
            found.append(((*move_spots(layout, move), end)[0], end))
    return tuple(found[:_LONGEST_LINE])


def groups_of(layout: Layout, groups: Sequence[Sequence[str]]) -> dict[Spot, int]:
    """Cells by the number of the group that their move is in."""
    return {
        spot: number
        for number, moves in enumerate(groups)
        for move in moves
        if (spot := target(layout, move)) is not None
    }
