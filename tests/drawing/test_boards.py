"""The detector alone, held to the boards that were written by hand before it was there."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import woodstock.drawing
from drawing.boards import compared, detected, golden
from woodstock.drawing import Kind

ELSEWHERE = {
    "krieg_tic_tac_toe": "another order",
    "phantom_tic_tac_toe": "another order",
    "quarto": "another order",
}
"""Games that are drawn in another way than by hand, and in which: the rules of the first two call the row x and the
column y, so the board is turned over its diagonal; in Quarto the hand-written board has its first row below. Both say
nothing to a player: the rules are the same after turning these boards over."""


@pytest.mark.parametrize("game", golden())
def test_boards_are_found_as_they_were_written(game: str) -> None:
    found = compared(game)
    assert (found.same, found.reason) == (game not in ELSEWHERE, ELSEWHERE.get(game, "the same"))


def test_most_boards_are_the_same() -> None:
    """The share that was promised: 48 of 54."""
    assert len(golden()) - len(ELSEWHERE) >= len(golden()) * 48 / 54


@pytest.mark.parametrize(
    ("game", "kind", "slant"),
    [
        ("hex", Kind.HEX, 1),
        ("majorities", Kind.HEX, -1),
        ("copolymer_pie", Kind.HEX, 0),
        ("chinese_checkers_3p", Kind.HEX, 0),
        ("othello", Kind.SQUARE, 0),
        ("pentago", Kind.SQUARE, 0),
    ],
)
def test_six_neighbours_make_hexagons(game: str, kind: Kind, slant: int) -> None:
    board = detected(game).boards[0]
    assert (board.kind, board.slant) == (kind, slant)


def test_what_else_is_found() -> None:
    assert detected("hex").boards[0].sides == {"top": "red", "bottom": "red", "left": "blue", "right": "blue"}
    assert detected("amazons_torus_10x10").boards[0].wraps == ("columns", "rows")
    assert detected("amazons").boards[0].wraps == ()
    assert detected("dots_and_boxes_suicide").boards[0].dots
    assert [board.title for board in detected("battleship").boards] == ["first", "second", "shot"]
    assert detected("checkers").boards[0].checkered
    assert not detected("othello").boards[0].checkered
    assert {tray.fluent for tray in detected("leduc_poker").trays} == {"(holds ? ? ?)"}
    assert [tray.count for tray in detected("yahtzee").trays] == [2]


def test_pieces_have_the_colour_of_their_role() -> None:
    chess = detected("chess").pieces
    assert (chess["white_king"].shape, chess["white_king"].colour) == ("king", "white")
    assert (chess["black_pawn"].shape, chess["black_pawn"].colour) == ("pawn", "black")
    puzzle = detected("tic_tac_toe")
    assert puzzle.pieces["x"].colour == puzzle.roles["x"] != puzzle.roles["o"] == puzzle.pieces["o"].colour
    for game in golden():
        texts = [piece.text for piece in detected(game).pieces.values()]
        assert len(set(texts)) == len(texts), "two pieces look the same in a terminal"


@pytest.mark.parametrize("module", [one.name for one in pkgutil.iter_modules(woodstock.drawing.__path__)])
def test_the_examples_in_the_docstrings_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"woodstock.drawing.{module}")).failed == 0
