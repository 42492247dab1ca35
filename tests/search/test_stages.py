"""Players take shortcuts where a state is fully known: they have the solutions that the split stage has."""

from __future__ import annotations

import numpy as np
import pytest

import woodstock as ws
from network.stages import walk
from woodstock.core import solve_states
from woodstock.network.encoding import Stage
from woodstock.search.mac_ucb import stage_names
from woodstock.solver import StageSolutions, StageSolver

Solved = list[tuple[tuple[int, ...], list[str]]]
"""Joint moves in ascending order, each with the fluents that hold next."""

GAMES = {
    "compact": ["tic_tac_toe", "random_tic_tac_toe_2x2", "orchard", "kuhn_poker", "monty_hall", "meier", "leduc_poker"],
    "propositional": ["connect_four", "matching_pennies", "guess_dice", "pig", "kaseklau", "cant_stop", "yahtzee"],
}
STATES = 8
NODES = 30_000
"""Of the search in one stage, as many as a player gives it where it counts them."""


@pytest.mark.parametrize(("encoding", "name"), [(encoding, name) for encoding in GAMES for name in GAMES[encoding]])
def test_shortcuts_have_the_solutions_of_the_split_stage(encoding: str, name: str) -> None:
    game = ws.load(name)
    machine, stage = game.machine(), game.network(encoding)
    assert isinstance(machine, ws.CircuitMachine)
    solver = StageSolver(stage.network)
    names = stage_names(stage, solver.numbering)
    was_split = False
    for state in walk(machine, STATES):
        found = solver.solve(stage.assignment(machine.fluents(state)))
        was_split |= found.feasibility is not None
        words = np.frombuffer(state, dtype=np.uint64).tolist()
        for core, split in ((solver.core, False), (solver.parts(), True), (None, False)):  # the network, or the circuit
            (solved,) = solve_states(machine.core, core, names, False, words, split=split)
            assert read(machine, solved, len(game.roles)) == in_parts(stage, found)
    assert was_split == (game.chance is not None)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["kaseklau", "yahtzee", *(pytest.param(name, marks=pytest.mark.slow) for name in ("cant_stop", "pickomino"))],
)
def test_split_stages_of_players_have_the_solutions_of_the_whole(name: str) -> None:
    game = ws.load(name)
    machine, stage = game.machine(), game.network(preprocessed=True)
    assert isinstance(machine, ws.CircuitMachine)
    solver = StageSolver(stage.network)
    names = stage_names(stage, solver.numbering)
    for state in walk(machine, STATES):
        words = np.frombuffer(state, dtype=np.uint64).tolist()
        whole = solve_states(machine.core, solver.core, names, False, words)
        assert solve_states(machine.core, solver.parts(), names, False, words, split=True) == whole


@pytest.mark.long
@pytest.mark.parametrize("name", ["othello", pytest.param("awale", marks=pytest.mark.slow), "kaseklau"])
def test_forward_checking_begins_where_the_state_is_arc_consistent(name: str) -> None:
    """Otherwise it gets lost in the first stage of these games, whose moves follow from the state by long chains."""
    game = ws.load(name)
    machine, solver = game.machine(), StageSolver(game.network().network)
    assert isinstance(machine, ws.CircuitMachine)
    names = stage_names(game.network(), solver.numbering)
    for state in walk(machine, 20):
        words = np.frombuffer(state, dtype=np.uint64).tolist()
        (expected,) = solve_states(machine.core, solver.core, names, False, words)
        assert solve_states(machine.core, solver.core, names, True, words, nodes=NODES) == [expected]
        assert expected[0]


def in_parts(stage: Stage, found: StageSolutions) -> Solved:
    """What the library finds, N'' by FC and then N' by MAC."""
    solved = []
    for solution in found:
        for drawn in solution.draws:
            (completion,) = drawn.completions
            whole = {**solution.decisions, **drawn.values, **completion}
            solved.append((stage.joint_move(whole), sorted(stage.successor(whole))))
    return sorted(solved)


def read(machine: ws.CircuitMachine, solved: tuple[list[int], list[int]], roles: int) -> Solved:
    """What a player finds."""
    joint_moves = np.array(solved[0]).reshape(-1, roles)
    successors = np.array(solved[1], dtype=np.uint64).reshape(len(joint_moves), -1)
    pairs = zip(joint_moves.tolist(), successors, strict=True)
    return [
        (tuple(joint_move), sorted(machine.fluents(ws.State(successor.tobytes())))) for joint_move, successor in pairs
    ]
