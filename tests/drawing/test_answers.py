"""What a player asked and was told."""

from __future__ import annotations

import woodstock as ws
from woodstock.drawing import Kind, Picture, known_picture, layout_of, move_spots
from woodstock.drawing.answers import Told, asked
from woodstock.drawing.layout import Style
from woodstock.drawing.text import Look
from woodstock.referee import position

GUESS = "(set red red blue pink) (guess red blue blue green) (guess red red blue pink)"


def played(name: str, moves: str, role: int) -> Picture:
    game = ws.load(name)
    machine = game.machine()
    steps = position.follow(machine, machine.initial(), moves)
    return known_picture(game, role, position.history(machine, machine.initial(), steps, role))


def test_past_guesses_are_rows_of_pegs() -> None:
    shown = played("mastermind", GUESS, 0)
    board = shown.beside[0]
    assert board.board.columns == ("1", "2", "3", "4", "black", "white") and board.board.rows == ("1", "2")
    pegs = [[token.name for token in board.tokens[x, 0]] for x in range(6)]
    assert pegs == [["red"], ["blue"], ["blue"], ["green"], ["2"], ["0"]]
    assert [board.tokens[x, 1][0].name for x in (4, 5)] == ["4", "0"]
    assert board.tokens[4, 0][0].style is Style.COUNT
    text = shown.text(Look())
    assert "guess, and what was seen:" in text
    # Before the first guess there is nothing to show.
    assert played("mastermind", "(set red red blue pink)", 0).beside == ()


def test_shots_and_what_became_of_them() -> None:
    layout = layout_of(ws.load("battleship"))
    history = [
        Told("(place across 1 1)", ()),
        Told("noop", ("(fire 2 2)",)),
        Told("(shoot 1 1)", ("hit",)),
        Told("(shoot 4 2)", ("water",)),
        Told("(shoot 1 2)", ("sunk",)),
    ]
    (drawn,) = asked(layout, history)
    assert drawn.board.kind is Kind.SQUARE and not drawn.board.layers
    board = layout.boards[0]
    wanted = {"(shoot 1 1)": "hit", "(shoot 4 2)": "water", "(shoot 1 2)": "sunk"}
    assert {move_spots(layout, move)[0].cell: said for move, said in wanted.items()} == {
        cell: tokens[0].name for cell, tokens in drawn.tokens.items()
    }
    assert (drawn.board.columns, drawn.board.rows) == (board.columns, board.rows)


def test_games_that_keep_the_answers_show_them_once() -> None:
    """Own marks of phantom tic-tac-toe are fluents already."""
    assert played("phantom_tic_tac_toe", "(mark 1 1) (mark 2 2)", 0).beside == ()
