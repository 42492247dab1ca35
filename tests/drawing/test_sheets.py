"""Public rulesheets are drawn: fast, in a sensible size, and with nearly everything that holds."""

from __future__ import annotations

import csv
import time
import warnings

import pytest

import sheets
import woodstock as ws
from drawing.test_svg import checked
from woodstock.drawing import Spot, layout_of, move_spots, picture, read_move, short_forms

FEW = (
    "ggp-repository/nineBoardTicTacToePie_v1.kif ggp-repository/peg.kif ggp-repository/solitaireChineseCheckers.kif"
    " ggp-repository/tron_10x10.kif ggp-repository/dualConnect4_v1.kif ggp-repository/kalaha6x2x4.kif"
    " ggp-repository/tictactoe_3d_6player.kif ggp-repository/asteroids.kif ggp-repository/chomp.kif"
).split()


@pytest.mark.sheets
@pytest.mark.parametrize("name", FEW)
def test_strangers_are_drawn(name: str) -> None:
    game = ws.load(sheets.path_of(name))
    shown = picture(game)
    root = checked(shown.svg())
    assert float(root.attrib["width"]) <= 1200
    assert shown.scene.left_out == ()
    machine = game.machine()
    for role, legal in enumerate(machine.legal(machine.initial())):
        shorts = short_forms(shown.layout, [machine.move_name(role, move) for move in legal])
        assert all(read_move(short, shorts) == [move] for move, short in shorts.items())


@pytest.mark.sheets
def test_boards_of_strangers() -> None:
    nine = picture(ws.load(sheets.path_of("ggp-repository/nineBoardTicTacToePie_v1.kif"))).scene.boards
    assert sum(len(drawn.board.cells()) == 9 for drawn in nine) == 9
    machine = ws.load(sheets.path_of("ggp-repository/nineBoardTicTacToePie_v1.kif"))
    assert move_spots(layout_of(machine), "(play 2 3 1 2 x)") == [Spot("mark_2_3", (1, 0))]
    dual = picture(ws.load(sheets.path_of("ggp-repository/dualConnect4_v1.kif"))).scene.boards
    assert sum(len(drawn.board.rows) > 1 for drawn in dual) == 2
    draughts = layout_of(ws.load(sheets.path_of("ggp-repository/checkers.kif"))).pieces
    assert (draughts["wp"].shape, draughts["wp"].colour) == ("man", "white")
    assert (draughts["bk"].shape, draughts["bk"].colour) == ("crowned", "black")
    star = picture(ws.load(sheets.path_of("ggp-repository/solitaireChineseCheckers.kif"))).scene.boards
    assert star[0].board.kind == "graph" and len(star[0].board.places) == len(star[0].board.columns)


@pytest.mark.sheets
@pytest.mark.slow
def test_all_of_them() -> None:
    """What was promised: 80 % have every fluent drawn or told, none takes more than 2 s of a processor once it is
    compiled, none is wider than 1,200 pixels or empty."""
    with (sheets.FOLDER / "INDEX.csv").open() as index:
        files = [row["file"] for row in csv.DictReader(index)]
    warnings.simplefilter("ignore", ws.FallbackWarning)
    whole = drawn = 0
    for file in files:
        try:
            game = ws.load(sheets.FOLDER / file, lenient=True)
        except ws.WoodstockError:
            continue
        begun = time.process_time()
        shown = picture(game)
        root = checked(shown.svg())
        assert time.process_time() - begun < 2, file
        assert float(root.attrib["width"]) <= 1200, file
        assert "nothing holds" not in shown.svg() or not shown.fluents, file
        drawn += 1
        whole += not shown.scene.left_out
    assert drawn > 0 and whole >= 0.8 * drawn
