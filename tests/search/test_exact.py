"""What the searches prove is what an exhaustive solver with fractions finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import woodstock as ws
from oracles.solving import solve
from search.graphs import ROCK_PAPER_SCISSORS, SADDLE, Graph, bet, chase, circle, puzzle, random_graph, three_players
from woodstock.report import Report
from woodstock.search import Grave, Minimax, Searcher, Uct

Maker = Callable[[ws.Game], Searcher]
SEARCHES: list[Maker] = [Uct, Grave, Minimax]
each_search = pytest.mark.parametrize("make", SEARCHES, ids=lambda make: make.__name__.lower())

GRAPHS = {"saddle": SADDLE, "three": three_players(), "puzzle": puzzle(), "bet": bet(), "circle": circle()}


def proof(game: ws.Game, search: Searcher, role: int = 0) -> Report:
    search.search(game.machine().initial(), playouts=100_000)
    return search.report(role)


def check(game: ws.Game, make: Maker) -> None:
    """The root is proved exactly when it has a value; the best moves lead to where the values are kept."""
    machine = game.machine()
    known = solve(machine)
    state = machine.initial()
    search = make(game)
    report = proof(game, search)
    if state not in known:
        assert not report.proved
        return
    assert report.proved
    shown = [0 if role == game.chance else value for role, value in enumerate(known[state])]
    assert report.values == pytest.approx([float(value) for value in shown])
    for role, own in enumerate(machine.legal(state)):
        seen = search.report(role)
        assert [move.move for move in seen.moves] == own
        assert seen.best in own
        best = next(move for move in seen.moves if move.move == seen.best)
        if role != game.chance:
            assert best.proved and best.low == best.value == best.high == pytest.approx(float(known[state][role]))
    if game.chance is None:
        check_line(game, report)


def check_line(game: ws.Game, report: Report) -> None:
    """The principal line is legal and ends with what was promised."""
    machine = game.machine()
    state = machine.initial()
    for joint_move in report.line:
        state = machine.next(state, joint_move)
    assert machine.terminal(state)
    assert [(goal or 0) / 100 for goal in machine.goals(state)] == pytest.approx(list(report.values))


@each_search
@pytest.mark.parametrize("name", ["tic_tac_toe", "random_tic_tac_toe_2x2", "matching_pennies"])
def test_bundled_games(name: str, make: Maker) -> None:
    check(ws.load(name), make)


@each_search
@pytest.mark.parametrize("name", GRAPHS)
def test_small_games(name: str, make: Maker, made: Callable[[Graph], ws.Game]) -> None:
    check(made(GRAPHS[name]), make)


@pytest.mark.parametrize("seed", range(60))
def test_random_games(seed: int, made: Callable[[Graph], ws.Game]) -> None:
    game = made(random_graph(seed))
    for make in SEARCHES:
        check(game, make)


def test_values_known_by_hand(made: Callable[[Graph], ws.Game]) -> None:
    for graph, value in ((SADDLE, 0.4), (bet(), 1 / 3), (puzzle(), 1.0), (circle(), 1.0), (three_players(), 0.8)):
        game = made(graph)
        assert proof(game, Uct(game)).value == pytest.approx(value)
    pennies = ws.load("matching_pennies")
    assert proof(pennies, Uct(pennies)).values == (0.5, 0.5, 0.0)


@each_search
def test_no_saddle_point_no_proof(make: Maker, made: Callable[[Graph], ws.Game]) -> None:
    """Rock, paper, scissors: nothing is proved. A role can be sure of 0, and play comes to a half."""
    game = made(ROCK_PAPER_SCISSORS)
    report = proof(game, make(game))
    assert not report.proved
    assert report.value == pytest.approx(0.0 if make is Minimax else 0.5, abs=0.05)


@each_search
def test_a_game_without_end(make: Maker, made: Callable[[Graph], ws.Game]) -> None:
    """Nobody wants to leave the ring: there is no value, and the search ends all the same, with the move that stays."""
    game = made(chase())
    search = make(game)
    search.search(game.machine().initial(), playouts=300)
    report = search.report(0)
    assert not report.proved
    assert report.best == 0
