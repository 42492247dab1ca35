"""Layouts as TOML: there and back, and changed by a file beside the rules."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

import woodstock as ws
from drawing.boards import detected
from woodstock import games
from woodstock.drawing import Board, Kind, Layer, Layout, Piece, layout_of, picture
from woodstock.drawing.layout_toml import dumped, from_table, overridden, to_table


@pytest.mark.parametrize("name", games.names())
def test_what_is_written_is_read_back(name: str) -> None:
    for layout in (detected(name), layout_of(ws.load(name))):
        assert from_table(tomllib.loads(dumped(layout))["drawing"]) == layout
        assert from_table(to_table(layout)) == layout


def test_odd_names_are_written_too() -> None:
    odd = ('"', "\\", "\x7f", "é", "a b", "", "😀", "\t")
    board = Board('a"b.c', Kind.TRACK, odd, layers=(Layer("(on ?)", 1),))
    layout = Layout(boards=(board,), pieces={name: Piece(text=name) for name in odd}, empty=odd)
    assert from_table(tomllib.loads(dumped(layout))["drawing"]) == layout


def test_a_part_is_changed_and_the_rest_kept() -> None:
    found = detected("tic_tac_toe")
    changed = overridden(found, {"boards": {"cell": {"title": "The board"}}, "pieces": {"x": {"text": "#"}}})
    assert changed.boards[0].title == "The board"
    assert changed.boards[0].columns == found.boards[0].columns
    assert changed.pieces["x"].text == "#" and changed.pieces["x"].shape == found.pieces["x"].shape
    assert changed.pieces["o"] == found.pieces["o"]
    assert overridden(found, {}) is found


def test_what_is_hidden_is_not_drawn() -> None:
    changed = overridden(detected("hex"), {"hidden": ["(linked ? ? ? ?)"]})
    assert [layer.fluent for layer in changed.boards[0].layers] == ["(cell ? ? ?)"]
    assert overridden(detected("tic_tac_toe"), {"hidden": ["(cell ? ? ?)"]}).boards == ()


def test_a_file_beside_a_rulesheet(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(games.text("tic_tac_toe"))
    assert str(picture(ws.load(sheet))).splitlines()[0] == "  a b c"
    (tmp_path / "mine.toml").write_text('[drawing.boards.cell]\nletters = false\nrows = ["3", "2", "1"]\n')
    assert str(picture(ws.load(sheet))).splitlines()[:2] == ["  1 2 3", "3 . . ."]
    (tmp_path / "mine.toml").write_text('title = "no word of the drawing"\n')
    assert str(picture(ws.load(sheet))).splitlines()[0] == "  a b c"


def test_the_layout_is_kept_as_long_as_its_file_is_the_same(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(games.text("tic_tac_toe"))
    game = ws.load(sheet)
    detected_once = layout_of(game)
    assert layout_of(game) is detected_once
    (tmp_path / "mine.toml").write_text('[drawing.boards.cell]\ntitle = "mine"\n')
    changed = layout_of(game)
    assert changed.boards[0].title == "mine" and layout_of(game) is changed
    (tmp_path / "mine.toml").unlink()
    assert layout_of(game) == detected_once


def test_a_page_of_many_positions_reads_the_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(games.text("tic_tac_toe"))
    game = ws.load(sheet)
    layout = layout_of(game)
    module = importlib.import_module("woodstock.drawing.picture")
    monkeypatch.setattr(module, "layout_of", lambda _: pytest.fail("the file is read again"))
    assert picture(game, layout=layout).layout is layout


def test_a_whole_layout_takes_the_place_of_what_is_found(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(games.text("hex"))
    beside = tmp_path / "mine.toml"
    beside.write_text('[drawing]\nwhole = true\nturn = ["(control ?)"]\n')
    assert layout_of(ws.load(sheet)) == Layout(turn=("(control ?)",))
    # What `woodstock draw --layout` writes is whole by itself.
    other = detected("connect_four")
    beside.write_text(dumped(other).replace("[drawing]\n", "[drawing]\nwhole = true\n", 1))
    assert layout_of(ws.load(sheet)) == other
    beside.write_text('[drawing]\nwhole = "yes"\n')
    with pytest.raises(ws.WoodstockError, match="true or false"):
        layout_of(ws.load(sheet))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[drawing", "mine.toml"),
        ("drawing = 1", "must be a table"),
        ("[drawing]\nboards = 1", "tables, each by its name"),
        ("[drawing]\nnonsense = 1", "no key 'nonsense'"),
        ("[drawing.boards.cell]\ncolour = 1", "no key 'colour'"),
        ('[drawing.boards.cell]\nkind = "round"', "one of square, hex"),
        ("[drawing.boards.cell]\ncolumns = 3", "must be a list"),
        ("[drawing.boards.cell]\nrows = []", "has no cells"),
        ('[drawing.boards.cell]\ngaps = ["."]', "a line for each row"),
        ("[drawing.boards.cell]\nletters = 1", "must be of type bool"),
        ("[drawing.boards.other]\ntitle = 'x'", "incomplete"),
        ("[drawing.boards.cell]\nlayers = [{ column = 1 }]", "incomplete"),
        ("[drawing.boards.cell]\nslant = true", "must be of type int"),
        ('[drawing.moves."(mark ? ?)"]\nboard = "cell"\ncells = [[1, 2, 3]]', "must have 2 items"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, message: str) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(games.text("tic_tac_toe"))
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ws.WoodstockError, match=message):
        layout_of(ws.load(sheet))
