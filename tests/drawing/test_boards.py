"""The detector alone, held to the boards that were written by hand before it was there."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import woodstock as ws
import woodstock.drawing
from drawing.boards import compared, detected, golden
from woodstock.drawing import Kind, layout_of
from woodstock.drawing.layout import Style

TURNED = ("krieg_tic_tac_toe", "phantom_tic_tac_toe", "quarto")
"""Games whose rules do not tell which way round the board was written by hand: those of the first two call the row x
and the column y, and in Quarto nothing says that the first row is below. Their `.toml` says it."""
BETTER = {"cant_stop": "another symbol is the piece", "pickomino": "no board for lies"}
"""Games that are drawn in another way than by hand: Can't Stop with its columns, step by step, in place of numbers, and
Pickomino with tiles that lie before their owners in place of owners that are written on places for tiles."""
ELSEWHERE = dict.fromkeys(TURNED, "another order") | BETTER


@pytest.mark.parametrize("game", golden())
def test_boards_are_found_as_they_were_written(game: str) -> None:
    found = compared(game, detected(game))
    assert (found.same, found.reason) == (game not in ELSEWHERE, ELSEWHERE.get(game, "the same"))


@pytest.mark.parametrize("game", TURNED)
def test_what_cannot_be_found_is_written_beside_the_rules(game: str) -> None:
    assert compared(game, layout_of(ws.load(game))).same


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


def test_columns_of_different_heights() -> None:
    board = detected("cant_stop").boards[0]
    heights = [sum(line[x] == "." for line in board.gaps) for x in range(len(board.columns))]
    assert heights == [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3] and board.rows[-1] == "1"
    assert {layer.fluent for layer in board.layers} == {"(marker ? ? ?)", "(runner ? ?)"}


def test_dice_with_a_picture_and_tiles_before_their_owners() -> None:
    trays = {tray.fluent: tray for tray in detected("pickomino").trays}
    assert trays["(showing ? ?)"].style is trays["(aside ?)"].style is Style.DIE
    assert trays["(showing ? ?)"].count == 2
    assert trays["(lies ? ?)"].owner == 2 and trays["(top ? ?)"].owner == 1


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
