"""The boards that were once written by hand, in `golden.json`, beside those that are detected."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import woodstock as ws
from woodstock.drawing.detector import detect
from woodstock.drawing.evidence import Evidence, gathered
from woodstock.drawing.forms import functor
from woodstock.drawing.layout import Board, Layer, Layout

GOLDEN = Path(__file__).with_name("golden.json")
Cells = dict[tuple[str, str], tuple[int, int]]
"""Where each cell is drawn, by the symbols that name its column and row."""


@cache
def golden() -> dict[str, dict[str, Any]]:
    """What was written by hand, by game."""
    found: dict[str, dict[str, Any]] = json.loads(GOLDEN.read_text())
    return found


@cache
def evidence_of(game: str) -> Evidence:
    """The evidence of a bundled game."""
    return gathered(ws.load(game))


@cache
def detected(game: str) -> Layout:
    """What the detector makes of the rules alone."""
    return detect(evidence_of(game))


@dataclass(frozen=True)
class Match:
    """How a detected board and one written by hand agree."""

    same: bool
    reason: str = ""


def compared(game: str, layout: Layout) -> Match:
    """Cells, order and kind of board: are they the same?"""
    wanted = golden()[game]
    found = [
        (board, layer) for board in layout.boards for layer in board.layers if functor(layer.fluent) == wanted["fluent"]
    ]
    if not found:
        return Match(False, "no board for " + wanted["fluent"])
    board, layer = found[0]
    if board.kind != wanted["kind"]:
        return Match(False, f"{board.kind} for {wanted['kind']}")
    if wanted["piece"] not in layer.value:
        return Match(False, "another symbol is the piece")
    drawn = _drawn(board, layer, wanted)
    written = _written(wanted)
    if drawn.keys() != written.keys():
        return Match(False, "other cells")
    if _ranked(drawn) == _ranked(written):
        return Match(True, "the same")
    return Match(False, "another order")


def _drawn(board: Board, layer: Layer, wanted: dict[str, Any]) -> Cells:
    """The detected cells, by the symbols that the written board calls column and row."""
    swapped = layer.column == wanted["row"]
    return {
        (board.rows[y], board.columns[x]) if swapped else (board.columns[x], board.rows[y]): (x, y)
        for x, y in board.cells()
    }


def _written(wanted: dict[str, Any]) -> Cells:
    return {
        (column, row): (x, y)
        for y, row in enumerate(wanted["rows"])
        for x, column in enumerate(wanted["columns"])
        if not wanted["cells"] or wanted["cells"][y][x] == "."
    }


def _ranked(cells: Cells) -> Cells:
    """The cells with columns and rows numbered without those that have no cell."""
    across = sorted({x for x, _ in cells.values()})
    down = sorted({y for _, y in cells.values()})
    return {name: (across.index(x), down.index(y)) for name, (x, y) in cells.items()}
