"""The solver of connect four: held to plain minimax on small boards, and to what is known of others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

import woodstock as ws
from oracles.connect_four import Solver, compiler

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C++ compiler: set CXX, or install g++")

Grid = tuple[tuple[int, ...], ...]
"""The columns from the left, the discs in each from below, as 0 and 1."""


def wins(grid: Grid, column: int) -> bool:
    """Whether the top disc of a column lies in a line of four."""
    row = len(grid[column]) - 1
    side = grid[column][row]

    def length(right: int, up: int) -> int:
        x, y, count = column + right, row + up, 0
        while 0 <= x < len(grid) and 0 <= y < len(grid[x]) and grid[x][y] == side:
            x, y, count = x + right, y + up, count + 1
        return count

    lines = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(1 + length(right, up) + length(-right, -up) >= 4 for right, up in lines)


@cache
def minimax(grid: Grid, height: int) -> int:
    """The value for the player to move, by the book."""
    side = sum(map(len, grid)) % 2
    best = None
    for column, discs in enumerate(grid):
        if len(discs) == height:
            continue
        after = (*grid[:column], (*discs, side), *grid[column + 1 :])
        worth = 1 if wins(after, column) else -minimax(after, height)
        best = worth if best is None else max(best, worth)
        if best == 1:
            break
    return 0 if best is None else best


def grid_of(columns: Sequence[int], width: int) -> Grid:
    return tuple(tuple(ply % 2 for ply, played in enumerate(columns) if played == column) for column in range(width))


def random_position(solver: Solver, plies: int, chance: random.Random) -> list[int]:
    """A position that is not over, by random moves."""
    while True:
        columns: list[int] = []
        while len(columns) < plies and not solver.is_over(columns):
            columns.append(chance.choice(solver.open_columns(columns)))
        if not solver.is_over(columns):
            return columns


def test_every_position_of_a_board_of_four_by_four_after_four_plies() -> None:
    solver = Solver(4, 4, table_bits=12)
    values = []
    for number in range(4**4):
        columns = [number // 4**ply % 4 for ply in range(4)]
        values.append(solver.value(columns))
        assert values[-1] == minimax(grid_of(columns, 4), 4), columns
    assert set(values) == {-1, 0}


# A board of 5 by 5 has an odd number of cells, so that the first player has the last disc.
@pytest.mark.parametrize(
    ("width", "height", "plies"),
    [
        (5, 4, 8),
        (5, 5, 15),
        (4, 6, 12),
        (7, 6, 30),
        (8, 6, 36),
        pytest.param(5, 4, 4, marks=pytest.mark.slow),
        pytest.param(7, 6, 26, marks=pytest.mark.slow),
    ],
)
def test_random_positions_agree_with_minimax(width: int, height: int, plies: int) -> None:
    chance = random.Random(plies)
    solver = Solver(width, height, table_bits=8)  # so small that entries push each other out
    values = set()
    for _ in range(60):
        columns = random_position(solver, plies, chance)
        values.add(solver.value(columns))
        assert solver.value(columns) == minimax(grid_of(columns, width), height), columns
    minimax.cache_clear()
    assert len(values) > 1


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (4, 5), (5, 5)])
def test_small_boards_that_are_known_to_be_drawn(width: int, height: int) -> None:
    assert Solver(width, height, table_bits=16).value([]) == 0


def test_a_board_is_worth_as_much_as_its_mirror_image() -> None:
    chance = random.Random(3)
    for _ in range(20):
        solver, mirrored = Solver(7, 6, table_bits=16), Solver(7, 6, table_bits=16)
        columns = random_position(solver, 18, chance)
        values = solver.values_of_moves(columns)
        image = mirrored.values_of_moves([6 - column for column in columns])
        assert values == {6 - column: value for column, value in image.items()}


def test_a_line_at_once_and_two_threats_at_once() -> None:
    solver = Solver(7, 6)
    assert solver.value([0, 0, 1, 1, 2, 2]) == 1
    assert solver.value([0, 0, 1, 1, 2, 2, 3]) == -1
    assert solver.is_over([0, 0, 1, 1, 2, 2, 3])
    assert solver.values_of_moves([0, 0, 1, 1, 2, 2, 3]) == {}
    three_in_a_row = [2, 2, 3, 3, 4]  # with an empty cell on either side
    assert solver.value(three_in_a_row) == -1


def test_positions_that_there_are_not() -> None:
    solver = Solver(7, 6)
    with pytest.raises(ValueError, match="column 7"):
        solver.value([7])
    with pytest.raises(ValueError, match="column 0"):
        solver.value([0] * 7)
    with pytest.raises(ValueError, match="over before"):
        solver.value([0, 1, 0, 1, 0, 1, 0, 1])
    with pytest.raises(ValueError, match="9 by 6"):
        Solver(9, 6)


def test_ends_and_legal_moves_are_those_of_the_bundled_game() -> None:
    machine, solver, chance = ws.load("connect_four").machine(), Solver(7, 6, table_bits=4), random.Random(5)
    for _ in range(30):
        state, columns = machine.initial(), list[int]()
        while not machine.terminal(state):
            assert not solver.is_over(columns)
            side = len(columns) % 2
            legal = machine.legal(state)
            named = [machine.move_name(side, move) for move in legal[side]]
            assert named == [f"(drop {column + 1})" for column in solver.open_columns(columns)]
            number = chance.randrange(len(named))
            columns.append(solver.open_columns(columns)[number])
            state = machine.next(state, [*legal[0], legal[1][number]] if side else [legal[0][number], *legal[1]])
        assert solver.is_over(columns)
        goal = machine.goals(state)[len(columns) % 2]
        assert goal is not None
        assert solver.value(columns) == (goal - 50) // 50
