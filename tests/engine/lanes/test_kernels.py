"""All kernels give the same results, bit for bit."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

import woodstock as ws
from engine.lanes.walking import random_states
from sheets import marked
from woodstock import games
from woodstock.core import kernels
from woodstock.engine import CircuitMachine, LaneSimulator, Playouts

Load = Callable[[str], ws.Game]

REPOSITORY = "ggp-repository/"

GAMES = [
    *games.names(),
    f"{REPOSITORY}amazonsTorus_10x10.kif",
    f"{REPOSITORY}battlebrushes.kif",
    f"{REPOSITORY}chess_200_v1.kif",
    f"{REPOSITORY}connectFourSimultaneous.kif",
    f"{REPOSITORY}hex.kif",
    f"{REPOSITORY}kalaha6x2x4.kif",
    f"{REPOSITORY}knightwar.kif",
    f"{REPOSITORY}pentago_v1.kif",
    f"{REPOSITORY}quarto.kif",
    f"{REPOSITORY}urmAdd.kif",
    "ggp-cpp/backgammon.kif",
    "ggpserver/SimultaneousTicTacToe.kif",
    "scully/mastermind448.kif",
    "scully/meier.kif",
    "vacuum_cleaner_agent/vacuumcleaner.kif",
]

FIELDS = ["playouts", "capped", "broken", "lengths", "goals", "squares", "wins", "states"]


def assert_same(one: Playouts, other: Playouts) -> None:
    """Equal in all but the time they took."""
    for field in FIELDS:
        assert np.array_equal(getattr(one, field), getattr(other, field)), field


@pytest.fixture(scope="module", autouse=True)
def several_kernels() -> None:
    if len(kernels()) < 2:
        pytest.skip("this computer can run the portable kernel only")


@pytest.mark.parametrize("name", marked(GAMES))
def test_the_same_seed_gives_the_same_playouts(name: str, load: Load) -> None:
    game = load(name)
    machine = game.machine()
    assert isinstance(machine, CircuitMachine) and game.circuit
    starts = [machine.initial(), *random_states(machine, 3, random.Random(1))]
    counts = [1200, 3, 100, 64]
    results = []
    for kernel in kernels():
        simulator = LaneSimulator(game.circuit, kernel)
        results.append(simulator.playouts(starts[:1], counts[:1], seed=11, limit=150))
        results.append(simulator.playouts(starts, counts, seed=12, limit=60, threads=2))
    for at in range(2):
        assert results[at].states > 0
        for result in results[at::2]:
            assert_same(result, results[at])
    assert (results[0].playouts + results[0].capped + results[0].broken).tolist() == counts[:1]
    assert (results[1].playouts + results[1].capped + results[1].broken).tolist() == counts


@pytest.mark.parametrize("name", marked(GAMES))
def test_children_are_the_same(name: str, load: Load) -> None:
    game = load(name)
    machine = game.machine()
    assert isinstance(machine, CircuitMachine) and game.circuit
    rng = random.Random(2)
    states = random_states(machine, 60, rng) * 10
    joint = [tuple(rng.choice(own) for own in machine.legal(state)) for state in states]
    first, *others = [LaneSimulator(game.circuit, kernel).expand(states, joint) for kernel in kernels()]
    assert len(set(first.states)) > 1
    for other in others:
        assert other.states == first.states
        assert other.percepts == first.percepts
        for field in ("terminal", "goals"):
            assert np.array_equal(getattr(other, field), getattr(first, field))


def test_the_fastest_kernel_is_taken_unless_another_is_named(load: Load) -> None:
    circuit = load("tic_tac_toe").circuit
    assert circuit
    assert LaneSimulator(circuit).core.kernel == kernels()[-1]
    for kernel in kernels():
        assert LaneSimulator(circuit, kernel).core.kernel == kernel
    with pytest.raises(ws.WoodstockError, match="no kernel abacus; it has portable"):
        LaneSimulator(circuit, "abacus")
