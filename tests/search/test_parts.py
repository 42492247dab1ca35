"""Puzzles made of several puzzles: lines by parts against breadth-first search over the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import woodstock as ws
from oracles.puzzles import best_goal, joined_puzzle
from search.test_puzzle_search import check_line
from woodstock.search import PuzzleParts


@pytest.mark.parametrize("seed", range(10))
def test_finds_what_the_whole_search_finds(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "joined.kif"
    path.write_text(joined_puzzle(seed))
    game = ws.load(path)
    search = PuzzleParts(game)
    assert search.parts > 1
    search.search(game.machine().initial(), playouts=100_000)
    report = search.report(0)
    assert report.proved
    assert round(100 * report.value) == best_goal(game.machine())
    check_line(game, report)


def large(boards: int, size: int, steps: int) -> str:
    """Rings of lamps, all lit; a switch turns its lamp and the next two. Each ring alone is easy."""
    lines = ["(role one)", "(init (step 0))", f"(<= terminal (true (step {steps})))"]
    lines += [f"(<= (next (step {step + 1})) (true (step {step})))" for step in range(steps)]
    dark = []
    for board in range(boards):
        for at in range(size):
            lamp = f"(true (lamp {board} {at}))"
            lines += [f"(init (lamp {board} {at}))", f"(legal one (press {board} {at}))"]
            lines += [
                f"(<= (turns {board} {(at + offset) % size}) (does one (press {board} {at})))" for offset in range(3)
            ]
            lines.append(f"(<= (next (lamp {board} {at})) {lamp} (not (turns {board} {at})))")
            lines.append(f"(<= (next (lamp {board} {at})) (not {lamp}) (turns {board} {at}))")
            dark.append(f"(not {lamp})")
    lines += [f"(<= dark {' '.join(dark)})", "(<= terminal dark)"]
    return "\n".join([*lines, "(<= (goal one 100) dark)", "(<= (goal one 0) (not dark))"])


def test_many_parts_are_solved_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "rings.kif"
    path.write_text(large(6, 7, 42))
    game = ws.load(path)
    search = PuzzleParts(game)
    assert search.parts == 6
    machine = game.machine()
    state = machine.initial()
    search.search(state, playouts=20_000)
    report = search.report(0)
    assert (report.proved, report.value) == (True, 1.0)
    check_line(game, report)
    state = machine.next(state, report.line[0])
    search.search(state, playouts=1)
    assert search.report(0).line == report.line[1:]
