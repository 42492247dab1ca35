"""What can be known of a match from its messages, held to all that is possible."""

from __future__ import annotations

import random
import time

import pytest

import woodstock as ws
from protocol.rules import HANDS
from sheets import path_of
from woodstock.engine.game import Game, compile_game
from woodstock.engine.source import Source
from woodstock.protocol.knowledge import Complete, Guessed, joint_move_of, knowledge_of
from woodstock.protocol.messages import News

FOREVER = 1e12
HIDDEN = ["scully/montyhall.kif", "ggp_python/ii_kriegtictactoe.kif", "scully/pennies.kif", "scully/meier.kif"]


@pytest.fixture(scope="module")
def hands() -> Game:
    return compile_game(Source("hands", HANDS.encode()), cache=False)


@pytest.mark.sheets
@pytest.mark.parametrize("sheet", HIDDEN)
@pytest.mark.parametrize("numbered", [True, False])
def test_legal_moves_are_known_in_public_sheets(sheet: str, numbered: bool) -> None:
    """Random matches: what is thought to be legal always is, in both forms of the messages."""
    game = ws.load(path_of(sheet), lenient=True, cache=False)
    machine = game.machine()
    for seed in range(5):
        chance = random.Random(seed)
        roles = [role for role in range(len(game.roles)) if role != game.chance]
        known = {role: Guessed(game, role, seed) for role in roles}
        state = machine.initial()
        for step in range(40):
            if machine.terminal(state):
                break
            legal = machine.legal(state)
            for role in roles:
                assert known[role].legal() == tuple(legal[role]), (sheet, seed, step, game.roles[role])
            joint_move = [chance.choice(moves) for moves in legal]
            seen = machine.percepts(state, joint_move)
            state = machine.next(state, joint_move)
            if machine.terminal(state):
                break
            for role in roles:
                own = machine.move_name(role, joint_move[role])
                news = News(tuple(seen[role]), step + 1, own) if numbered else News(tuple(seen[role]))
                assert known[role].follow(news, own, time.monotonic() + 5)


def test_moves_in_a_game_with_percepts(hands: Game) -> None:
    """A manager that tells all moves although the game has percepts is understood as well."""
    knowledge = Guessed(hands, 1, 0)
    knowledge.follow(News(("(hide right)", "noop")), "noop", FOREVER)
    machine = hands.machine()
    assert [machine.fluents(state) for state in knowledge._belief.states] == [["(in right)", "(step 1)"]]
    turn = knowledge.turn(None, shown=False)
    assert turn.state is None
    assert turn.percepts == ("(time 0)",)
    shown = knowledge.turn(None, shown=True)
    assert shown.state is not None
    assert machine.fluents(shown.state) == ["(in right)", "(step 1)"]


def test_turns_that_were_missed(hands: Game) -> None:
    knowledge = Guessed(hands, 1, 0)
    assert not knowledge.follow(News(None, 0), None, FOREVER)
    assert knowledge.follow(News(("(time 1)", "yes"), 2, "(guess left)"), "noop", FOREVER)
    assert len(knowledge.turn(None, shown=False).history) == 2
    assert not knowledge.follow(News(("(time 1)", "yes"), 2, "(guess left)"), "noop", FOREVER)
    assert not knowledge.follow(News(("(time 0)",), 1, "noop"), "noop", FOREVER)
    machine = hands.machine()
    assert {machine.move_name(1, move) for move in knowledge.legal()} == {"(guess left)", "(guess right)"}


@pytest.mark.parametrize("name", ["tic_tac_toe", "rock_paper_scissors", "pig", "chinese_checkers_3p"])
def test_the_state_of_a_game_without_percepts(name: str) -> None:
    game = ws.load(name)
    machine = game.machine()
    for seed in range(5):
        chance = random.Random(seed)
        knowledge = knowledge_of(game, 0, seed)
        assert isinstance(knowledge, Complete)
        state = machine.initial()
        for _ in range(60):
            if machine.terminal(state):
                assert knowledge.legal() == ()
                break
            turn = knowledge.turn(None, shown=False)
            assert turn.state == state
            assert turn.legal == tuple(machine.legal(state)[0])
            joint_move = [chance.choice(moves) for moves in machine.legal(state)]
            names = [machine.move_name(role, move) for role, move in enumerate(joint_move)]
            told = tuple(text.upper() if chance.random() < 0.3 else text for text in names)
            assert knowledge.follow(News(told), names[0], FOREVER)
            state = machine.next(state, joint_move)


def test_joint_moves_by_name() -> None:
    machine = ws.load("tic_tac_toe").machine()
    state = machine.initial()
    assert joint_move_of(machine, state, ("(mark 1 1)", "noop")) is not None
    assert joint_move_of(machine, state, ("(MARK 1 1)", "NOOP")) == joint_move_of(
        machine, state, ("(mark 1 1)", "noop")
    )
    for names in ((), ("noop",), ("noop", "noop"), ("(mark 1 1)", "noop", "noop"), ("(mark 1 1", "noop")):
        assert joint_move_of(machine, state, names) is None
