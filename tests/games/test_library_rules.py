"""Rules that random games seldom meet, each in a position made for it; and small games solved by other means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise, product
from operator import xor

import pyspiel
import pytest

import woodstock as ws
from woodstock.engine.machine import Machine, State


def play(machine: Machine, state: State, role: str, *moves: str) -> State:
    """The state after moves of one role while the others wait."""
    mover = machine.roles.index(role)
    for move in moves:
        joint = [machine.move_number(each, move if each == mover else "noop") for each in range(len(machine.roles))]
        state = machine.next(state, joint)
    return state


def legal(machine: Machine, state: State, role: str) -> set[str]:
    mover = machine.roles.index(role)
    return {machine.move_name(mover, move) for move in machine.legal(state)[mover]}


# Awale


def houses(
    machine: Machine,
    south: Sequence[int],
    north: Sequence[int],
    *,
    scores: tuple[int, int] = (0, 0),
    control: str = "south",
    quiet: int = 0,
) -> State:
    """A position, the houses of both rows from column 1 to 6."""
    rows = [("south", south), ("north", north)]
    seeds = [f"(house {row} {column} {n})" for row, counts in rows for column, n in enumerate(counts, 1)]
    kept = [f"(score south {scores[0]})", f"(score north {scores[1]})"]
    return machine.state([*seeds, *kept, f"(control {control})", f"(quiet {quiet})"])


def test_awale_a_lap_leaves_out_its_house() -> None:
    machine = ws.load("awale").machine()
    before = houses(machine, [12, 0, 0, 0, 0, 0], [4, 4, 4, 4, 4, 4])
    after = houses(machine, [0, 2, 1, 1, 1, 1], [5, 5, 5, 5, 5, 5], control="north", quiet=1)
    assert play(machine, before, "south", "(sow 1)") == after


def test_awale_captures_run_back() -> None:
    machine = ws.load("awale").machine()
    before = houses(machine, [0, 0, 0, 0, 0, 3], [4, 0, 0, 2, 1, 5])
    after = houses(machine, [0] * 6, [4, 0, 0, 0, 0, 6], scores=(5, 0), control="north")
    assert play(machine, before, "south", "(sow 6)") == after


def test_awale_a_grand_slam_captures_nothing() -> None:
    machine = ws.load("awale").machine()
    before = houses(machine, [1, 0, 0, 0, 0, 2], [0, 0, 0, 0, 1, 1])
    after = houses(machine, [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 2, 2], control="north", quiet=1)
    assert play(machine, before, "south", "(sow 6)") == after


def test_awale_the_hungry_must_be_fed() -> None:
    machine = ws.load("awale").machine()
    state = houses(machine, [5, 5, 1, 0, 0, 1], [0] * 6)
    assert legal(machine, state, "south") == {"(sow 2)", "(sow 6)"}


def test_awale_who_cannot_feed_keeps_the_rest() -> None:
    machine = ws.load("awale").machine()
    for scores, goals in [((20, 23), (100, 0)), ((19, 24), (50, 50))]:
        state = houses(machine, [5, 0, 0, 0, 0, 0], [0] * 6, scores=scores)
        assert machine.terminal(state)
        assert machine.goals(state) == goals


@pytest.mark.parametrize(("scores", "goals"), [((20, 19), (100, 0)), ((7, 9), (0, 100)), ((11, 11), (50, 50))])
def test_awale_ends_after_many_quiet_moves(scores: tuple[int, int], goals: tuple[int, int]) -> None:
    machine = ws.load("awale").machine()
    state = houses(machine, [1, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0], scores=scores, quiet=99)
    assert not machine.terminal(state)
    state = play(machine, state, "south", "(sow 1)")
    assert machine.terminal(state)
    assert machine.goals(state) == goals


# Draughts


def men(machine: Machine, pieces: Mapping[tuple[int, int], str], control: str = "black") -> State:
    cells = [f"(cell {x} {y} {piece})" for (x, y), piece in pieces.items()]
    return machine.state([*cells, f"(control {control})", "(quiet 0)"])


def test_draughts_who_can_jump_must_and_goes_on() -> None:
    machine = ws.load("english_draughts").machine()
    enemies = {(3, 3): "white_man", (5, 5): "white_man", (3, 7): "white_man"}
    state = men(machine, {(2, 2): "black_man", (8, 2): "black_man", **enemies})
    assert legal(machine, state, "black") == {"(jump 2 2 4 4)"}
    state = play(machine, state, "black", "(jump 2 2 4 4)")
    assert legal(machine, state, "black") == {"(jump 4 4 6 6)"}
    assert legal(machine, state, "white") == {"noop"}
    state = play(machine, state, "black", "(jump 4 4 6 6)")
    assert legal(machine, state, "white") == {"(move 3 7 2 6)", "(move 3 7 4 6)"}


def test_draughts_a_new_king_stops() -> None:
    machine = ws.load("english_draughts").machine()
    state = men(machine, {(2, 6): "black_man", (3, 7): "white_man", (5, 7): "white_man"})
    state = play(machine, state, "black", "(jump 2 6 4 8)")
    assert "(cell 4 8 black_king)" in machine.fluents(state)
    assert legal(machine, state, "black") == {"noop"}


def test_draughts_a_king_jumps_backwards() -> None:
    machine = ws.load("english_draughts").machine()
    state = men(machine, {(4, 4): "black_king", (3, 3): "white_man", (5, 3): "white_king", (8, 8): "white_man"})
    assert legal(machine, state, "black") == {"(jump 4 4 2 2)", "(jump 4 4 6 2)"}


# Skirmish


def test_skirmish_castling() -> None:
    machine = ws.load("skirmish_zero_sum").machine()
    rights = ["(may_castle white king_side)", "(may_castle white queen_side)"]
    pieces = ["(cell 5 1 white_king)", "(cell 1 1 white_rook)", "(cell 8 1 white_rook)", "(cell 8 8 black_rook)"]
    state = machine.state([*rights, *pieces, "(step 0)", "(control white)"])
    assert {"(castle king_side)", "(castle queen_side)"} <= legal(machine, state, "white")
    castled = machine.fluents(play(machine, state, "white", "(castle queen_side)"))
    assert {"(cell 3 1 white_king)", "(cell 4 1 white_rook)"} <= set(castled)
    assert not [fluent for fluent in castled if fluent.startswith("(may_castle")]
    state = machine.state([*rights, *pieces, "(step 0)", "(control black)"])
    taken = machine.fluents(play(machine, state, "black", "(move 8 8 8 1)"))
    assert [fluent for fluent in taken if fluent.startswith("(may_castle")] == ["(may_castle white queen_side)"]


def test_skirmish_en_passant() -> None:
    machine = ws.load("skirmish_zero_sum").machine()
    pieces = ["(cell 5 5 white_pawn)", "(cell 4 7 black_pawn)", "(cell 1 1 white_king)", "(cell 1 8 black_king)"]
    state = machine.state([*pieces, "(step 0)", "(control black)"])
    state = play(machine, state, "black", "(move 4 7 4 5)")
    state = play(machine, state, "white", "(move 5 5 4 6)")
    assert "(cell 4 6 white_pawn)" in machine.fluents(state)
    assert "(cell 4 5 black_pawn)" not in machine.fluents(state)
    assert machine.goals(state) == (100, 0)


# Lines


def test_gomoku_six_in_line_win() -> None:
    machine = ws.load("gomoku").machine()
    stones = [f"(cell {x} {x} black)" for x in (3, 4, 6, 7, 8)]
    state = play(machine, machine.state([*stones, "(control black)"]), "black", "(place 5 5)")
    assert machine.terminal(state)
    assert machine.goals(state) == (100, 0)


def test_pentago_two_lines_are_a_draw() -> None:
    machine = ws.load("pentago").machine()
    lines = [f"(cell {x} {y} {colour})" for x in range(1, 6) for y, colour in ((1, "white"), (3, "black"))]
    state = machine.state([*lines, "(control white)"])
    assert machine.terminal(state)
    assert machine.goals(state) == (50, 50)


# Small games


def test_nim_is_won_by_the_sum_without_carry() -> None:
    """Bouton's theorem, for all heaps that can come up."""
    machine = ws.load("nim").machine()
    wins: dict[tuple[int, ...], bool] = {}
    for heaps in product(range(2), range(4), range(6), range(8)):
        named = [f"(heap {name} {n})" for name, n in zip("abcd", heaps, strict=True)]
        state = machine.state([*named, "(control first)"])
        if machine.terminal(state):
            assert machine.goals(state) == (0, 100)
            wins[heaps] = False
            continue
        after = []
        for move in legal(machine, state, "first"):
            _, name, taken = move.strip("()").split()
            after.append(tuple(n - (each == name) * int(taken) for each, n in zip("abcd", heaps, strict=True)))
        wins[heaps] = not all(wins[each] for each in after)
    assert all(won == bool(reduce(xor, heaps)) for heaps, won in wins.items())


