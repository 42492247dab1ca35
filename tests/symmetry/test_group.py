"""Groups that are listed, and canonical forms under them."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

import woodstock as ws
from woodstock.core import SymmetryGroup
from woodstock.engine.machine import State
from woodstock.symmetry import find
from woodstock.symmetry.group import closure, subgroup
from woodstock.symmetry.points import Permutation
from woodstock.symmetry.verification import image, sampled


def permutation(*images: int) -> Permutation:
    return np.array(images, dtype=np.int32)


def test_closure_is_the_group() -> None:
    swap, cycle = permutation(1, 0, 2, 3), permutation(1, 2, 3, 0)
    elements = closure([swap, cycle], 4, 24)
    assert elements is not None
    assert {tuple(row) for row in elements.tolist()} == set(permutations(range(4)))
    assert elements[0].tolist() == [0, 1, 2, 3]
    assert closure([swap, cycle], 4, 23) is None


def test_a_subgroup_where_the_group_is_too_large() -> None:
    swap, cycle, other = permutation(1, 0, 2, 3, 4, 5), permutation(1, 2, 3, 0, 4, 5), permutation(0, 1, 2, 3, 5, 4)
    elements = subgroup([swap, cycle, other], 6, 8)
    assert len(elements) == 8  # cycle and other
    made = closure(list(elements), 6, 48)
    assert made is not None and len(made) == len(elements)
    assert len(subgroup([swap, cycle, other], 6, 48)) == 48
    assert len(subgroup([swap, cycle, other], 6, 1)) == 1


def group_of(name: str) -> tuple[ws.Game, SymmetryGroup, np.ndarray, int]:
    game = ws.load(name)
    found = find(game).listed()
    group = found.group()
    assert group is not None and found.elements is not None
    return game, group, found.elements, len(found.points.fluents)


def permuted(elements: np.ndarray, fluents: int, element: int, state: State) -> State:
    bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")
    out = np.zeros_like(bits)
    out[elements[element][:fluents]] = bits[:fluents]
    return State(np.packbits(out, bitorder="little").tobytes())


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "pentago", "dots_and_boxes_suicide", "quarto"])
def test_canonical_forms(name: str) -> None:
    """All images of a state have one form, which is one of them; states that are no images have another."""
    game, group, elements, fluents = group_of(name)
    chance = random.Random(2)
    forms: dict[bytes, set[State]] = {}
    for state in sampled(game.machine(), 30, seed=3):
        images = {permuted(elements, fluents, element, state) for element in range(len(elements))}
        element, form = group.canonical(state)
        assert form == permuted(elements, fluents, element, state)
        for other in chance.sample(sorted(images), min(len(images), 12)):
            assert group.canonical(other)[1] == form
        assert forms.setdefault(form, images) == images
        fixing = [e for e in range(1, len(elements)) if permuted(elements, fluents, e, state) == state]
        assert group.stabiliser(state) == fixing


@pytest.mark.parametrize("name", ["tic_tac_toe", "quarto", "pentago"])
def test_moves_that_stand_for_others(name: str) -> None:
    """The lowest of its orbit under the elements that leave the state as it is."""
    game, group, elements, fluents = group_of(name)
    machine = game.machine()
    start = machine.initial()
    role = next(role for role, own in enumerate(machine.legal(start)) if len(own) > 1)
    own = machine.legal(start)[role]
    assert game.circuit is not None
    first = fluents + sum(len(moves) for moves in game.circuit.moves[:role])
    fixing = [row for row in elements if permuted(row[np.newaxis], fluents, 0, start) == start]
    expected = [min(int(row[first + move]) - first for row in fixing) for move in own]
    assert group.lowest(start, role, own) == expected


def test_images_of_states_by_name() -> None:
    """The picture of a position: reflecting columns of connect four by hand."""
    game = ws.load("connect_four")
    machine = game.machine()
    (reflection,) = find(game).generators
    points = find(game).points
    for state in sampled(machine, 20, seed=5):
        mirrored = []
        for name in machine.fluents(state):
            parts = name.strip("()").split()
            mirrored.append(f"(cell {8 - int(parts[1])} {' '.join(parts[2:])})" if parts[0] == "cell" else name)
        assert machine.fluents(image(points, reflection, state)) == sorted(mirrored)


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 0, 2]],  # no identity
        [[0, 1, 2], [1, 1, 2]],  # no permutation
        [[0, 1, 2], [0, 2, 1]],  # a fluent for a move
        [[0, 1, 2], [1, 0, 2], [1, 0, 2]],  # one twice
        [[0, 1]],  # too short
        [[0, 1, 3]],  # beyond the end
    ],
)
def test_what_is_no_group_is_refused(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError, match=r"element|group"):
        SymmetryGroup(2, [1], np.array(rows, dtype=np.int32))


def test_an_element_without_its_inverse_is_refused() -> None:
    with pytest.raises(ValueError, match="group"):
        SymmetryGroup(3, [], np.array([[0, 1, 2], [1, 2, 0]], dtype=np.int32))


def test_states_of_other_games_are_refused() -> None:
    group = SymmetryGroup(2, [1], np.array([[0, 1, 2], [1, 0, 2]], dtype=np.int32))
    with pytest.raises(ValueError, match="another game"):
        group.canonical(bytes(16))
    with pytest.raises(ValueError, match="another game"):
        group.stabiliser(bytes([4] + [0] * 7))
    with pytest.raises(ValueError, match="no such move"):
        group.lowest(bytes(8), 0, [1])


def test_moves_of_chance_alone_are_no_reason_for_a_group() -> None:
    """Can't stop: throws of two dice the other way round lead to the same. There is nothing to search less of."""
    found = find(ws.load("cant_stop"))
    assert len(found.generators) == 15
    assert found.group() is None
