"""Groups that are known, as orders and as orbits of first moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import woodstock as ws
from symmetry.sheets import TAUTOLOGY, hex_of, load
from woodstock.symmetry import By, Survey, find, survey
from woodstock.symmetry.automorphisms import generators, orbits
from woodstock.symmetry.points import Points
from woodstock.symmetry.words import describe

BOTH: list[By] = ["rules", "constraints"]

# At the start, in any state, with players exchanged; and how many first moves of the first player are left of how many.
KNOWN = {
    "tic_tac_toe": (8, 8, 16, 3, 9),
    "connect_four": (2, 2, 4, 4, 7),
    "breakthrough": (2, 2, 4, 11, 22),
    "gomoku": (8, 8, 16, 36, 225),
    "pentago": (8, 8, 16, 36, 288),
    "quarto": (384 * 32, 384 * 32, 2 * 384 * 32, 1, 16),
    "rock_paper_scissors": (3, 3, 6, 1, 3),
    "random_tic_tac_toe_2x2": (8, 8, 16, 1, 4),
    "othello": (2, 4, 8, 2, 4),
    "lights_out": (1, 8, 8, 25, 25),
    "eight_puzzle": (1, 2, 2, 2, 2),
    "checkers": (1, 1, 2, 7, 7),
}


def first_moves(game: ws.Game, found: Survey) -> tuple[int, int]:
    machine = game.machine()
    own = machine.legal(machine.initial())[0]
    points = [found.start.points.move(0, move) for move in own]
    return len(found.start.orbits(points)), len(own)


LARGE = ("othello", "gomoku", "pentago", "checkers", "breakthrough", "eight_puzzle")


@pytest.mark.parametrize("by", BOTH)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name for name in KNOWN]
)
def test_known_orders(name: str, by: By) -> None:
    game = ws.load(name)
    found = survey(game, by)
    orders = (found.start_order, found.any_state_order, found.swaps_order)
    assert (*orders, *first_moves(game, found)) == KNOWN[name]
    assert found.any_state.refused == found.start.refused == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chess", "amazons"])
def test_large_games_by_their_rules(name: str) -> None:
    game = ws.load(name)
    found = survey(game, "rules")
    orders = (found.start_order, found.any_state_order, found.swaps_order)
    assert orders == {"chess": (1, 1, 1), "amazons": (2, 8, 16)}[name]


def test_hex_whose_sides_look_the_same(tmp_path: Path) -> None:
    """The half turn; and with the players exchanged two reflections. Of n x n first moves half are left, and the middle
    one where there is one."""
    for size in (3, 4):
        game = load(tmp_path, hex_of(size))
        found = survey(game, "rules")
        assert (found.start_order, found.any_state_order, found.swaps_order) == (2, 2, 4)
        assert first_moves(game, found) == ((size * size + 1) // 2, size * size)


@pytest.mark.long
def test_hex_nine_by_nine() -> None:
    game = ws.load("hex")
    found = find(game)
    points = [found.points.move(0, move) for move in game.machine().legal(game.machine().initial())[0]]
    assert (len(found.orbits(points)), len(points)) == (41, 81)


def test_what_the_rules_hide(tmp_path: Path) -> None:
    """Paper 001, section 3.2: legal(a) <- p; legal(a) <- not p. The network shows that a and b are the same."""
    game = load(tmp_path, TAUTOLOGY)
    orders = {by: survey(game, by).start_order for by in BOTH}
    assert orders == {"rules": 1, "constraints": 2}


def test_example_3(tmp_path: Path) -> None:
    """Paper 001: in the rules (8a) and (8b) alone, row(x1, 1) and col(y2, 1) change places."""
    text = """
    (role random)
    (init (cell x1 y2 blank)) (init (row x1 p1)) (init (col y2 p1))
    (<= (legal random (mark x1 y2 p1)) (true (row x1 p1)) (true (cell x1 y2 blank)))
    (<= (legal random (mark x1 y2 p1)) (true (col y2 p1)) (true (cell x1 y2 blank)))
    (<= (next (row x1 p1)) (does random (mark x1 y2 p1)))
    (<= (next (col y2 p1)) (does random (mark x1 y2 p1)))
    (<= (next (cell x1 y2 blank)) (does random (mark x1 y2 p1)))
    (<= terminal (not (true (cell x1 y2 blank))))
    """
    game = load(tmp_path, text)
    found = find(game, "rules")
    names = [sorted(found.points.name(point) for point in range(4) if one[point] != point) for one in found.generators]
    assert names == [["(col y2 p1)", "(row x1 p1)"]]


@pytest.mark.long
def test_both_graphs_agree_on_generators() -> None:
    """Each graph's generators are in the group of the other: they have the same orbits on all points."""
    for name in ("tic_tac_toe", "connect_four_simultaneous", "dots_and_boxes_suicide", "orchard"):
        game = ws.load(name)
        by_rules, by_constraints = (find(game, by) for by in BOTH)
        everything = range(len(by_rules.points))
        assert by_rules.orbits(everything) == by_constraints.orbits(everything)


def test_words() -> None:
    found = find(ws.load("tic_tac_toe"))
    words = {describe(found.points, one) for one in found.generators}
    assert words == {"reflects the 2nd argument of cell, mark", "exchanges the 1st and 2nd argument of cell, mark"}
    points = Points(("(at 1)", "(at 2)", "(at 3)", "x", "y"), (("go",),), ("me",))
    assert describe(points, _permutation([1, 2, 0, 3, 4, 5, 6])) == "shifts by 1 the 1st argument of at"
    assert describe(points, _permutation([0, 1, 2, 4, 3, 5, 6])) == "(x -> y)"


def _permutation(images: list[int]):  # type: ignore[no-untyped-def]  # noqa: ANN202
    import numpy as np

    return np.array(images, dtype=np.int32)


def test_orbits_are_those_of_the_group() -> None:
    turn = _permutation([1, 2, 0, 3, 4])
    swap = _permutation([0, 1, 2, 4, 3])
    assert orbits([turn, swap], range(5)) == [[0, 1, 2], [3, 4]]
    assert orbits([turn], [0, 2, 4]) == [[0, 2], [4]]
    assert orbits([], [2, 0]) == [[0], [2]]


def test_generators_of_a_graph_without_symmetries() -> None:
    from woodstock.symmetry.coloured_graph import GraphBuilder

    build = GraphBuilder()
    build.vertex("b", build.vertex("a"))
    assert generators(build.graph(2)) == []
