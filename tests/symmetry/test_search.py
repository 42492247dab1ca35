"""Search up to symmetry finds what search finds, in fewer nodes."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

import woodstock as ws
from oracles.solving import solve
from woodstock.core import SymmetryGroup
from woodstock.engine.machine import State
from woodstock.errors import BrokenGameError
from woodstock.report import Report
from woodstock.search import Grave, LaneSearch, MacUcb, Minimax, Searcher, Uct
from woodstock.symmetry import find
from woodstock.symmetry.verification import image

Maker = Callable[..., Searcher]
SEARCHES: list[Maker] = [Uct, Grave, LaneSearch]


def by_stages(game: ws.Game, *, symmetries: SymmetryGroup | None) -> Searcher:
    return MacUcb(game, by="circuit", simulations=16, symmetries=symmetries)


each_search = pytest.mark.parametrize("make", SEARCHES, ids=lambda make: make.__name__.lower())


@cache
def group_of(name: str) -> SymmetryGroup | None:
    return find(ws.load(name)).group()


def run(game: ws.Game, search: Searcher, state: State, playouts: int = 200_000) -> Report:
    search.search(state, playouts=playouts)
    return search.report(0)


def check_line(game: ws.Game, state: State, report: Report) -> None:
    """It can be played, and if it comes to an end where all is proved without chance, it is the one promised."""
    machine = game.machine()
    for joint_move in report.line:
        state = machine.next(state, joint_move)
    if report.proved and game.chance is None and machine.terminal(state):
        assert [(goal or 0) / 100 for goal in machine.goals(state)] == pytest.approx(list(report.values))


@each_search
@pytest.mark.parametrize("name", ["tic_tac_toe", "random_tic_tac_toe_2x2", "matching_pennies"])
def test_solved_games(name: str, make: Maker) -> None:
    """Values are those of an exhaustive solver with fractions, and so are those of all moves that are proved."""
    game = ws.load(name)
    machine = game.machine()
    start = machine.initial()
    known = solve(machine)
    search = make(game, symmetries=group_of(name))
    report = run(game, search, start)
    assert report.proved
    for role, own in enumerate(machine.legal(start)):
        seen = search.report(role)
        assert [move.move for move in seen.moves] == own
        assert seen.best in own
        if role != game.chance:
            assert seen.values[role] == pytest.approx(float(known[start][role]))
            best = next(move for move in seen.moves if move.move == seen.best)
            assert best.proved and best.value == pytest.approx(float(known[start][role]))
    check_line(game, start, report)


def test_the_tree_is_smaller() -> None:
    """Solving tic-tac-toe, of whose 5478 positions 765 are different."""
    game = ws.load("tic_tac_toe")
    start = game.machine().initial()
    full, reduced = run(game, Uct(game), start), run(game, Uct(game, symmetries=group_of("tic_tac_toe")), start)
    assert reduced.nodes <= 765
    assert full.nodes > 5 * reduced.nodes


def late_positions(name: str, count: int, before_end: int) -> list[State]:
    """Positions of random games, so many steps before their ends."""
    machine = ws.load(name).machine()
    chance = random.Random(5)
    found: list[State] = []
    while len(found) < count:
        states = [machine.initial()]
        try:
            while not machine.terminal(states[-1]):
                states.append(machine.next(states[-1], [chance.choice(own) for own in machine.legal(states[-1])]))
        except BrokenGameError:
            continue
        found.append(states[max(0, len(states) - 1 - before_end)])
    return found


@pytest.mark.parametrize("positions", [2, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("make", [*SEARCHES, by_stages], ids=lambda make: make.__name__.lower())
@pytest.mark.parametrize(
    ("name", "before_end"),
    [
        ("connect_four", 6),
        ("tic_tac_toe", 6),
        ("breakthrough", 2),
        ("dots_and_boxes_suicide", 5),
        ("quarto", 4),
        ("orchard", 3),
        ("connect_four_simultaneous", 2),
        ("eight_puzzle", 6),
        ("lights_out", 4),
    ],
)
def test_late_positions(name: str, before_end: int, make: Maker, positions: int) -> None:
    """What is proved is what exact minimax proves, at the root and of each move."""
    game = ws.load(name)
    group = group_of(name)
    assert group is not None
    search = make(game, symmetries=group)
    for state in late_positions(name, positions, before_end):
        exact = Minimax(game, nodes=10_000)
        expected = run(game, exact, state)
        if not expected.proved:
            continue
        report = run(game, search, state, playouts=2_000)
        for role, own in enumerate(game.machine().legal(state)):
            seen, truth = search.report(role), exact.report(role)
            assert [move.move for move in seen.moves] == ([] if game.machine().terminal(state) else own)
            worth = {move.move: move for move in truth.moves}
            for move in seen.moves:
                if move.proved and worth[move.move].proved:
                    assert move.value == pytest.approx(worth[move.move].value)
        if report.proved:
            assert report.values == pytest.approx(expected.values)
        check_line(game, state, report)


@each_search
def test_the_root_may_be_any_image(make: Maker) -> None:
    """Asked of symmetric positions the search gives symmetric answers, and needs no new playouts for the second."""
    game = ws.load("tic_tac_toe")
    machine = game.machine()
    found = find(game)
    search = make(game, symmetries=found.group())
    state = machine.next(
        machine.initial(), [machine.move_number(0, "(mark 1 1)"), machine.legal(machine.initial())[1][0]]
    )
    first = run(game, search, state)
    for generator in found.generators:
        other = image(found.points, generator, state)
        search.search(other, playouts=1)
        second = search.report(1)
        search.search(state, playouts=1)
        first = search.report(1)
        assert second.proved and second.values == first.values
        moved = {found.points.owner(int(generator[found.points.move(1, one.move)]))[1]: one for one in first.moves}
        for move in second.moves:
            assert (move.value, move.visits, move.proved) == (
                moved[move.move].value,
                moved[move.move].visits,
                moved[move.move].proved,
            )


@each_search
def test_symmetric_moves_share_an_estimate(make: Maker) -> None:
    game = ws.load("connect_four")
    search = make(game, symmetries=group_of("connect_four"))
    report = run(game, search, game.machine().initial(), playouts=2000)
    shown = [(move.value, move.visits) for move in report.moves]
    assert shown == shown[::-1]
    assert sum(visits for _, visits in shown[:4]) <= 2000


@each_search
def test_no_symmetries_no_difference(make: Maker) -> None:
    """A group of one element changes nothing: the same tree, playout by playout."""
    import numpy as np

    game = ws.load("breakthrough")
    found = find(game)
    degree = found.points.first_role
    counts = [len(own) for own in found.points.moves]
    trivial = SymmetryGroup(len(found.points.fluents), counts, np.arange(degree, dtype=np.int32)[np.newaxis])
    reports = [
        run(game, make(game, symmetries=group, seed=4), game.machine().initial(), playouts=1500)
        for group in (None, trivial)
    ]
    assert reports[0].moves == reports[1].moves
    assert reports[0].line == reports[1].line
    assert reports[0].nodes == reports[1].nodes


@each_search
def test_the_same_seed_gives_the_same(make: Maker) -> None:
    game = ws.load("quarto")
    start = game.machine().initial()
    reports = [run(game, make(game, symmetries=group_of("quarto"), seed=9), start, playouts=800) for _ in range(2)]
    assert reports[0].moves == reports[1].moves
    assert reports[0].line == reports[1].line


@each_search
def test_several_threads(make: Maker) -> None:
    game = ws.load("tic_tac_toe")
    search = make(game, symmetries=group_of("tic_tac_toe"), threads=3)
    report = run(game, search, game.machine().initial(), playouts=2_000_000)
    assert report.proved and report.value == 0.5


def test_symmetries_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="another game"):
        Uct(ws.load("tic_tac_toe"), symmetries=group_of("connect_four"))
