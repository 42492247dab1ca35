"""A machine says what its circuit says, gate by gate, along random games."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from circuit.sheets import PATHS, PUBLIC, compiled, public
from oracles.circuit import Fluents, SlowCircuit
from woodstock import games
from woodstock.circuit import Circuit
from woodstock.engine import CircuitMachine, State

SECONDS = 0.1
LONG = pytest.param(5.0, marks=pytest.mark.slow)
AT_LEAST = 4


def bits(circuit: Circuit, state: Fluents) -> State:
    """A state as documented: a bit for each fluent, little-endian, in whole words of 64."""
    size = (len(circuit.fluents) + 63) // 64 * 8
    return State(sum(1 << number for number in state).to_bytes(size, "little"))


def follow(circuit: Circuit, seed: int, seconds: float = SECONDS) -> int:
    """Walk along random games, compare everything, and give the number of states seen."""
    slow, machine = SlowCircuit(circuit), CircuitMachine(circuit)
    rng = random.Random(seed)
    end = time.monotonic() + seconds
    state, seen = slow.initial(), 0
    assert machine.initial() == bits(circuit, state)
    while seen < AT_LEAST or time.monotonic() < end:
        seen += 1
        here, ours = slow.position(state), bits(circuit, state)
        assert machine.terminal(ours) == here.terminal
        assert machine.goals(ours) == here.goals
        assert machine.fluents(ours) == sorted(circuit.fluents[number] for number in state)
        if here.terminal:
            if seen == 1:
                break
            state = slow.initial()
            continue
        assert machine.legal(ours) == here.legal
        joint_move = [rng.choice(moves) for moves in here.legal]
        step = slow.step(state, joint_move)
        assert machine.next(ours, joint_move) == bits(circuit, step.next)
        assert machine.percepts(ours, joint_move) == step.percepts
        state = step.next
    return seen


@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("name", games.names())
def test_bundled_games(name: str, seconds: float) -> None:
    assert follow(compiled(name), seed=1, seconds=seconds) >= AT_LEAST


@pytest.mark.sheets
@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("file", PUBLIC)
def test_public_rulesheets(file: str, seconds: float) -> None:
    assert follow(public(file), seed=2, seconds=seconds) >= AT_LEAST


def test_recursion(tmp_path: Path) -> None:
    sheet = tmp_path / "paths.kif"
    sheet.write_text(PATHS)
    circuit = compiled(sheet)
    assert circuit.components == 1
    assert follow(circuit, seed=3) >= AT_LEAST


def test_what_is_reached_over_links(tmp_path: Path) -> None:
    sheet = tmp_path / "paths.kif"
    sheet.write_text(PATHS)
    machine = CircuitMachine(compiled(sheet))
    for links, goal in [
        (["(link a b)", "(link b c)", "(link c d)"], 100),
        (["(link a b)", "(link c d)", "(link d c)"], 0),  # c and d only reach each other
        (["(link b a)", "(link b d)"], 0),
        (["(link a d)"], 100),
    ]:
        assert machine.goals(machine.state([*links, "(step 2)"])) == (goal,)
