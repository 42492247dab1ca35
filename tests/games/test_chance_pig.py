"""Pig against OpenSpiel's: the same moves, scores, ends and results along random games."""

from __future__ import annotations

import random

import pyspiel
import pytest

import woodstock as ws
from oracles.named import Named
from woodstock.engine.machine import State

GAMES = 100


@pytest.fixture(scope="module")
def pig() -> Named:
    return Named(ws.load("pig").machine())


def step(rules: Named, state: State, role: str, move: str) -> State:
    return rules.next(state, {each: move if each == role else "noop" for each in rules.roles})


def scores(rules: Named, state: State) -> list[int]:
    """What both have banked, and the tally of the player in turn."""
    fluents = rules.fluents(state)
    return [
        next(n for n in range(101) if f"({name} {n})" in fluents)
        for name in ("score player1", "score player2", "tally")
    ]


@pytest.mark.parametrize("seed", range(GAMES))
def test_in_lockstep(pig: Named, seed: int) -> None:
    """OpenSpiel lets a player hold before the first roll of a turn, and keeps what is above 100; we do neither."""
    rng = random.Random(seed)
    position = pyspiel.load_game("pig").new_initial_state()
    state = pig.initial()
    while not position.is_terminal():
        assert not pig.terminal(state)
        legal = pig.legal(state)
        if position.is_chance_node():
            sides = {f"(show {action + 1})": action for action, _ in position.chance_outcomes()}
            assert legal["random"] == sides.keys()
            assert legal["player1"] == legal["player2"] == {"noop"}
            mover, move = "random", rng.choice(sorted(sides))
            position.apply_action(sides[move])
        else:
            mover = pig.roles[position.current_player()]
            total = int(str(position).split("Turn total: ")[1].split()[0])
            assert legal[mover] == ({"roll", "hold"} if total else {"roll"})
            assert all(legal[role] == {"noop"} for role in pig.roles if role != mover)
            move = rng.choice(sorted(legal[mover]))
            position.apply_action({"roll": 0, "hold": 1}[move])
        state = step(pig, state, mover, move)
        text = str(position).replace(",", " ").split()
        banked = [min(int(text[at]), 100) for at in (1, 2)]
        assert scores(pig, state)[:2] == banked
        if not position.is_terminal() and not position.is_chance_node():
            total = int(str(position).split("Turn total: ")[1].split()[0])
            assert scores(pig, state)[2] == min(banked[position.current_player()] + total, 100)
    assert pig.terminal(state)
    assert [pig.goals(state)[role] for role in pig.roles[:2]] == [
        {round(50 + 50 * result)} for result in position.returns()
    ]


@pytest.mark.parametrize(("one", "two", "goals"), [(7, 30, (0, 100)), (30, 7, (100, 0)), (12, 12, (50, 50))])
def test_after_the_last_turn_more_points_win(pig: Named, one: int, two: int, goals: tuple[int, int]) -> None:
    state = pig.machine.state(
        [
            f"(score player1 {one})",
            f"(score player2 {two})",
            f"(tally {two})",
            "(control player2)",
            "rolling",
            "(turn 100)",
        ]
    )
    assert not pig.terminal(state)
    state = step(pig, state, "random", "(show 1)")
    assert pig.terminal(state)
    assert (pig.goals(state)["player1"], pig.goals(state)["player2"]) == ({goals[0]}, {goals[1]})
