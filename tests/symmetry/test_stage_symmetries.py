"""Symmetries of a stage whose state is known, and what they keep."""

from __future__ import annotations

import random
from itertools import product

import pytest

import woodstock as ws
from oracles.solving import solve
from woodstock.engine.machine import State
from woodstock.network import Network, Table, Variable
from woodstock.symmetry.automorphisms import generators, orbits
from woodstock.symmetry.coloured_graph import GraphBuilder
from woodstock.symmetry.microstructure import Microstructure
from woodstock.symmetry.stage_symmetries import by_nogoods, by_values


def test_example_5_as_in_the_paper() -> None:
    """The third stage: (x1, y1) is marked with 1 and (x2, y2) with 2. What chance may mark depends on the line chosen;
    all legal moves of player 1 are symmetric."""
    lines = {"row x1": "x1 y2", "row x2": "x2 y1", "col y1": "x2 y1", "col y2": "x1 y2"}
    network = Network(
        [Variable("a1", tuple(lines)), Variable("a0", ("x1 y2", "x2 y1"))],
        [Table(("a1", "a0"), lines.items())],
    )
    build = GraphBuilder()
    pairs = {(one.name, value): build.vertex(("pair", one.name)) for one in network.variables for value in one.domain}
    Microstructure(build, network, pairs, lambda *pair: pair, lambda name: name, {})
    graph = build.graph(len(pairs))
    assert orbits(generators(graph), range(4)) == [[0, 1, 2, 3]]
    assert orbits(generators(graph), range(4, 6)) == [[4, 5]]


def reached(game: ws.Game, fluents: list[str]) -> State:
    return game.machine().state(fluents)


def test_example_5_in_the_game() -> None:
    """The rules alone tell rows from columns; the values of the moves do not."""
    game = ws.load("random_tic_tac_toe_2x2")
    machine = game.machine()
    cells = {"x1 y1": "player1", "x2 y2": "player2", "x1 y2": "blank", "x2 y1": "blank"}
    state = reached(game, ["(control player1)", *(f"(cell {cell} {owner})" for cell, owner in cells.items())])
    known = solve(machine, state)
    legal = machine.legal(state)
    joint_moves = [tuple(joint) for joint in product(*legal)]
    found = by_values(legal, {joint: known[machine.next(state, joint)] for joint in joint_moves})
    assert found.orbits[0] == (tuple(legal[0]),)
    assert len(legal[0]) == 4


@pytest.mark.parametrize("name", ["tic_tac_toe", "random_tic_tac_toe_2x2"])
def test_symmetric_moves_are_worth_the_same(name: str) -> None:
    """Proposition 4: constraint symmetries of a stage with its values keep minimax strategies."""
    game = ws.load(name)
    machine = game.machine()
    known = solve(machine)
    for state in random.Random(1).sample(sorted(known), 60):
        if machine.terminal(state):
            continue
        legal = machine.legal(state)
        values = {tuple(joint): known[machine.next(state, joint)] for joint in product(*legal)}
        for role, own in enumerate(by_values(legal, values).orbits):
            for orbit in own:
                worth = {
                    tuple(sorted(value[role] for joint, value in values.items() if joint[role] == move))
                    for move in orbit
                }
                assert len(worth) == 1


def test_nogoods_part_the_moves() -> None:
    found = by_nogoods([[3, 5, 7, 9], [0]], [(3, 0), (9, 0)])
    assert found.orbits == (((3, 9), (5, 7)), ((0,),))
    assert found.order == 4
    assert by_nogoods([[1, 2], [1, 2]], []).order == 4
    crossed = by_nogoods([[1, 2], [1, 2]], [(1, 1), (2, 2)])
    assert crossed.order == 2
    assert crossed.orbits == (((1, 2),), ((1, 2),))
