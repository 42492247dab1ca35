"""Who is to move, and what a role does while others choose."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from engine.inline import COUNTER
from woodstock import games
from woodstock.engine.game import compile_game, interpreted
from woodstock.engine.source import Source, find
from woodstock.engine.turns import NOTHING, turns_of
from woodstock.positions.game import for_people

WAITERS = """
(role a) (role b) (init (turn a)) (init (left 3))
(succ 1 0) (succ 2 1) (succ 3 2)
(<= (legal ?r (do 1)) (true (turn ?r)))
(<= (legal ?r (do 2)) (true (turn ?r)))
(<= (legal a sleep) (not (true (turn a))))
(<= (legal b dream) (not (true (turn b))))
(<= (next (turn b)) (true (turn a)))
(<= (next (turn a)) (true (turn b)))
(<= (next (left ?n)) (true (left ?m)) (succ ?m ?n))
(<= terminal (true (left 0)))
(goal a 50) (goal b 50)
"""
"""Roles whose idle moves have names of their own."""


def test_idle_moves_with_the_usual_name_and_without() -> None:
    chess = ws.load("chess")
    assert [chess.actions[role][turns_of(chess).idle[seat]] for seat, role in enumerate(chess.roles)] == ["noop"] * 2
    game = for_people(compile_game(Source("waiters", WAITERS.encode()), cache=False))
    assert [game.actions[role][turns_of(game).idle[seat]] for seat, role in enumerate(game.roles)] == ["sleep", "dream"]
    assert not turns_of(game).together and game.start().turn == "a" and game.start().play("(do 1)").turn == "b"
    both = ws.load("rock_paper_scissors")
    assert turns_of(both).idle == (NOTHING, NOTHING) and turns_of(both).together


def test_interpreted_games_say_the_same() -> None:
    for name in ("tic_tac_toe", "nim"):
        slow, quick = interpreted(find(name)), ws.load(name)
        machines = slow.machine(), quick.machine()
        idle = [turns_of(game).idle for game in (slow, quick)]
        for role in range(2):
            names = [machine.move_name(role, own[role]) for machine, own in zip(machines, idle, strict=True)]
            assert names == ["noop", "noop"]


def test_rules_that_go_no_further_are_left_to_who_comes_there() -> None:
    rules = "(role r) (init p) (<= (legal r go) (true p)) (<= (next q) (does r go)) (goal r 1) (<= terminal (true z))"
    assert turns_of(interpreted(Source("stuck", rules.encode()))).players == (0,)
    assert interpreted(Source("count", COUNTER.encode())).roles


DAILY = ("tic_tac_toe", "connect_four", "nim", "rock_paper_scissors", "breakthrough", "eight_puzzle", "checkers")
LATER = [name for name in games.names() if name not in DAILY and not games.metadata(name).chance]


@pytest.mark.parametrize("name", [*DAILY, *(pytest.param(name, marks=pytest.mark.slow) for name in LATER)])
def test_positions_and_environments_agree(name: str) -> None:
    """Where one role alone has a choice it is its turn; where environments ask one role alone, positions name it."""
    game = ws.load(name)
    turns, rng, position = turns_of(game), random.Random(name), game.start()
    for _ in range(40):
        if position.is_over:
            position = game.start()
        legal = [[move.number for move in position.legal(role)] for role in game.roles]
        moving = [game.roles[seat] for seat in turns.to_move(legal)]
        if len(moving) == 1:
            assert position.turn == moving[0]
        assert set(position.choosing) <= set(moving)
        position = position.play([rng.choice(position.legal(role)) for role in game.roles])
