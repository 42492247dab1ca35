"""What must hold of any bundled game: it ends, nobody is ever without a move, and the end has a goal for everybody."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from woodstock import games, gdl
from woodstock.games.board import draw

PLAYOUTS = 2000
WALKS = 4
STEPS = 100_000


@pytest.mark.parametrize("name", games.names())
def test_the_rules_are_sound(name: str) -> None:
    assert not gdl.check(games.text(name))


@pytest.mark.parametrize("name", games.names())
def test_playouts_end(name: str) -> None:
    result = ws.load(name).playouts(PLAYOUTS, seed=1, limit=STEPS)
    assert result.playouts[0] == PLAYOUTS
    assert result.capped[0] == result.broken[0] == 0


@pytest.mark.parametrize("name", games.names())
def test_everybody_has_a_move_and_at_the_end_a_goal(name: str) -> None:
    """`legal` raises where a role has no move; this says so of each state on the way, by itself."""
    machine = ws.load(name).machine()
    rng = random.Random(name)
    for _ in range(WALKS):
        state = machine.initial()
        while not machine.terminal(state):
            legal = machine.legal(state)
            assert all(legal)
            state = machine.next(state, [rng.choice(moves) for moves in legal])
        assert all(goal is not None or role == machine.chance for role, goal in enumerate(machine.goals(state)))


@pytest.mark.parametrize("name", [name for name in games.names() if games.metadata(name).board])
def test_cells_can_be_told_from_what_is_no_cell(name: str) -> None:
    """The background has one sign for all cells that can hold a piece, and others for walls and for no cell at all."""
    game = ws.load(name)
    board = games.metadata(name).board
    assert board is not None and game.circuit is not None
    rows = board.rows or ("",)
    cells = {
        (rows.index("" if board.row is None else words[board.row]), board.columns.index(words[board.column]))
        for words in (fluent.strip("()").split() for fluent in game.circuit.fluents)
        if words[0] == board.fluent and words[board.column] in board.columns
    }
    every = {(row, column) for row in range(len(rows)) for column in range(len(board.columns))}
    assert len({board.behind(*cell) for cell in cells}) == 1
    assert not {board.behind(*cell) for cell in cells} & {board.behind(*cell) for cell in every - cells}
    if board.background:
        assert [len(line) for line in board.background] == [len(board.columns)] * len(rows)


@pytest.mark.parametrize("name", [name for name in games.names() if games.metadata(name).board])
def test_the_board_shows_all_pieces(name: str) -> None:
    """No fluent of the board is left over for the list under it, and every piece has a sign, or is a number."""
    machine = ws.load(name).machine()
    described = games.metadata(name)
    assert described.board is not None
    rng = random.Random(name)
    state = machine.initial()
    for _ in range(100):
        fluents = machine.fluents(state)
        listed = [line for line in draw(described, fluents).splitlines() if line.startswith("(")]
        assert not [fluent for fluent in listed if fluent.startswith(f"({described.board.fluent} ")]
        placed = {
            fluent.strip("()").split()[described.board.piece] for fluent in set(fluents) - set(listed) if " " in fluent
        }
        assert all(piece in described.board.pieces or piece.isdigit() for piece in placed)
        if machine.terminal(state):
            break
        state = machine.next(state, [rng.choice(moves) for moves in machine.legal(state)])