def test_rock_paper_scissors_has_the_payoffs_of_openspiel() -> None:
    machine = ws.load("rock_paper_scissors").machine()
    game = pyspiel.load_matrix_game("matrix_rps")
    names = [game.row_action_name(action).lower() for action in range(3)]
    for row, column in product(range(3), repeat=2):
        joint = [machine.move_number(0, names[row]), machine.move_number(1, names[column])]
        payoffs = [game.row_utility(row, column), game.col_utility(row, column)]
        assert machine.goals(machine.next(machine.initial(), joint)) == tuple(50 + 50 * payoff for payoff in payoffs)


def sliding(board: str) -> dict[tuple[int, int], str]:
    """The boards after each slide of the eight puzzle, by the cell of the tile; a board is its rows, 0 the gap."""
    gap = board.index("0")
    after = {}
    for tile in range(9):
        if abs(gap % 3 - tile % 3) + abs(gap // 3 - tile // 3) == 1:
            cells = list(board)
            cells[gap], cells[tile] = cells[tile], cells[gap]
            after[tile % 3 + 1, tile // 3 + 1] = "".join(cells)
    return after


def shortest(start: str, end: str) -> list[tuple[int, int]]:
    """The shortest way from one board to another, from both ends to the middle."""
    ways: dict[str, list[str]] = {start: [start]}
    back: dict[str, list[str]] = {end: [end]}
    front, rear = [start], [end]
    while not (met := ways.keys() & back.keys()):
        for known, border in ((ways, front), (back, rear)):
            fresh = []
            for board in border:
                for after in sliding(board).values():
                    if after not in known:
                        known[after] = [*known[board], after]
                        fresh.append(after)
            border[:] = fresh
    middle = min(met, key=lambda board: len(ways[board]) + len(back[board]))
    boards = ways[middle] + back[middle][-2::-1]
    return [next(tile for tile, after in sliding(a).items() if after == b) for a, b in pairwise(boards)]


def test_the_eight_puzzle_takes_thirty_moves() -> None:
    machine = ws.load("eight_puzzle").machine()
    way = [f"(slide {x} {y})" for x, y in shortest("876543210", "123456780")]
    assert len(way) == 30
    state = play(machine, machine.initial(), "player", *way)
    assert machine.terminal(state)
    assert machine.goals(state) == (100,)
    detour = play(machine, machine.initial(), "player", "(slide 2 3)", "(slide 3 3)", *way)
    assert machine.terminal(detour)
    assert machine.goals(detour) == (99,)


def test_lights_out_can_be_solved() -> None:
    """What is switched in the first row settles the others, so 32 ways are all there are."""
    machine = ws.load("lights_out").machine()
    cells = list(product(range(1, 6), repeat=2))
    lit = {(x, y) for x, y in cells if f"(cell {x} {y} on)" in machine.fluents(machine.initial())}
    solutions = []
    for first in product((False, True), repeat=5):
        left, switches = set(lit), []
        for y, x in product(range(1, 6), repeat=2):
            if first[x - 1] if y == 1 else (x, y - 1) in left:
                switches.append(f"(switch {x} {y})")
                left ^= {(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & set(cells)
        if not left:
            solutions.append(switches)
    state = play(machine, machine.initial(), "player", *min(solutions, key=len))
    assert machine.terminal(state)
    assert machine.goals(state) == (100,)
