"""The children that lanes find are those the event machine finds, one by one."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest

import woodstock as ws
from engine.lanes.walking import joint_moves, legal_moves, random_states
from sheets import VARIED, marked
from woodstock import games
from woodstock.engine import CircuitMachine, LaneSimulator, State

Load = Callable[[str], ws.Game]

MOST = 20
"""Children of one state that are looked at; where there are more they are chosen at random."""

SHEETS = [*VARIED, "ggp-repository/amazonsTorus_10x10.kif", "ggp-repository/hex.kif"]


def check_children(game: ws.Game, states: list[State], joint: list[tuple[int, ...]], order: list[int]) -> None:
    """Expand in the order given, compare in the order in which the states were met."""
    machine, simulator, circuit = game.machine(), game.lanes, game.circuit
    assert isinstance(machine, CircuitMachine) and simulator and circuit
    children = simulator.expand([states[i] for i in order], [joint[i] for i in order])
    assert children.goals.shape == (len(order), len(game.roles))
    assert len(children.percepts) == len(order)
    place = {i: at for at, i in enumerate(order)}
    for i in range(len(states)):
        at = place[i]
        percepts = machine.percepts(states[i], joint[i])
        child = machine.next(states[i], joint[i])
        assert children.states[at] == child
        assert children.terminal[at] == machine.terminal(child)
        assert children.goals[at].tolist() == [-1 if goal is None else goal for goal in machine.goals(child)]
        seen = enumerate(children.percepts[at])
        assert [sorted(machine.percept_name(role, number) for number in own) for role, own in seen] == percepts


@pytest.mark.parametrize("count", [80, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", marked([*games.names(), *SHEETS]))
def test_children_are_those_of_the_event_machine(name: str, count: int, load: Load) -> None:
    game = load(name)
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    rng = random.Random(7)
    states: list[State] = []
    joint: list[tuple[int, ...]] = []
    for state in random_states(machine, count, rng):
        own = joint_moves(legal_moves(machine, state), MOST, rng)
        states += [state] * len(own)
        joint += own
    # Shuffled, so that each batch of lanes mixes states from everywhere.
    check_children(game, states, joint, rng.sample(range(len(states)), len(states)))


@pytest.mark.parametrize("name", games.names())
def test_children_gives_every_joint_move_once(name: str, load: Load) -> None:
    game = load(name)
    machine, simulator = game.machine(), game.lanes
    assert simulator
    for state in [machine.initial(), *random_states(game.machine(), 5, random.Random(1))]:  # type: ignore[arg-type]
        legal = machine.legal(state)
        joint, children = simulator.children(state, legal)
        assert joint == list(product(*legal))
        assert [machine.next(state, moves) for moves in joint] == list(children.states)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 511, 512, 513, 1025])
def test_any_number_of_children_can_be_asked_for(count: int, load: Load) -> None:
    game = load("tic_tac_toe")
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    rng = random.Random(count)
    states = random_states(machine, count, rng)
    joint = [tuple(rng.choice(own) for own in machine.legal(state)) for state in states]
    check_children(game, states, joint, list(range(count)))


def test_no_children_are_no_error(load: Load) -> None:
    game = load("tic_tac_toe")
    assert game.lanes
    children = game.lanes.expand([], [])
    assert children.states == ()
    assert children.terminal.shape == (0,)
    assert children.goals.shape == (0, 2)
    assert children.percepts == ()
    joint, children = game.lanes.children(game.machine().initial(), [[0], []])
    assert joint == [] and children.states == ()


def test_one_simulator_serves_many_threads(load: Load) -> None:
    game = load("connect_four")
    assert game.circuit
    initial = game.machine().initial()
    joint = list(product(*game.machine().legal(initial)))
    expected = [game.machine().next(initial, moves) for moves in joint]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            simulator = LaneSimulator(game.circuit)  # new: what it makes when first asked is made under contention
            found = pool.map(lambda own: own.expand([initial] * len(joint), joint).states, [simulator] * 8)
            assert all(list(states) == expected for states in found)


def test_moves_and_states_of_another_game_are_refused(load: Load) -> None:
    game = load("tic_tac_toe")
    assert game.lanes
    initial = game.machine().initial()
    with pytest.raises(ValueError, match="no move of that number"):
        game.lanes.expand([initial], [(10, 0)])
    with pytest.raises(ValueError, match="one joint move for each state"):
        game.lanes.expand([initial, initial], [(0, 0)])
    with pytest.raises(ValueError, match="another game"):
        game.lanes.playouts([load("othello").machine().initial()], [1])
