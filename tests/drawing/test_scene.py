"""Positions laid out: nothing that holds is lost, and everything is where the layout says."""

from __future__ import annotations

import pytest

import woodstock as ws
from drawing.playing import states
from woodstock import games
from woodstock.drawing import Layout, layout_of, scene_of
from woodstock.drawing.forms import functor, put_together, taken_apart
from woodstock.drawing.layout import Style
from woodstock.drawing.scene import MOST_NAMED


@pytest.mark.parametrize("name", games.names())
def test_every_fluent_is_drawn_or_told(name: str) -> None:
    game = ws.load(name)
    machine, layout = game.machine(), layout_of(game)
    for state in states(machine, 60, name):
        assert scene_of(layout, machine.fluents(state)).left_out == ()


@pytest.mark.parametrize("name", ["chess", "battleship", "hex", "awale", "tic_tac_toe", "kaseklau", "war"])
def test_pieces_are_where_the_fluents_say(name: str) -> None:
    """An oracle that reads no layout but the board's own words: each token, put back into its fluent, holds; and there
    are as many tokens as fluents."""
    game = ws.load(name)
    machine, layout = game.machine(), layout_of(game)
    for state in states(machine, 40, name):
        fluents = set(machine.fluents(state))
        scene = scene_of(layout, fluents)
        for drawn in scene.boards:
            told: set[str] = set()
            for (x, y), tokens in drawn.tokens.items():
                names = {drawn.board.columns[x], drawn.board.rows[y]} - {""}
                for token in tokens:
                    fitting = [
                        fluent
                        for fluent in fluents
                        if names <= set(taken_apart(fluent)[1])
                        and set(token.name.split()) <= {functor(taken_apart(fluent)[0]), *taken_apart(fluent)[1]}
                    ]
                    assert fitting, (token, names)
                    told.update(fitting)
            forms = {layer.fluent for layer in drawn.board.layers if layer.style is not Style.LINE}
            where = [layer.where for layer in drawn.board.layers]
            if not any(where):
                empty = {fluent for fluent in fluents if set(taken_apart(fluent)[1]) & set(layout.empty)}
                assert {fluent for fluent in fluents if taken_apart(fluent)[0] in forms} - empty <= told


def test_what_does_not_fit_is_told() -> None:
    layout = layout_of(ws.load("tic_tac_toe"))
    strange = ["(cell 1 1 (king x))", "(cell 9 9 x)", "(cell 1)", "cell", "(step 4)"]
    scene = scene_of(layout, strange)
    assert all(not drawn.tokens for drawn in scene.boards)
    assert len(scene.status) == 5 and "step 4" in scene.status and scene.left_out == ()


def test_binary_numbers_are_told_as_numbers() -> None:
    layout = Layout(binary=("(score ? ?)",))
    scene = scene_of(layout, ["(score ann 0)", "(score ann 5)", "(score bob 1)", "(score bob x)"])
    assert scene.status == ("score ann 33, bob 2",) and scene.left_out == ()


def test_the_status_line_is_bounded() -> None:
    many = [f"(on {number})" for number in range(500)]
    scene = scene_of(Layout(), many)
    assert len(scene.status) == 1 and "488 more" in scene.status[0]
    assert len(scene.left_out) == 500 - MOST_NAMED
    forms = scene_of(Layout(), [f"fluent{number}" for number in range(500)])
    assert len(forms.status) + len(forms.left_out) == 500 and len(forms.status) < 50


@pytest.mark.parametrize("text", ["(cell 1 2 x)", "noop", "(on (cell 1 2) (f (g x)))", "(f)"])
def test_taken_apart_and_put_together(text: str) -> None:
    assert put_together(*taken_apart(text)) == text
