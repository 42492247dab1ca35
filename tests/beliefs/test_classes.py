"""The classes of games, held to what is known of them and to trying everything."""

from __future__ import annotations

import itertools

import pytest

import woodstock as ws
from beliefs.sheets import HERE, NAMES, sheet
from cli.running import woodstock
from woodstock.beliefs import knowledge_class
from woodstock.engine.game import Game, compile_game
from woodstock.engine.machine import State
from woodstock.engine.source import Source
from woodstock.ground import Limits

CLASSES = {"kuhn": "private", "leduc": "private", "monty": "shared", "dice": "shared", "latent": "shared"}

# Everybody is told all moves, each in words of its own.
TOLD = """
(role a) (role b) (role random)
(init (step 0)) (succ 0 1) (succ 1 2)
(coin heads) (coin tails)
(<= (legal ?r (put ?c)) (role ?r) (coin ?c))
(<= (sees ?r (made ?r ?s ?c)) (role ?r) (does ?s (put ?c)))
(<= (next (lies ?r ?c)) (does ?r (put ?c)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 2)))
(goal a 50) (goal b 50)
"""

# The same percept for both by rules that are not the same: only trying everything proves that it is shared.
SAME = """
(role a) (role b)
(init (lies a heads)) (init (lies b heads)) (init (step 0)) (succ 0 1) (succ 1 2)
(coin heads) (coin tails)
(<= (legal ?r (put ?c)) (role ?r) (coin ?c))
(<= (next (lies ?r ?c)) (does ?r (put ?c)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (sees a shown) (true (lies a heads)))
(<= (sees b shown) (not (true (lies a tails))))
(<= terminal (true (step 2)))
(goal a 50) (goal b 50)
"""


def game_of(text: str) -> Game:
    return compile_game(Source("small", text.encode()), cache=False)


@pytest.mark.parametrize("name", CLASSES)
def test_classes_that_are_known(name: str) -> None:
    found = knowledge_class(sheet(name))
    assert found.kind == CLASSES[name]
    assert found.proved
    assert found.witness


def test_a_game_without_percepts_is_complete() -> None:
    assert knowledge_class(ws.load("pig")) == knowledge_class(ws.load("tic_tac_toe"))
    assert knowledge_class(ws.load("pig")).proved


def test_complete_by_trying_everything() -> None:
    found = knowledge_class(game_of(TOLD))
    assert (found.kind, found.proved, found.witness) == ("complete", True, None)
    few = knowledge_class(game_of(TOLD), states=1)
    assert (few.kind, few.proved) == ("complete", False)


def test_shared_by_trying_everything() -> None:
    found = knowledge_class(game_of(SAME))
    assert (found.kind, found.proved) == ("shared", True)
    assert found.witness
    private = knowledge_class(game_of(SAME.replace("(not (true (lies a tails)))", "(true (lies b heads))")))
    assert private.kind == "private"
    assert private.witness is not None
    assert private.witness.startswith("after ")


@pytest.mark.parametrize("text", [TOLD, SAME])
def test_interpreted_games_have_the_same_class(text: str) -> None:
    source = Source("small", text.encode())
    with pytest.warns(UserWarning, match="interpreted"):
        slow = compile_game(source, limits=Limits(rules=1), cache=False)
    assert slow.circuit is None
    assert knowledge_class(slow).kind == knowledge_class(game_of(text)).kind


@pytest.mark.parametrize("name", [name for name in NAMES if name != "latent"])
def test_shared_is_what_the_paper_says(name: str) -> None:
    """Paper 002, section 2: whatever one player sees in any state under any joint move, all others see."""
    game = sheet(name)
    machine = game.machine()
    players = [role for role in range(len(game.roles)) if role != game.chance]
    met: set[State] = set()
    waiting = [machine.initial()]
    shared = True
    while waiting and shared:
        state = waiting.pop()
        if state in met or machine.terminal(state):
            continue
        met.add(state)
        for joint_move in itertools.product(*machine.legal(state)):
            seen = machine.percepts(state, joint_move)
            shared = shared and all(seen[role] == seen[players[0]] for role in players)
            waiting.append(machine.next(state, joint_move))
    assert shared == (knowledge_class(game).kind != "private")


def test_the_command_line_tells() -> None:
    answer = woodstock("check", HERE / "monty.kif", "--json").json()
    assert answer["information"]["class"] == "shared"
    assert answer["information"]["proved"] is True
    assert "candidate" in answer["information"]["witness"]
    info = woodstock("info", HERE / "kuhn.kif", "--json").json()
    assert info["information"]["class"] == "private"
    assert "players see different things" in woodstock("info", HERE / "kuhn.kif").out.replace("\n", " ")
    assert "all players see the same" in woodstock("check", HERE / "monty.kif").out.replace("\n", " ")
    assert woodstock("info", "tic_tac_toe", "--json").json()["information"]["class"] == "complete"
