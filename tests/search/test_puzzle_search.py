"""The puzzle search against breadth-first search over all states, and on puzzles whose answers are known."""

from __future__ import annotations

from pathlib import Path

import pytest

import woodstock as ws
from oracles.puzzles import best_goal, random_puzzle
from sheets import marked, path_of
from woodstock.report import Report
from woodstock.search import PuzzleSearch

PLENTY = 2_000_000
MORE = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 1000)]


def searched(game: ws.Game, playouts: int = PLENTY, **settings: int) -> Report:
    search = PuzzleSearch(game, **settings)
    search.search(game.machine().initial(), playouts=playouts)
    return search.report(0)


def check_line(game: ws.Game, report: Report) -> None:
    """The line is legal, and ends with the goal that was promised."""
    machine = game.machine()
    state = machine.initial()
    for joint_move in report.line:
        assert not machine.terminal(state)
        assert joint_move[0] in machine.legal(state)[0]
        state = machine.next(state, joint_move)
    assert machine.terminal(state)
    assert (machine.goals(state)[0] or 0) == round(100 * report.value)


def puzzle(folder: Path, seed: int) -> ws.Game:
    path = folder / f"puzzle_{seed}.kif"
    path.write_text(random_puzzle(seed))
    return ws.load(path)


@pytest.mark.parametrize(
    "seed", [*range(60), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 1000))]
)
def test_what_is_proved_is_the_best_of_all_lines(seed: int, tmp_path: Path) -> None:
    game = puzzle(tmp_path, seed)
    best = best_goal(game.machine())
    report = searched(game, seed=seed)
    assert report.proved == (best is not None)
    if best is None:
        assert not report.line
        return
    assert round(100 * report.value) == best
    check_line(game, report)
    for playouts in (1, 5, 20):
        early = searched(game, playouts=playouts)
        assert round(100 * early.value) == best if early.proved else round(100 * early.value) <= best
        if early.line:
            check_line(game, early)
        assert max((move.high for move in early.moves), default=1.0) >= best / 100 - 1e-9


@pytest.mark.parametrize("name", ["eight_puzzle", "lights_out"])
def test_solves_the_bundled_puzzles(name: str) -> None:
    game = ws.load(name)
    report = searched(game)
    assert (report.proved, report.value) == (True, 1.0)
    check_line(game, report)


HANOI = """
(role p) (disc 1) (disc 2) (disc 3) (peg a) (peg b) (peg c)
(less 1 2) (less 1 3) (less 2 3)
(init (on 1 a)) (init (on 2 a)) (init (on 3 a)) (init (step 0))
(<= (under ?d) (true (on ?d ?p)) (true (on ?e ?p)) (less ?e ?d))
(<= (barred ?d ?q) (true (on ?e ?q)) (less ?e ?d) (disc ?d))
(<= (legal p (move ?d ?q)) (disc ?d) (peg ?q) (not (under ?d)) (not (barred ?d ?q)) (not (true (on ?d ?q))))
(<= (next (on ?d ?q)) (does p (move ?d ?q)))
(<= (moved ?d) (does p (move ?d ?q)))
(<= (next (on ?d ?p)) (true (on ?d ?p)) (not (moved ?d)))
(<= done (true (on 1 c)) (true (on 2 c)) (true (on 3 c)))
(<= terminal done)
(<= terminal (true (step LIMIT)))
(<= (goal p 100) done)
(<= (goal p 0) (not done))
"""


@pytest.mark.parametrize(("limit", "value"), [(7, 1.0), (6, 0.0)])
def test_the_towers_of_hanoi_take_seven_moves(limit: int, value: float, tmp_path: Path) -> None:
    path = tmp_path / "hanoi.kif"
    steps = [f"(<= (next (step {step + 1})) (true (step {step})))" for step in range(limit)]
    path.write_text("\n".join([HANOI.replace("LIMIT", str(limit)), *steps]))
    game = ws.load(path)
    report = searched(game)
    assert (report.proved, report.value, len(report.line)) == (True, value, limit)
    check_line(game, report)


def test_the_same_budget_and_seed_find_the_same() -> None:
    game = ws.load("eight_puzzle")
    one, other = (searched(game, playouts=3_000, seed=7) for _ in range(2))
    assert (one.line, one.nodes, one.descents) == (other.line, other.nodes, other.descents)
    parts = PuzzleSearch(game, seed=7)
    for _ in range(3):
        parts.search(game.machine().initial(), playouts=1_000)
    assert parts.report(0).descents <= one.descents


def test_a_line_is_followed_to_its_end_and_forgotten_off_it() -> None:
    game = ws.load("lights_out")
    machine = game.machine()
    search = PuzzleSearch(game)
    state = machine.initial()
    search.search(state, playouts=PLENTY)
    line = search.report(0).line
    skipped = machine.next(machine.next(state, line[0]), line[1])
    search.search(skipped, playouts=1)
    assert (search.report(0).line, search.report(0).proved) == (line[2:], True)
    off = next(move for move in machine.legal(skipped)[0] if move != line[2][0])
    search.search(machine.next(skipped, (off,)), playouts=1)
    assert not search.report(0).proved


def test_little_memory_proves_nothing_that_is_false() -> None:
    game = ws.load("eight_puzzle")
    report = searched(game, playouts=20_000, memory=2**20)
    assert not report.proved or report.value == 1.0


def test_takes_puzzles_only() -> None:
    with pytest.raises(ws.WoodstockError, match="one role"):
        PuzzleSearch(ws.load("tic_tac_toe"))


@pytest.mark.parametrize(
    "name", marked(["ggp-repository/hitori.kif", "ggp-repository/lightsOut.kif", "ggp-repository/eightPuzzle.kif"])
)
def test_solves_public_puzzles(name: str) -> None:
    game = ws.load(path_of(name))
    report = searched(game)
    assert (report.proved, report.value) == (True, 1.0)
    check_line(game, report)
