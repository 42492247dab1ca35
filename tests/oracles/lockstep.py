"""OpenSpiel's hand-written games, played in lockstep with rules: the same legal moves, ends and results."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

import pyspiel

from oracles.named import Rules

S = TypeVar("S")


def _words(move: str) -> list[str]:
    return move.strip("()").split()


def _mark(move: str) -> str:
    """`(mark row column)`, OpenSpiel counts from 0 and names the player in front."""
    _, row, column = _words(move)
    return f"({int(row) - 1},{int(column) - 1})"


def _drop(move: str) -> str:
    _, column = _words(move)
    return str(int(column) - 1)


def _pawn(move: str) -> str:
    """In OpenSpiel the first player is black and moves down from row 7, so the board is turned upside down."""
    _, x, y, w, z = _words(move)
    return f"{'abcdefgh'[int(x) - 1]}{9 - int(y)}{'abcdefgh'[int(w) - 1]}{9 - int(z)}"


def _disc(move: str) -> str:
    if move == "pass":
        return "pass"
    _, x, y = _words(move)
    return f"{'abcdefgh'[int(x) - 1]}{y}"


TRANSLATIONS: dict[str, Callable[[str], str]] = {
    "tic_tac_toe": _mark,
    "connect_four": _drop,
    "breakthrough": _pawn,
    "othello": _disc,
}
"""For each game, named alike here and there, how OpenSpiel writes a move."""


def spiel_moves(name: str, position: pyspiel.State) -> dict[str, int]:
    """OpenSpiel's legal actions by the text of the move: without the player's mark in front and the capture mark."""
    player = position.current_player()
    moves = {position.action_to_string(player, action): action for action in position.legal_actions()}
    if name in ("tic_tac_toe", "connect_four"):
        return {text[1:]: action for text, action in moves.items()}
    return {text.removesuffix("*"): action for text, action in moves.items()}


def play_in_lockstep(name: str, rules: Rules[S], seed: int, longest: int = 1000) -> int:
    """Play one random game on both sides, or its first moves, and compare at every step. Gives the number of moves."""
    rng = random.Random(seed)
    translate = TRANSLATIONS[name]
    position = pyspiel.load_game(name).new_initial_state()
    state = rules.initial()
    length = 0
    while not position.is_terminal():
        if length == longest:
            return length
        assert not rules.terminal(state), f"{name} is over after {length} moves, not so in OpenSpiel:\n{position}"
        player = position.current_player()
        mover, waiting = rules.roles[player], rules.roles[1 - player]
        legal = rules.legal(state)
        theirs = spiel_moves(name, position)
        ours = {translate(move): move for move in legal[mover]}
        assert legal[waiting] == {"noop"}
        assert ours.keys() == theirs.keys(), f"{name} after {length} moves:\n{position}"
        choice = rng.choice(sorted(ours))
        state = rules.next(state, {mover: ours[choice], waiting: "noop"})
        position.apply_action(theirs[choice])
        length += 1
    assert rules.terminal(state), f"{name} goes on after {length} moves, not so in OpenSpiel:\n{position}"
    results = [{round(50 + 50 * result)} for result in position.returns()]
    assert [rules.goals(state)[role] for role in rules.roles] == results, f"{name}:\n{position}"
    return length
