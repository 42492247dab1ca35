"""UCT in Python, over any machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import woodstock as ws
from oracles.solving import solve
from search.graphs import Graph, bet, chase, puzzle, random_graph, three_players
from woodstock.search import PlainUct


@pytest.mark.parametrize("seed", range(8))
def test_values_come_close_to_the_exact_ones(seed: int, made: Callable[[Graph], ws.Game]) -> None:
    graph = (puzzle(), three_players(), bet())[seed] if seed < 3 else random_graph(seed)
    machine = made(graph).machine()
    known = solve(machine)
    search = PlainUct(machine, seed=seed)
    search.search(machine.initial(), playouts=4000)
    for role in range(len(machine.roles)):
        report = search.report(role)
        assert report.best in machine.legal(machine.initial())[role]
        if machine.initial() in known and role != machine.chance and len(report.moves) > 1 and seed < 3:
            best = next(move for move in report.moves if move.move == report.best)
            assert best.value == pytest.approx(float(known[machine.initial()][role]), abs=0.1)


def test_the_tree_is_kept_and_the_same_seed_does_the_same() -> None:
    machine = ws.load("tic_tac_toe").machine()
    searches = [PlainUct(machine), PlainUct(machine)]
    for search in searches:
        search.search(machine.initial(), playouts=500)
    first, second = (search.report(0) for search in searches)
    assert first.moves == second.moves and first.line == second.line
    search = searches[0]
    state = machine.next(machine.initial(), first.line[0])
    search.search(state, playouts=0)
    assert sum(move.visits for move in search.report(1).moves) > 10


def test_a_game_without_end_and_one_that_is_over(made: Callable[[Graph], ws.Game]) -> None:
    machine = made(chase()).machine()
    search = PlainUct(machine)
    search.search(machine.initial(), playouts=50)
    assert search.report(0).best == 0
    tic = ws.load("tic_tac_toe").machine()
    state = tic.initial()
    while not tic.terminal(state):
        state = tic.next(state, [own[0] for own in tic.legal(state)])
    over = PlainUct(tic)
    over.search(state, playouts=10)
    assert over.report(0).proved and over.report(0).values == (1.0, 0.0)
