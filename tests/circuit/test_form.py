"""What holds of every circuit that is built: its form, and that it is small."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from circuit.sheets import PATHS, PUBLIC, compiled, public
from oracles.circuit import SlowCircuit
from woodstock import games
from woodstock.circuit import Circuit
from woodstock.core import InvalidCircuit, validate_circuit

LEGAL, NEXT, GOAL, SEES = 1, 2, 4, 8


def inside(slow: SlowCircuit) -> set[int]:
    """The nodes that belong to components."""
    return {node for begin, _, end in slow.components for node in range(begin, end)}


def cones(slow: SlowCircuit) -> list[int]:
    """What each gate is needed for, by following every output down. A component is needed as a whole."""
    needed = [0] * (slow.first_gate + len(slow.gates))
    fellows = {node: range(begin, end) for begin, _, end in slow.components for node in range(begin, end)}
    outputs = {
        LEGAL: [*slow.outputs["legal"], slow.terminal],
        NEXT: slow.outputs["next"],
        GOAL: slow.outputs["goal"],
        SEES: slow.outputs["sees"],
    }
    for cone, literals in outputs.items():
        waiting = [literal >> 1 for literal in literals]
        while waiting:
            node = waiting.pop()
            if node < slow.first_gate or needed[node] & cone:
                continue
            needed[node] |= cone
            waiting.extend(literal >> 1 for literal in slow.gates[node - slow.first_gate])
            waiting.extend(fellows.get(node, ()))
    return needed[slow.first_gate :]


def check_form(circuit: Circuit) -> None:
    slow = SlowCircuit(circuit)
    recursive = inside(slow)
    ends = {node: end for begin, _, end in slow.components for node in range(begin, end)}
    plain: Counter[tuple[int, ...]] = Counter()
    for node, gate in enumerate(slow.gates, slow.first_gate):
        assert gate, "a gate without inputs is a constant"
        assert all(literal > 1 for literal in gate), "no constants among the inputs"
        assert all(literal >> 1 < ends.get(node, node) for literal in gate), "gates use earlier nodes only"
        if node not in recursive:
            assert len({literal >> 1 for literal in gate}) == len(gate) > 1
            plain[tuple(sorted(gate))] += 1
    assert max(plain.values(), default=1) == 1, "no twin gates"
    assert circuit.arrays["cones"].tolist() == cones(slow)
    assert circuit.arrays["cones"].all(), "no dead gates"
    assert circuit.gates == len(slow.gates) and circuit.components == len(slow.components)
    assert circuit.literals == sum(len(gate) for gate in slow.gates)
    validate_circuit(circuit.arrays)


@pytest.mark.parametrize("name", games.names())
def test_bundled_games(name: str) -> None:
    check_form(compiled(name))


@pytest.mark.sheets
@pytest.mark.parametrize("file", PUBLIC)
def test_public_rulesheets(file: str) -> None:
    check_form(public(file))


def test_recursion(tmp_path: Path) -> None:
    sheet = tmp_path / "paths.kif"
    sheet.write_text(PATHS)
    check_form(compiled(sheet))


@pytest.mark.sheets
def test_a_game_with_many_components() -> None:
    circuit = public("ggp-repository/amazonsTorus_10x10.kif")
    assert circuit.components > 100
    assert len(inside(SlowCircuit(circuit))) > circuit.components


@pytest.mark.parametrize(
    ("name", "gates", "literals"),
    [("tic_tac_toe", 120, 250), ("connect_four", 750, 1600), ("breakthrough", 1000, 3300), ("othello", 10500, 23000)],
)
def test_factoring_and_complementing_keep_circuits_small(name: str, gates: int, literals: int) -> None:
    """Without either, the frame rules alone take more: a literal for every move that leaves a cell as it is."""
    circuit = compiled(name)
    assert circuit.gates < gates
    assert circuit.literals < literals


def damaged(circuit: Circuit, **changes: object) -> dict[str, object]:
    return {**circuit.arrays, **changes}


def test_arrays_that_are_no_circuit_are_refused() -> None:
    circuit = compiled("tic_tac_toe")
    arrays = circuit.arrays
    backwards = arrays["literals"].copy()
    backwards[0] = 2 * (SlowCircuit(circuit).first_gate + circuit.gates - 1)
    for changes in (
        {"literals": backwards},
        {"offsets": arrays["offsets"][:-1]},
        {"initial": arrays["initial"][:-1]},
        {"cones": np.zeros_like(arrays["cones"])},
        {"components": np.array([0, 0, 1], dtype=np.uint32)},
        {"terminal": 10**6},
        {"fluents": 3},
    ):
        with pytest.raises(InvalidCircuit):
            validate_circuit(damaged(circuit, **changes))


def test_arrays_of_another_type_are_refused() -> None:
    circuit = compiled("tic_tac_toe")
    for changes in ({"literals": circuit.arrays["literals"].astype(np.int64)}, {"cones": [1, 2]}, {"terminal": "x"}):
        with pytest.raises((TypeError, RuntimeError)):
            validate_circuit(damaged(circuit, **changes))
    with pytest.raises(KeyError):
        validate_circuit({})
