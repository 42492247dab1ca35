"""Exact play in games for one with percepts, held to trying everything with fractions."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import woodstock as ws
from beliefs.brute_force import posterior, random_matches
from beliefs.sheets import sheet
from players.seats import match
from woodstock.beliefs import belief_of
from woodstock.engine.game import Game, compile_game
from woodstock.engine.machine import Machine, State
from woodstock.engine.source import Source
from woodstock.errors import WoodstockError
from woodstock.players import parse
from woodstock.search import BeliefExpectimax

PLACES, MOVES, DRAWS = 5, 3, 2


def wandering(seed: int, steps: int) -> str:
    """Rules of a walk: where a move leads depends on what chance draws, and percepts tell some of it."""
    chance = random.Random(seed)
    ways = list(itertools.product(range(PLACES), range(MOVES), range(DRAWS)))
    lines = ["(role player) (role random)", "(init (step 0))"]
    lines += [f"(init (at {chance.randrange(PLACES)}))"]
    lines += [f"(follows {step} {step + 1})" for step in range(steps)]
    lines += [f"(draw {draw})" for draw in range(DRAWS)]
    # Not all moves are legal everywhere: a player is told which are, and learns from it.
    lines += [
        f"(can {place} {move})"
        for place in range(PLACES)
        for move in range(MOVES)
        if move == 0 or chance.random() < 0.8
    ]
    lines += [f"(leads {place} {move} {draw} {chance.randrange(PLACES)})" for place, move, draw in ways]
    lines += [f"(shows {place} {move} {draw} {chance.randrange(2)})" for place, move, draw in ways]
    lines += [f"(worth {place} {chance.choice((0, 0, 30, 100))})" for place in range(PLACES)]
    lines += [f"(stops {place})" for place in range(PLACES) if chance.random() < 0.2]
    return "\n".join(
        [
            *lines,
            "(<= (legal player (go ?m)) (true (at ?p)) (can ?p ?m))",
            "(<= (legal random (take ?d)) (draw ?d))",
            "(<= (next (at ?q)) (true (at ?p)) (does player (go ?m)) (does random (take ?d)) (leads ?p ?m ?d ?q))",
            "(<= (next (step ?n)) (true (step ?m)) (follows ?m ?n))",
            "(<= (sees player ?o) (true (at ?p)) (does player (go ?m)) (does random (take ?d)) (shows ?p ?m ?d ?o))",
            f"(<= terminal (true (step {steps})))",
            "(<= terminal (true (at ?p)) (stops ?p) (true (step ?n)) (follows 0 ?n))",
            "(<= (goal player ?v) (true (at ?p)) (worth ?p ?v))",
        ]
    )


def worth(machine: Machine, role: int, masses: dict[State, Fraction]) -> Fraction:
    """What these states are worth together, each counted by its mass, to one who does not know which it is."""
    moves = machine.legal(next(iter(masses)))[role]
    return max(
        sum(
            (worth(machine, role, one) if isinstance(one, dict) else one for one in after(machine, role, masses, move)),
            Fraction(0),
        )
        for move in moves
    )


def after(
    machine: Machine, role: int, masses: dict[State, Fraction], move: int
) -> list[dict[State, Fraction] | Fraction]:
    """What may follow a move: what is gained at an end, and for each thing that may be seen the states there."""
    gained = Fraction(0)
    seen: dict[object, dict[State, Fraction]] = {}
    for state, mass in masses.items():
        legal = machine.legal(state)
        legal[role] = [move]
        joint_moves = list(itertools.product(*legal))
        for joint_move in joint_moves:
            following = machine.next(state, joint_move)
            part = mass / len(joint_moves)
            if machine.terminal(following):
                gained += part * Fraction(machine.goals(following)[role] or 0, 100)
                continue
            told = (tuple(machine.percepts(state, joint_move)[role]), tuple(machine.legal(following)[role]))
            place = seen.setdefault(told, {})
            place[following] = place.get(following, Fraction(0)) + part
    return [gained, *seen.values()]


def player_of(game: Game) -> int:
    return next(role for role in range(len(game.roles)) if role != game.chance)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 4))
def test_values_are_those_of_trying_everything(seed: int, steps: int) -> None:
    game = compile_game(Source("wandering", wandering(seed, steps).encode()), cache=False)
    machine, role = game.machine(), player_of(game)
    if machine.terminal(machine.initial()):
        return
    search = BeliefExpectimax(game)
    search.search(machine.initial(), playouts=100_000)
    report = search.report(role)
    assert report.proved
    start = {machine.initial(): Fraction(1)}
    assert report.value == pytest.approx(float(worth(machine, role, start)))
    for move in report.moves:
        parts = after(machine, role, start, move.move)
        exact = float(sum(worth(machine, role, one) if isinstance(one, dict) else one for one in parts))
        assert move.low - 1e-9 <= exact <= move.high + 1e-9
        assert move.move != report.best or exact == pytest.approx(report.value)


@pytest.mark.parametrize("name", ["monty", "dice"])
def test_beliefs_in_mid_match(name: str) -> None:
    game = sheet(name)
    machine, role = game.machine(), player_of(game)
    search = BeliefExpectimax(game)
    for seed in range(8):
        belief = belief_of(game, role)
        told = 0
        for _, history in random_matches(machine, role, seed):
            for move, seen in history[told:]:
                belief.observe(move, seen)
            told = len(history)
            search.search_belief(belief, playouts=10_000)
            report = search.report(role)
            assert report.proved
            assert report.value == pytest.approx(float(worth(machine, role, posterior(machine, role, history))))


def test_mastermind_is_solved_within_four_guesses() -> None:
    """As the strategy of Knuth does in this size; so whatever the code is."""
    game = ws.load("mastermind")
    search = BeliefExpectimax(game)
    search.search(game.machine().initial(), playouts=100_000)
    report = search.report(player_of(game))
    assert report.proved
    assert report.value == pytest.approx(1.0)


@pytest.mark.parametrize("spec", ["woodstock:playouts=20000", "minimax"])
def test_players_find_every_code(spec: str) -> None:
    game = ws.load("mastermind")
    player = parse(spec).make()
    for seed in range(10):
        _, _, record = match(game, player, player_of(game), seed)
        assert record.goals[player_of(game)] == 100


def test_where_there_is_no_time_bounds_are_what_is_known() -> None:
    game = ws.load("mastermind")
    search = BeliefExpectimax(game)
    search.search(game.machine().initial(), playouts=1)
    report = search.report(player_of(game))
    assert not report.proved
    assert report.best in game.machine().legal(game.machine().initial())[player_of(game)]
    for _ in range(10):  # it goes on from what it knows
        search.search(game.machine().initial(), playouts=300)
    assert search.report(player_of(game)).proved


def test_what_is_too_large_is_given_up_and_told() -> None:
    game = ws.load("wumpus")
    search = BeliefExpectimax(game, successors=2_000)
    search.search(game.machine().initial(), playouts=10**9)
    assert not search.report(player_of(game)).proved


def test_where_chance_has_no_move_nothing_is_known() -> None:
    """Such rules are broken, and strangers write them."""
    rules = """
        (role player) (role random) (init (step 0))
        (legal player a) (legal player b) (<= (legal random roll) (true (step 1)))
        (<= (next (step 1)) (true (step 0))) (<= terminal (true (step 1)))
        (<= (sees player ?m) (does player ?m)) (goal player 50)
    """
    game = compile_game(Source("broken", rules.encode()), cache=False)
    search = BeliefExpectimax(game)
    search.search(game.machine().initial(), playouts=100)
    report = search.report(player_of(game))
    assert not report.proved
    assert report.best in [move.move for move in report.moves]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(WoodstockError, match="one player"):
        BeliefExpectimax(sheet("kuhn"))
    with pytest.raises(WoodstockError, match="successors"):
        BeliefExpectimax(sheet("dice"), successors=0)
    with pytest.raises(ValueError, match="no root"):
        BeliefExpectimax(sheet("dice")).report(7)
