"""Moves as people type them, there and back."""

from __future__ import annotations

import pytest

import woodstock as ws
from drawing.playing import states
from woodstock import games
from woodstock.drawing import layout_of, read_move, short_forms


@pytest.mark.parametrize("name", games.names())
def test_what_is_written_is_read_back(name: str) -> None:
    game = ws.load(name)
    machine, layout = game.machine(), layout_of(game)
    for state in states(machine, 25, name):
        for role, legal in enumerate(machine.legal(state) if not machine.terminal(state) else []):
            names = [machine.move_name(role, move) for move in legal]
            shorts = short_forms(layout, names)
            assert list(shorts) == names
            for move, short in shorts.items():
                assert read_move(short, shorts) == [move]


@pytest.mark.parametrize(
    ("name", "move", "short"),
    [
        ("chess", "(move e 2 e 4)", "e2e4"),
        ("chess", "(promote e 7 e 8 queen)", "e7e8 queen"),
        ("breakthrough", "(move 5 2 5 3)", "e2e3"),
        ("connect_four", "(drop 4)", "4"),
        ("hex", "(place 3 4)", "c4"),
        ("tic_tac_toe", "(mark 1 3)", "c1"),
        ("othello", "(place 4 3)", "d3"),
        ("lights_out", "(switch 2 1)", "b1"),
        ("eight_puzzle", "(slide 3 2)", "c2"),
        ("dots_and_boxes_suicide", "(draw 1 1 2 1)", "a1b1"),
        ("awale", "(sow 3)", "3"),
        ("nim", "(take c 2)", "c 2"),
        ("majorities", "(place e 5)", "e5"),
        ("pig", "roll", "roll"),
    ],
)
def test_short_forms(name: str, move: str, short: str) -> None:
    layout = layout_of(ws.load(name))
    assert short_forms(layout, [move]) == {move: short}


def test_what_people_type() -> None:
    shorts = {"(move e 2 e 4)": "e2e4", "(move e 2 e 3)": "e2e3", "(take a 1)": "a 1", "(take a 12)": "a 12"}
    assert read_move("E2-E4", shorts) == read_move("e2 e4", shorts) == ["(move e 2 e 4)"]
    assert read_move("e2", shorts) == ["(move e 2 e 4)", "(move e 2 e 3)"]
    assert read_move("a1", shorts) == ["(take a 1)"]
    assert read_move("", shorts) == read_move("-", shorts) == read_move("z9", shorts) == []
    numbers = {"(roll 1 12)": "roll 1 12", "(roll 11 2)": "roll 11 2"}
    assert [read_move(short, numbers) for short in numbers.values()] == [["(roll 1 12)"], ["(roll 11 2)"]]


def test_moves_that_look_alike_get_their_names() -> None:
    layout = layout_of(ws.load("checkers"))
    both = ["(jump 3 3 5 5)", "(move 3 3 5 5)"]
    assert short_forms(layout, both) == {"(jump 3 3 5 5)": "jump c3e5", "(move 3 3 5 5)": "move c3e5"}
