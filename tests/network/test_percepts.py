"""Percepts in the network of a stage (paper 002, section 3): what the machine sees, and what the split makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import woodstock as ws
from network.stages import agree, agree_at_the_end, walk
from woodstock import games
from woodstock.network import Table
from woodstock.network.encoding import ENCODINGS, Stage
from woodstock.solver import NetworkSolver, StageSolver

HIDDEN = [name for name in games.names() if games.metadata(name).sees]
SMALL = ["guess_dice", "kuhn_poker", "leduc_poker", "meier", "monty_hall", "krieg_tic_tac_toe"]


def variables_of(stage: Stage) -> list[str]:
    return [name for own in stage.sees for name in own.values()]


@pytest.mark.parametrize("name", HIDDEN)
def test_every_percept_has_a_variable_that_follows_the_draw(name: str) -> None:
    game = ws.load(name)
    stage = game.network("propositional")
    program = game.program
    assert [list(own) for own in stage.sees] == [list(own) for own in program.percepts]
    assert sum(map(len, stage.sees)) > 0
    for variable in map(stage.network.variable, variables_of(stage)):
        assert (variable.domain, variable.stochastic, variable.stage) == ((0, 1), False, 2)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", ["tic_tac_toe", "matching_pennies"])
def test_without_percepts_there_is_one_network(name: str, encoding: str) -> None:
    stage = ws.load(name).network(encoding)
    assert variables_of(stage) == []
    assert stage.acting is stage.network


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", SMALL)
def test_the_part_without_percepts_has_the_same_joint_moves(name: str, encoding: str) -> None:
    game = ws.load(name)
    machine, stage = game.machine(), game.network(encoding)
    assert not set(variables_of(stage)) & {variable.name for variable in stage.acting.variables}
    assert set(stage.acting.constraints) <= set(stage.network.constraints)
    whole, acting = NetworkSolver(stage.network), NetworkSolver(stage.acting)
    for state in walk(machine, 10):
        given = stage.assignment(machine.fluents(state))
        found = [
            sorted((stage.joint_move(one), stage.successor(one)) for one in network_solver.solutions(given))
            for network_solver in (whole, acting)
        ]
        assert found[0] == found[1] != []


@pytest.mark.parametrize("name", SMALL)
def test_the_split_stage_sees_what_the_machine_sees(name: str) -> None:
    """Percepts that rest on a draw are completed with it: N'' by forward checking, then N' by MAC."""
    game = ws.load(name)
    machine, stage = game.machine(), game.network()
    _, stochastic = stage.network.split()
    resting = {c.scope[0] for c in stage.network.constraints if not stage.network.deciding(c)} & {*variables_of(stage)}
    assert resting <= {variable.name for variable in stochastic.variables}
    solver = StageSolver(stage.network)
    was_split = False
    for state in walk(machine, 10):
        found = solver.solve(stage.assignment(machine.fluents(state)))
        assert found.complete
        was_split |= found.feasibility is not None
        for solution in found:
            for drawn in solution.draws:
                (completion,) = drawn.completions
                whole = {**solution.decisions, **drawn.values, **completion}
                assert stage.percepts(whole) == machine.percepts(state, stage.joint_move(whole))
    assert was_split == (game.chance is not None)


def test_what_monty_hall_shows_is_a_table() -> None:
    """The candidate sees a door open if and only if chance opens it, and the car at the end."""
    network = ws.load("monty_hall").network().network
    for door in "123":
        (opened,) = (c for c in network.constraints if f"sees candidate (open_door {door})" in c.scope)
        assert isinstance(opened, Table)
        assert opened.scope == (f"sees candidate (open_door {door})", "does random")
        moves = network.variable("does random").domain
        assert opened.tuples == {(int(move == f"(open_door {door})"), move) for move in moves}
        (shown,) = (c for c in network.constraints if f"sees candidate (car {door})" in c.scope)
        assert isinstance(shown, Table)
        assert set(shown.scope) == {f"sees candidate (car {door})", "(step ?)", f"(car {door})"}


# ---- odd rules ------------------------------------------------------------------------------------------------------
ODD = """
(role a) (role b) (role random)
(init (at 1))
(succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?r go) (role ?r)) (<= (legal ?r stay) (role ?r))
(<= (next (at ?n)) (true (at ?m)) (succ ?m ?n))
(<= terminal (true (at 4)))
(goal a 100) (goal b 0)
(sees a always)
(<= (sees b (now ?n)) (true (at ?n)))
(<= (sees a (then ?n)) (true (at ?m)) (succ ?m ?n))
(<= (sees ?r together) (role ?r) (does a ?m) (does b ?m) (does random ?m))
(<= (sees random (b ?m)) (does b ?m) (not (does a ?m)))
"""


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_odd_percepts(tmp_path: Path, encoding: str) -> None:
    """What is always seen, what chance sees, and what all see alike."""
    path = tmp_path / "odd.kif"
    path.write_text(ODD)
    game = ws.load(path, cache=False)
    stage = game.network(encoding)
    assert stage.sees[0]["always"] == "sees a always"
    agree(game, stage, 10)
    agree_at_the_end(game, stage, 3)
