"""Where each fluent lies in an observation: in the plane of its piece where the board is a grid, in a row elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.drawing import Board, Kind, Layout, Style
from woodstock.drawing.forms import taken_apart
from woodstock.drawing.scene import cell_of

NOTHING = -1
"""The source of a cell that is never set."""

_GRIDS = (Kind.SQUARE, Kind.HEX)
_MOST_CONSTANT = 32
"""Fluents that lie on no board and get a plane each, all of whose cells are alike. More than that share planes."""
_SPARSEST = 32
"""Planes with more cells than this for each fluent would be nearly empty; then the fluents lie in a row."""

_Plane = tuple[object, ...]
_Place = tuple[_Plane, int, int]


def sources_of(fluents: Sequence[str], layout: Layout) -> NDArray[np.int32]:
    """For each cell of an observation the number of the fluent that it shows, or `NOTHING`.

    Planes have the rows and columns of the layout, from the top left. The planes of the boards come first, in the order
    of the boards, their layers and the fluents; then those of the fluents that lie on no board.
    """
    row = np.arange(len(fluents), dtype=np.int32)
    boards = [board for board in layout.boards if board.kind in _GRIDS and len(board.rows) > 1]
    if not boards:
        return row
    height, width = max(len(board.rows) for board in boards), max(len(board.columns) for board in boards)
    planes: dict[_Plane, NDArray[np.int32]] = {}
    beside: list[int] = []
    for number, name in enumerate(fluents):
        for plane, y, x in _places(boards, name):
            own = planes.setdefault(plane, np.full((height, width), NOTHING, dtype=np.int32))
            if own[y, x] == NOTHING:
                own[y, x] = number
                break
        else:
            beside.append(number)
    if len(planes) + len(_off_board(beside, height, width)) > _SPARSEST * max(1, len(fluents)) // (height * width) + 1:
        return row
    ordered = [planes[key] for key in sorted(planes, key=_order(planes))]
    return np.stack([*ordered, *_off_board(beside, height, width)])


def _order(planes: dict[_Plane, NDArray[np.int32]]) -> Callable[[_Plane], tuple[Any, ...]]:
    """Boards and layers in the order of the layout; pieces in that in which the fluents name them."""
    met = {key: at for at, key in enumerate(planes)}
    return lambda key: (key[0], key[1], met[key])


def _places(boards: Sequence[Board], name: str) -> Iterator[_Place]:
    """Where a fluent may lie: a plane, a row, a column."""
    form, leaves = taken_apart(name)
    for at, board in enumerate(boards):
        for number, layer in enumerate(board.layers):
            cell = cell_of(board, layer, leaves) if layer.fluent == form else None
            if cell is None:
                continue
            piece: tuple[object, ...] = (layer.text(leaves),)
            if layer.style is Style.LINE and layer.to_column is not None and layer.to_row is not None:
                end = board.cell(leaves[layer.to_column - 1], leaves[layer.to_row - 1])
                if end is None:
                    continue
                piece = (end[0] - cell[0], end[1] - cell[1])  # lines in one direction share a plane
            yield (at, number, *piece), cell[1], cell[0]


def _off_board(fluents: Sequence[int], height: int, width: int) -> list[NDArray[np.int32]]:
    """The planes of fluents that lie on no board, such as whose turn it is."""
    if len(fluents) <= _MOST_CONSTANT:
        return [np.full((height, width), number, dtype=np.int32) for number in fluents]
    size = height * width
    cells = np.full(-(-len(fluents) // size) * size, NOTHING, dtype=np.int32)
    cells[: len(fluents)] = fluents
    return list(cells.reshape(-1, height, width))
