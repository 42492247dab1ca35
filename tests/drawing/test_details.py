"""What the detector makes of small rulesheets, one trait each. Most were met in public rulesheets that looked wrong."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest

import sheets
import woodstock as ws
from woodstock.drawing import Board, Kind, Layer, Layout, Picture, layout_of, scene_of
from woodstock.drawing.detector import detect
from woodstock.drawing.evidence import gathered
from woodstock.drawing.geometry import geometry
from woodstock.drawing.layout import Style

STILL = """
(role ann) (legal ann wait) (init (clock 0)) (tick 0 1) (tick 1 2)
(<= (next ?f) (true ?f) (distinct ?f (clock 0)) (distinct ?f (clock 1)))
(<= (next (clock ?n)) (true (clock ?m)) (tick ?m ?n)) (<= terminal (true (clock 2))) (goal ann 50)
"""
"""A game in which nothing happens."""


def game_of(folder: Path, *parts: str) -> ws.Game:
    path = folder / "sheet.kif"
    path.write_text("\n".join(parts))
    return ws.load(path)


def layout(folder: Path, *parts: str) -> Layout:
    return detect(gathered(game_of(folder, STILL, *parts)))


def inits(fluents: Iterable[str]) -> str:
    return " ".join(f"(init {fluent})" for fluent in fluents)


LENGTHS = (3, 4, 5, 4, 3)
HEXAGON = [(row, at) for row, length in enumerate(LENGTHS) for at in range(length)]


def middle(row: int, at: int) -> tuple[float, int]:
    return at + (5 - LENGTHS[row]) / 2, row


def hexagon(joined: set[tuple[float, int]]) -> tuple[str, str]:
    """Rows that count their cells from 1, and a relation of those that are so far apart."""
    pairs = [
        f"(joined {r + 1} {a + 1} {s + 1} {b + 1})"
        for (r, a), (s, b) in product(HEXAGON, repeat=2)
        if (middle(s, b)[0] - middle(r, a)[0], s - r) in joined
    ]
    return inits(f"(cell {row + 1} {at + 1} {'xo'[(row + at) % 2]})" for row, at in HEXAGON), " ".join(pairs)


SIX = {(1.0, 0), (-1.0, 0), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1)}


def test_rows_that_count_from_their_own_start_lie_in_the_middle(tmp_path: Path) -> None:
    board = layout(tmp_path, *hexagon(SIX)).boards[0]
    assert board.kind is Kind.HEX and board.centred and (board.layers[0].row, board.layers[0].column) == (1, 2)
    places = geometry(board).middles
    distances = {
        round(places[2, y + 1][0] - places[2, y][0], 3) for y in range(len(LENGTHS) - 1)
    }  # the third cell of each row, half a cell to one side or the other
    assert distances == {-0.5, 0.5}
    shown = Picture(detect(gathered(game_of(tmp_path, STILL, *hexagon(SIX)))), ("(cell 1 1 x)", "(cell 3 5 o)"))
    assert shown.text().splitlines()[:5] == ["1   x . .", "2  . . . .", "3 . . . . o", "4  . . . .", "5   . . ."]


def test_without_six_neighbours_they_do_not(tmp_path: Path) -> None:
    board = layout(tmp_path, *hexagon({(1.0, 0), (-1.0, 0)})).boards[0]
    assert board.kind is Kind.SQUARE and not board.centred


def test_rows_with_names_of_their_own_lie_like_bricks(tmp_path: Path) -> None:
    names = ("1234", "abc", "1234", "abc")
    cells = inits(f"(cell {row} {name} {'xo'[row % 2]})" for row, own in enumerate(names, 1) for name in own)
    board = layout(tmp_path, cells).boards[0]
    assert board.kind is Kind.HEX and board.centred and board.rows == ("1", "2", "3", "4")
    places = geometry(board).middles
    first, second = (places[board.columns.index(name), y][0] for name, y in (("1", 0), ("a", 1)))
    assert second - first == 0.5


def shapes(found: Layout) -> dict[str, str]:
    return {name: piece.shape for name, piece in found.pieces.items()}


def test_a_relation_says_what_kind_of_piece_it_is(tmp_path: Path) -> None:
    kinds = {"wra": "rook", "wnb": "knight", "wk": "king", "bra": "rook"}
    cells = inits(f"(cell {at % 2 + 1} {at // 2 + 1} {name})" for at, name in enumerate(kinds))
    said = " ".join(f"(is_type {name} {kind})" for name, kind in kinds.items())
    assert shapes(layout(tmp_path, cells, said)) == kinds
    # A relation that says two things of a piece tells nothing.
    assert set(shapes(layout(tmp_path, cells, said, "(is_type wra knight)")).values()) == {"initials"}


def test_pawns_on_dark_squares_alone_are_men(tmp_path: Path) -> None:
    def found(squares: list[tuple[int, int]]) -> set[str]:
        return set(shapes(layout(tmp_path, inits(f"(cell {x} {y} {pawn(y)})" for x, y in squares))).values())

    def pawn(row: int) -> str:
        return "white_pawn" if row < 4 else "black_pawn"

    squares = [(x, y) for x in range(1, 7) for y in range(1, 7)]
    assert found(squares) == {"pawn"} and found([(x, y) for x, y in squares if (x + y) % 2]) == {"man"}


def test_the_letters_of_chess_are_not_those_of_draughts(tmp_path: Path) -> None:
    names = [colour + piece for colour in "wb" for piece in "kqrbnp"]
    cells = inits(f"(cell {at % 4 + 1} {at // 4 + 1} {name})" for at, name in enumerate(names))
    moved = inits(["(moved_two 1 wp)", "(moved_two 2 bp)", "(moved_two 3 bp)"])
    for parts in ((cells,), (cells, moved)):
        found = shapes(layout(tmp_path, *parts))
        assert (found["wp"], found["bk"], found["wn"]) == ("pawn", "king", "knight")


def test_a_row_of_things_in_one_fluent_is_told(tmp_path: Path) -> None:
    found = layout(tmp_path, "(init (order p3 p1 p2 p5 p4)) (thing p1) (thing p2) (thing p3) (thing p4) (thing p5)")
    assert found.boards == () and "(order ? ? ? ? ?)" in found.status


ROLLING = """
(role ann) (role bob) (init (rolls ann)) (other ann bob) (other bob ann)
(face 1) (face 2) (face 3) (face 4) (face 5) (face 6)
(<= (legal ?r (roll ?a ?b)) (true (rolls ?r)) (face ?a) (face ?b)) (<= (legal ?r noop) (other ?r ?s) (true (rolls ?s)))
(<= (next (has_dice ?r ?a ?b)) (does ?r (roll ?a ?b))) (<= (next (rolls ?r)) (true (rolls ?s)) (other ?s ?r))
(<= terminal (true (has_dice bob 6 6))) (<= (goal ?r 50) (role ?r))
"""


def test_dice_lie_before_their_owner(tmp_path: Path) -> None:
    (tray,) = detect(gathered(game_of(tmp_path, ROLLING))).trays
    assert (tray.value, tray.owner, tray.style) == ((2, 3), 1, Style.DIE)


WALK = """
(role ann) (init (at ann 2 2)) (init (at gold 4 1)) (init (at gold 1 3)) (init (clock 0))
(coordinate 1) (coordinate 2) (coordinate 3) (coordinate 4) NUMBERS
(<= (beside ?x ?y north ?x ?z) (succ ?y ?z) (coordinate ?x))
(<= (beside ?x ?z south ?x ?y) (succ ?y ?z) (coordinate ?x))
(<= (beside ?x ?y east ?w ?y) (succ ?x ?w) (coordinate ?y))
(<= (beside ?w ?y west ?x ?y) (succ ?x ?w) (coordinate ?y))
(<= (inside ?x ?y) (coordinate ?x) (coordinate ?y))
(<= (legal ann (go ?d)) (true (at ann ?x ?y)) (beside ?x ?y ?d ?u ?v) (inside ?u ?v))
(<= (next (at ann ?u ?v)) (does ann (go ?d)) (true (at ann ?x ?y)) (beside ?x ?y ?d ?u ?v))
(<= (next (at gold ?x ?y)) (true (at gold ?x ?y))) (<= (next (clock ?n)) (true (clock ?m)) (succ ?m ?n))
(<= terminal (true (clock 60))) (goal ann 50)
""".replace("NUMBERS", " ".join(f"(succ {number} {number + 1})" for number in range(60)))
"""A walk on four by four cells. One thing lies in each column, and numbers go on to 60."""


def test_a_relation_says_how_large_the_board_is_and_which_way_is_up(tmp_path: Path) -> None:
    board = detect(gathered(game_of(tmp_path, WALK))).boards[0]
    assert (board.columns, board.rows) == (("1", "2", "3", "4"), ("4", "3", "2", "1"))
    assert board.layers[0].value == (1,)


def test_marks_for_nothing_are_not_drawn() -> None:
    layers = (
        Layer("(cell ? ? ?)", 1, 2, (3,)),
        Layer("(wall ? ? ? ?)", 1, 2, (3, 4), style=Style.MARK),
        Layer("(number ? ? ? ?)", 1, 2, (3, 4)),
    )
    board = Board("cell", Kind.SQUARE, ("a", "b"), ("1", "2"), layers)
    held = ["(cell a 1 none)", "(wall a 1 up none)", "(wall b 1 up red)", "(number b 2 5 none)"]
    scene = scene_of(Layout(boards=(board,), empty=("none",)), held)
    assert {cell: tokens[0].name for cell, tokens in scene.boards[0].tokens.items()} == {
        (1, 0): "up red",
        (1, 1): "5 none",  # a piece may be called so
    }
    assert scene.left_out == () and scene.status == ()


@pytest.mark.sheets
def test_sheets_that_once_looked_wrong() -> None:
    def shown(name: str) -> Layout:
        return layout_of(ws.load(sheets.path_of(name)))

    assert {tray.style for tray in shown("scully/meier.kif").trays} == {Style.DIE}
    mouse = shown("ggp-repository/catcha_mouse.kif").boards[0]
    assert mouse.kind is Kind.HEX and len(mouse.cells()) == 60
    assert shown("ggp-repository/copolymer_4.kif").boards[0].centred
    vacuum = shown("vacuum_cleaner_agent/vacuumcleaner.kif").boards[0]
    assert (vacuum.columns, vacuum.rows) == (tuple("12345"), tuple("54321"))
    chess = shown("ggp-repository/chessAlex.kif")
    assert chess.boards[0].columns == tuple("abcdefgh") and chess.pieces["bng"].shape == "knight"
    red = shown("ggp-repository/checkers_v1.kif")
    assert (red.pieces["wp"].colour, red.pieces["bk"].colour) == ("red", "black")
