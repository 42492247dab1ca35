"""What is known of moves, shown on the board."""

from __future__ import annotations

from functools import cache

import pytest

import woodstock as ws
from drawing.test_svg import SVG, checked, shown_text
from woodstock.drawing import Layout, Overlay, Piece, Spot, layout_of, picture
from woodstock.drawing.layout import Board, Kind, Layer
from woodstock.drawing.overlays import arrows_of, groups_of, heat_of, target, thoughts
from woodstock.drawing.palette import GROUPS
from woodstock.drawing.picture import Picture

game_of = cache(ws.load)


def breakthrough() -> Layout:
    return layout_of(game_of("breakthrough"))


def test_the_cell_that_a_move_leads_to() -> None:
    four = layout_of(game_of("connect_four"))
    assert target(breakthrough(), "(move 2 2 3 3)") == Spot("cell", (2, 5))
    assert target(four, "(drop 3)") == Spot("cell", (2, 0)) and target(four, "noop") is None


def test_the_best_move_to_a_cell_warms_it() -> None:
    values = {"(move 2 2 3 3)": 0.4, "(move 4 2 3 3)": 0.7, "(move 1 2 1 3)": 0.1, "noop": 0.9}
    assert heat_of(breakthrough(), values) == {Spot("cell", (2, 5)): 0.7, Spot("cell", (0, 5)): 0.1}


def test_values_or_visits() -> None:
    moves = [("(move 2 2 3 3)", 0.4, 30), ("(move 1 2 1 3)", None, 70)]
    one, other = Spot("cell", (2, 5)), Spot("cell", (0, 5))
    assert thoughts(breakthrough(), moves, []).heat == {one: 0.4}
    assert thoughts(breakthrough(), moves, [], heat="visits").heat == {one: 0.3, other: 0.7}
    with pytest.raises(ws.WoodstockError, match="values and visits"):
        thoughts(breakthrough(), moves, [], heat="warmth")


def test_a_line_of_moves_is_numbered_arrows() -> None:
    game = game_of("breakthrough")
    line = ["(move 2 2 3 3)", "noop", "(move 4 7 4 6)"]
    arrows = arrows_of(breakthrough(), line)
    assert arrows == ((Spot("cell", (1, 6)), Spot("cell", (2, 5))), (Spot("cell", (3, 1)), Spot("cell", (3, 2))))
    root = checked(picture(game).under(Overlay(arrows=arrows)).svg())
    assert len([line for line in root.iter(f"{SVG}line") if line.attrib.get("class") == "arrow"]) == 2
    assert [text.text for text in root.iter(f"{SVG}text") if text.attrib.get("style")] == ["1", "2"]
    # One arrow needs no number, and a long line is cut.
    single = checked(picture(game).under(Overlay(arrows=arrows[:1])).svg())
    assert not [text for text in single.iter(f"{SVG}text") if text.attrib.get("style")]
    assert len(arrows_of(breakthrough(), line * 20)) == 6


def test_a_line_of_stones_is_numbers_where_they_go() -> None:
    game = game_of("hex")
    arrows = arrows_of(layout_of(game), ["(place 5 5)", "(place 3 4)"])
    assert arrows == ((Spot("cell", (4, 4)), Spot("cell", (4, 4))), (Spot("cell", (2, 3)), Spot("cell", (2, 3))))
    root = checked(picture(game).under(Overlay(arrows=arrows)).svg())
    assert not [line for line in root.iter(f"{SVG}line") if line.attrib.get("class") == "arrow"]
    assert [text.text for text in root.iter(f"{SVG}text") if text.attrib.get("style")] == ["1", "2"]


def test_drops_in_one_column_do_not_hide_each_other() -> None:
    game = game_of("connect_four")
    root = checked(picture(game).under(Overlay(arrows=arrows_of(layout_of(game), ["(drop 4)"] * 3))).svg())
    badges = [circle for circle in root.iter(f"{SVG}circle") if circle.attrib.get("class") == "head"]
    assert len({(badge.attrib["cx"], badge.attrib["cy"]) for badge in badges}) == 3


def test_more_groups_than_colours_are_numbered() -> None:
    game = game_of("hex")
    moves = [f"(place {x} {y})" for x in range(1, 10) for y in range(1, 10)]
    layout = layout_of(game)
    for count in (len(GROUPS), len(GROUPS) + 1):
        groups = groups_of(layout, [[moves[number]] for number in range(count)])
        text = shown_text(checked(picture(game).under(Overlay(groups=groups)).svg())).split()
        labels = [*"abcdefghi", *map(str, range(1, 10))]
        assert len(text) - len(labels) - 3 == (count if count > len(GROUPS) else 0)  # hex, turn:, red


def test_the_legend_says_how_many_it_leaves_out() -> None:
    names = [f"thing{number}x" for number in range(45)]
    board = Board("cell", Kind.SQUARE, tuple(map(str, range(9))), tuple("abcde"), (Layer("(cell ? ? ?)", 1, 2, (3,)),))
    layout = Layout(boards=(board,), pieces={name: Piece(text=name[5:]) for name in names})
    held = tuple(f"(cell {number % 9} {'abcde'[number // 9]} {name})" for number, name in enumerate(names))
    assert "and 5 more" in shown_text(checked(Picture(layout, held).svg()))
    assert "more" not in shown_text(checked(Picture(layout, held[:40]).svg()))
