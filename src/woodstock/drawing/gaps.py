"""Where a board has no cells: around a board that is not a rectangle, and walls inside it."""

from __future__ import annotations

from collections.abc import Sequence

from woodstock.drawing.evidence import Evidence
from woodstock.drawing.layout import Kind, Layer


def gaps_of(
    evidence: Evidence, layers: Sequence[Layer], columns: Sequence[str], rows: Sequence[str], kind: Kind
) -> tuple[str, ...]:
    """The gaps of a board (see `Board.gaps`): there is a cell wherever some fluent of these layers can be."""
    if kind is Kind.TRACK:
        return ()
    there = {layer.cell(leaves) for layer in layers for leaves in evidence.fluents[layer.fluent]}
    if any(layer.fluent in evidence.met for layer in layers) and any(
        there != {layer.cell(leaves) for layer in layers for leaves in state.get(layer.fluent, ())}
        for state in evidence.states
    ):
        return ()  # what was not met may still be a cell
    grid = [[(column, row) in there for column in columns] for row in rows]
    if all(map(all, grid)):
        return ()
    outside = _outside(grid)
    if kind is Kind.HEX:
        outside = {(x, y) for x in range(len(columns)) for y in range(len(rows))}
    return tuple(
        "".join("." if cell else " " if (x, y) in outside else "#" for x, cell in enumerate(row))
        for y, row in enumerate(grid)
    )


def _outside(grid: list[list[bool]]) -> set[tuple[int, int]]:
    """The gaps that lead to the edge, and all of them where they alternate with cells: those are no walls."""
    height, width = len(grid), len(grid[0])
    missing = {(x, y) for y in range(height) for x in range(width) if not grid[y][x]}
    if len({(x + y) % 2 for x, y in missing}) == 1 and len(missing) * 3 > height * width:
        return missing
    edge = [(x, y) for x, y in missing if x in (0, width - 1) or y in (0, height - 1)]
    found: set[tuple[int, int]] = set(edge)
    while edge:
        x, y = edge.pop()
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & missing - found
        found |= near
        edge += near
    return found
