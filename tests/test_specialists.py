"""How specialists are spoken to: moves and boards in their words, against OpenSpiel, which writes them the same way."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

import pyspiel
import pytest

import woodstock as ws
from woodstock.referee import play
from woodstock.referee.player import Player, Seat, Turn

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from adapters import chess_board, chess_text, othello_board, othello_text, shown_board
from specialists import Across

sys.path.pop()  # it has an experiments.py, which would hide the folder of tests


def spiel_board(position: pyspiel.State) -> str:
    """OpenSpiel's board of othello, as `othello_board` has it."""
    rows = [line.split() for line in str(position).splitlines()]
    cells = "".join("".join(row[1:9]) for row in rows if len(row) == 10)
    return cells.translate(str.maketrans("xo-", "XO."))


def spiel_moves(position: pyspiel.State) -> dict[str, int]:
    texts = ((position.action_to_string(action), action) for action in position.legal_actions())
    return {text.split("(")[0].strip(): action for text, action in texts}


class Spiel:
    """OpenSpiel's othello behind the calls of a program: it moves at random, and may be made to err."""

    game: ClassVar[str] = "othello"

    def __init__(self, seed: int) -> None:
        self.position = pyspiel.load_game("othello").new_initial_state()
        self.chance = random.Random(seed)
        self.forgets = False
        self.lies = False

    def text(self, role: int, move: str) -> str:
        return othello_text(move)

    def board_of(self, fluents: Iterable[str]) -> str:
        return othello_board(fluents)

    def board(self) -> str:
        return spiel_board(self.position)

    def note(self, role: int, text: str) -> None:
        assert role == self.position.current_player()
        if not self.forgets:
            self.position.apply_action(spiel_moves(self.position)[text])

    def choose(self, role: int) -> str:
        assert role == self.position.current_player()
        return "d4" if self.lies else self.chance.choice(sorted(spiel_moves(self.position)))

    def stop(self) -> None:
        pass


class Anything:
    """A player that makes random moves."""

    def start(self, seat: Seat) -> None:
        self._chance = random.Random(seat.seed)

    def choose(self, turn: Turn) -> int:
        return self._chance.choice(turn.legal)

    def stop(self) -> None:
        pass


@pytest.mark.parametrize("seed", range(6))
def test_a_program_across_the_table_plays_the_same_game(seed: int) -> None:
    program = Spiel(seed)
    players: list[Player] = [Across(program), Anything()] if seed % 2 else [Anything(), Across(program)]
    record = play(ws.load("othello"), players, seed=seed)
    assert not record.deviations
    assert len(record.moves) > 50


def test_a_board_that_differs_is_noticed() -> None:
    program = Spiel(0)
    program.forgets = True
    record = play(ws.load("othello"), [Anything(), Across(program)], seed=0)
    assert record.deviations
    assert "our board" in record.deviations[0].detail


def test_a_move_that_is_not_legal_is_noticed() -> None:
    program = Spiel(0)
    program.lies = True
    record = play(ws.load("othello"), [Anything(), Across(program)], seed=0)
    assert "d4 is not among our legal moves" in record.deviations[0].detail


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 30))])
def test_chess_in_the_words_of_uci(seed: int) -> None:
    machine, chance = ws.load("chess").machine(), random.Random(seed)
    position, state = pyspiel.load_game("chess").new_initial_state(), machine.initial()
    kinds = set()
    while not machine.terminal(state) and not position.is_terminal():
        role = 1 - position.current_player()  # white is player 1 there
        assert chess_board(machine.fluents(state)) == " ".join(str(position).split()[:3])
        board, legal = position.board(), machine.legal(state)
        theirs = {pyspiel.chess.action_to_move(action, board).to_lan(): action for action in position.legal_actions()}
        ours = {chess_text(role, machine.move_name(role, move)): move for move in legal[role]}
        assert ours.keys() == theirs.keys()
        text = chance.choice(sorted(ours))
        kinds.add(machine.move_name(role, ours[text]).split()[0])
        joint_move = [moves[0] for moves in legal]
        joint_move[role] = ours[text]
        state = machine.next(state, joint_move)
        position.apply_action(theirs[text])
    assert "(move" in kinds


@pytest.mark.parametrize(
    ("role", "move", "text"),
    [
        (0, "(move e 2 e 4)", "e2e4"),
        (0, "(castle kingside)", "e1g1"),
        (1, "(castle queenside)", "e8c8"),
        (0, "(promote a 7 b 8 knight)", "a7b8n"),
        (1, "(promote h 2 h 1 queen)", "h2h1q"),
    ],
)
def test_moves_of_chess(role: int, move: str, text: str) -> None:
    assert chess_text(role, move) == text


def test_a_board_that_gtp_rhino_shows() -> None:
    shown = """= Next move: White
    a b c d e f g h
  1 . . . . . . . .
  2 . . . . . . . .
  3 . . . . . . . .
  4 . . X X X . . .
  5 . . . X O . . .
  6 . . . . . . . .
  7 . . . . . . . .
  8 . . . . . . . ."""
    machine = ws.load("othello").machine()
    state = machine.initial()
    moves = {machine.move_name(0, move): move for move in machine.legal(state)[0]}
    state = machine.next(state, [moves["(place 3 4)"], machine.legal(state)[1][0]])
    assert shown_board(shown.splitlines()) == othello_board(machine.fluents(state))
