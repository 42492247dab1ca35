"""Subgames by brute force: what a part does, and may do, is the same whatever stands in the others."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import woodstock as ws
from oracles.puzzles import joined_puzzle, random_puzzle
from woodstock.circuit import Circuit
from woodstock.circuit.subgames import Subgame, subgames
from woodstock.engine import CircuitMachine
from woodstock.engine.machine import State


def bits(state: State) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")


def walk(machine: ws.Machine, draw: random.Random, steps: int) -> State:
    """A state some random steps from the start, or less if the game ends before."""
    state = machine.initial()
    for _ in range(steps):
        child = machine.next(state, [draw.choice(own) for own in machine.legal(state)])
        if machine.terminal(child):
            break
        state = child
    return state


def check_independent(circuit: Circuit, part: Subgame, seed: int) -> None:
    """Two states of the same step that agree on the part: the same moves of it are legal, and lead it to the same."""
    machine, draw = CircuitMachine(circuit), random.Random(seed)
    own = sorted(part.fluents)
    for _ in range(10):
        steps = draw.randint(0, 3)
        one, other = walk(machine, draw, steps), walk(machine, draw, steps)
        mixed = bits(other).copy()
        mixed[own] = bits(one)[own]
        mixed_state = State(np.packbits(mixed, bitorder="little").tobytes())
        if machine.terminal(one) or machine.terminal(mixed_state):
            continue
        legal = [set(machine.legal(state)[0]) & part.moves for state in (one, mixed_state)]
        assert legal[0] == legal[1]
        for move in legal[0]:
            after = [bits(machine.next(state, (move,)))[own] for state in (one, mixed_state)]
            assert (after[0] == after[1]).all()


def loaded(folder: Path, text: str) -> Circuit:
    (folder / "game.kif").write_text(text)
    circuit = ws.load(folder / "game.kif").circuit
    assert circuit is not None
    return circuit


@pytest.mark.parametrize("seed", range(8))
def test_puzzles_side_by_side_are_parts(seed: int, tmp_path: Path) -> None:
    circuit = loaded(tmp_path, joined_puzzle(seed))
    parts = subgames(circuit)
    groups = [{circuit.fluents[fluent].split()[1] for fluent in part.fluents} for part in parts]
    assert sorted(groups, key=sorted) == [{str(group)} for group in range(len(parts))] and len(parts) > 1
    for part in parts:
        assert {circuit.moves[0][move].split()[1] for move in part.moves} == groups[parts.index(part)]
        check_independent(circuit, part, seed)


@pytest.mark.parametrize("seed", range(8))
def test_parts_of_any_puzzle_are_independent(seed: int, tmp_path: Path) -> None:
    circuit = loaded(tmp_path, random_puzzle(seed))
    parts = subgames(circuit)
    assert sum(len(part.fluents) for part in parts) == len(frozenset().union(*(part.fluents for part in parts)))
    for part in parts:
        check_independent(circuit, part, seed)


@pytest.mark.parametrize(("name", "count"), [("lights_out", 1), ("eight_puzzle", 1), ("tic_tac_toe", 9)])
def test_parts_of_bundled_games(name: str, count: int) -> None:
    """The cells of tic tac toe have to do with each other in ends and goals alone."""
    circuit = ws.load(name).circuit
    assert circuit is not None
    assert len(subgames(circuit)) == count
