"""The bundled games: what their descriptions say holds in the rules, and small ones have the value they should."""

from __future__ import annotations

import doctest
import random
import re
from importlib import import_module
from itertools import product
from statistics import fmean

import pytest

import woodstock as ws
from oracles.kif import show
from oracles.naive import Oracle
from oracles.named import Named
from woodstock import games
from woodstock.engine.machine import Machine, State
from woodstock.errors import UnknownGameError

BUNDLED = ("breakthrough", "connect_four", "matching_pennies", "othello", "random_tic_tac_toe_2x2", "tic_tac_toe")


def test_names() -> None:
    assert set(BUNDLED) <= set(games.names())
    assert list(games.names()) == sorted(games.names())


@pytest.mark.parametrize("name", games.names())
def test_a_rulesheet_starts_with_a_head_comment(name: str) -> None:
    head = re.match(r"(;.*\n)+", games.text(name))
    assert head is not None
    assert re.search(r"\b(chance|random)\b", head.group().lower()), (
        "the head comment says how chance is drawn, or that nothing is random"
    )


@pytest.mark.parametrize("name", games.names())
def test_metadata_agrees_with_the_rules(name: str) -> None:
    described, rules = games.metadata(name), Oracle(games.text(name))
    assert described.name == name
    assert described.title
    assert described.roles == rules.roles
    assert described.chance == ("random" in rules.roles)
    assert described.players == len(rules.roles) - described.chance
    assert described.sees == (("sees", 2) in rules.rules or ("sees", 2) in rules.facts)
    assert described.tags
    assert ("stochastic" in described.tags) == described.chance


@pytest.mark.parametrize("name", games.names())
def test_fluents_and_moves_are_declared(name: str) -> None:
    """`base` and `input` are for readers, so nothing else would notice when they lie."""
    rules = Oracle(games.text(name))
    declared = {show(fluent) for (fluent,) in rules._answers("base", (None,))}
    moves = {(show(role), show(move)) for role, move in rules._answers("input", (None, None))}
    played = Named(ws.load(name).machine())
    rng = random.Random(name)
    state = played.initial()
    for _ in range(60):
        assert played.fluents(state) <= declared
        if played.terminal(state):
            break
        legal = played.legal(state)
        assert {(role, move) for role in played.roles for move in legal[role]} <= moves
        state = played.next(state, {role: rng.choice(sorted(legal[role])) for role in played.roles})


def test_an_unknown_name_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownGameError, match="did you mean connect_four"):
        games.text("Connect-Four")
    with pytest.raises(UnknownGameError, match="did you mean othello"):
        games.metadata("otello")
    with pytest.raises(UnknownGameError, match="tic_tac_toe"):
        games.text("zzz")
    with pytest.raises(UnknownGameError):
        games.text("../games/othello")


def test_the_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(import_module(games.names.__module__)).failed == 0


# Playing through the machine


@pytest.mark.parametrize("name", games.names())
def test_random_play_ends_with_goals(name: str) -> None:
    machine = ws.load(name).machine()
    described = games.metadata(name)
    assert machine.roles == described.roles
    rng = random.Random(0)
    for _ in range(20):
        state = machine.initial()
        while not machine.terminal(state):
            state = machine.next(state, [rng.choice(moves) for moves in machine.legal(state)])
        goals = [goal for role, goal in enumerate(machine.goals(state)) if role != machine.chance]
        assert all(goal is not None for goal in goals)
        if "constant-sum" in described.tags:
            assert sum(goal for goal in goals if goal is not None) == 100
        if "cooperative" in described.tags:
            assert len(set(goals)) == 1


def best_value(machine: Machine, state: State, role: int, allies: frozenset[int]) -> float:
    """The goal of a role when its allies choose the best joint move for it, the others the worst, and chance is fair.

    Right for games in which, at each step, only allies, only others or only chance have a choice.
    """
    if machine.terminal(state):
        goal = machine.goals(state)[role]
        assert goal is not None
        return goal
    legal = machine.legal(state)
    values = [best_value(machine, machine.next(state, joint), role, allies) for joint in product(*legal)]
    choosing = {each for each, moves in enumerate(legal) if len(moves) > 1}
    if choosing == {machine.chance}:
        return fmean(values)
    assert choosing <= allies or not choosing & allies
    return max(values) if choosing <= allies else min(values)


def test_the_value_of_matching_pennies() -> None:
    machine = ws.load("matching_pennies").machine()
    assert best_value(machine, machine.initial(), 0, frozenset({0, 1})) == 50
    assert best_value(machine, machine.initial(), 1, frozenset({0, 1})) == 50


def test_matching_pennies_by_choice() -> None:
    """Agreeing wins half of the time; not agreeing never does."""
    machine = ws.load("matching_pennies").machine()
    legal = machine.legal(machine.initial())
    for alice, bob in product(legal[0], legal[1]):
        state = machine.next(machine.initial(), [alice, bob, machine.move_number(2, "noop")])
        agreed = machine.move_name(0, alice) == machine.move_name(1, bob)
        assert best_value(machine, state, 0, frozenset()) == (50 if agreed else 0)


def test_the_values_of_random_tic_tac_toe() -> None:
    """The first player can always choose a line that holds a single free cell, the one that is wanted, and wins."""
    machine = ws.load("random_tic_tac_toe_2x2").machine()
    assert best_value(machine, machine.initial(), 0, frozenset({0})) == 100
    assert best_value(machine, machine.initial(), 1, frozenset({1})) == 0


def test_the_chance_of_random_tic_tac_toe_is_fair() -> None:
    """Example 5 of the paper: with 1 on (x1 y1) and 2 on (x2 y2) any line gives player1 a cell that wins."""
    machine = ws.load("random_tic_tac_toe_2x2").machine()
    state = machine.initial()
    for moves in [
        ["(chooseRow x1)", "noop", "noop"],
        ["noop", "noop", "(mark x1 y1 player1)"],
        ["noop", "(chooseCol y2)", "noop"],
    ]:
        state = machine.next(state, [machine.move_number(role, move) for role, move in enumerate(moves)])
    chance = {machine.move_name(2, move) for move in machine.legal(state)[2]}
    assert chance == {"(mark x1 y2 player2)", "(mark x2 y2 player2)"}
    marked = [machine.move_number(0, "noop"), machine.move_number(1, "noop")]
    state = machine.next(state, [*marked, machine.move_number(2, "(mark x2 y2 player2)")])
    assert len(machine.legal(state)[0]) == 4
    # No choice is left that matters, so not even an adversary in player1's seat can avoid the win.
    assert best_value(machine, state, 0, frozenset()) == 100


def test_the_value_of_tic_tac_toe_is_a_draw() -> None:
    machine = ws.load("tic_tac_toe").machine()
    state = machine.initial()
    for moves in [["(mark 2 2)", "noop"], ["noop", "(mark 1 1)"]]:
        state = machine.next(state, [machine.move_number(role, move) for role, move in enumerate(moves)])
    assert best_value(machine, state, 0, frozenset({0})) == 50
