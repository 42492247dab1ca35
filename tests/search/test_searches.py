"""How the searches behave: the same again, on time, within their memory, with what was known before."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import pytest

import woodstock as ws
from engine.lanes.enumeration import enumerate_lines
from oracles.plain_uct import PlainUct
from woodstock import core
from woodstock.errors import WoodstockError
from woodstock.report import Report
from woodstock.search import Grave, Minimax, Searcher, Ucb, Uct

Maker = Callable[[ws.Game | ws.Machine], Searcher]
MAKERS: list[Maker] = [Uct, Grave, Ucb, Minimax]
each_search = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__.lower())


@pytest.fixture(scope="module")
def four() -> ws.Game:
    return ws.load("connect_four")


def searched(game: ws.Game, search: Searcher | PlainUct, playouts: int, role: int = 0) -> Report:
    search.search(game.machine().initial(), playouts=playouts)
    return search.report(role)


@each_search
def test_the_same_budget_gives_the_same(make: Maker, four: ws.Game) -> None:
    first, second = (replace(searched(four, make(four), 2000), seconds=0) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("make", [Uct, Grave, Ucb])
def test_another_seed_gives_something_else(make: Callable[..., Searcher], four: ws.Game) -> None:
    assert searched(four, make(four), 500).values != searched(four, make(four, seed=1), 500).values


@each_search
def test_reports_are_whole(make: Maker, four: ws.Game) -> None:
    machine = four.machine()
    search = make(four)
    search.search(machine.initial(), playouts=300)
    for role, legal in enumerate(machine.legal(machine.initial())):
        report = search.report(role)
        assert [move.move for move in report.moves] == legal
        assert all(0 <= move.low <= move.value + 1e-6 <= move.high + 2e-6 <= 1 + 1e-5 for move in report.moves)
        assert report.best in legal
        assert report.seconds > 0
        state = machine.initial()
        for joint_move in report.line:
            state = machine.next(state, joint_move)


def test_what_is_known_is_kept(four: ws.Game) -> None:
    machine = four.machine()
    search = Uct(four)
    report = searched(four, search, 5000)
    best = next(move for move in report.moves if move.move == report.best)
    state = machine.next(machine.initial(), report.line[0])
    search.search(state, playouts=0)
    kept = search.report(0)
    assert kept.descents == 0
    assert kept.value == pytest.approx(best.value, abs=1e-5)
    assert sum(move.visits for move in search.report(1).moves) == pytest.approx(best.visits, abs=2)


def test_proofs_outlive_a_change_of_root() -> None:
    game = ws.load("tic_tac_toe")
    machine = game.machine()
    search = Uct(game)
    report = searched(game, search, 100_000)
    assert report.proved
    state = machine.initial()
    for step, joint_move in enumerate(report.line):
        search.search(state, playouts=0)
        here = search.report(step % 2)
        assert here.proved and here.value == 0.5 and here.descents == 0
        state = machine.next(state, joint_move)


def test_classic_uct_is_the_plain_one() -> None:
    """It has a node for each way to a position, proves nothing, and comes to the same values."""
    game = ws.load("tic_tac_toe")
    machine = game.machine()
    state = machine.initial()
    for choice in (0, 3, 0, 0, 2):  # among the squares that are free; of the four that are left one does not lose
        state = machine.next(state, [own[min(choice, len(own) - 1)] for own in machine.legal(state)])
    plain, classic, shared = PlainUct(machine, c=2.0), Uct(game, c=2.0, classic=True), Uct(game, c=2.0)
    for search in (plain, classic, shared):
        search.search(state, playouts=5_000)
    expected, found, proof = (search.report(1) for search in (plain, classic, shared))
    assert found.nodes == expected.nodes + 1 > proof.nodes  # it still has the start of the game, where it began
    assert found.descents == 5_000
    assert proof.proved
    assert not found.proved and not any(move.proved for move in found.moves)
    assert found.best == expected.best
    assert found.value == pytest.approx(expected.value, abs=0.05)


def test_memory_is_never_passed(four: ws.Game) -> None:
    for make in (Uct, Grave):
        search = make(four, memory=2**20)
        for playouts in (20_000, 5_000):
            report = searched(four, search, playouts)
            assert search.bytes <= 2**20
            assert report.descents == playouts
            assert report.nodes < 2**20 / 64
        assert report.best == 3 or make is Grave, "the middle of the board is the best column"


@pytest.mark.clock
@each_search
@pytest.mark.parametrize("name", ["connect_four", "othello"])
def test_deadlines_hold(make: Maker, name: str) -> None:
    machine = ws.load(name).machine()
    search = make(machine)
    begun = time.perf_counter()
    search.search(machine.initial(), seconds=0.2)
    taken = time.perf_counter() - begun
    assert taken < 0.2 + 0.3, "the computer that runs the tests can be busy"
    assert search.report(0).descents > 0
    assert search.report(0).best in machine.legal(machine.initial())[0]


@pytest.mark.clock
@pytest.mark.parametrize("threads", [1, 2])
def test_a_raised_flag_ends_a_search(threads: int, four: ws.Game) -> None:
    machine = four.machine()
    search = core.Uct(machine.core, None, None, {"threads": threads, "memory": 2**28})
    search.set_root(machine.initial())
    stop = core.Stop()
    threading.Timer(0.1, stop.raise_).start()
    begun = time.perf_counter()
    search.run(60.0, 2**63, stop)
    assert time.perf_counter() - begun < 5


def test_threads_prove_the_same_and_share_the_budget(four: ws.Game) -> None:
    game = ws.load("tic_tac_toe")
    report = searched(game, Uct(game, threads=3), 200_000)
    assert report.proved and report.values == (0.5, 0.5)
    many = searched(four, Uct(four, threads=3), 3000)
    assert many.descents == 3000 == sum(move.visits for move in many.moves)


def test_uct_agrees_with_a_plain_one(four: ws.Game) -> None:
    """Two programs that share nothing but the rules come to the same values, and try the middle most."""
    fast = searched(four, Uct(four), 2500)
    plain = searched(four, PlainUct(four.machine()), 2500)
    assert fast.best == plain.best == 3
    assert fast.value == pytest.approx(plain.value, abs=0.05)
    for left, right in zip(fast.moves, plain.moves, strict=True):
        assert abs(left.value - right.value) < 4 * sqrt(0.25 / left.visits + 0.25 / right.visits)


@pytest.mark.long
def test_ucb_values_moves_by_random_play() -> None:
    game = ws.load("tic_tac_toe")
    machine = game.machine()
    report = searched(game, Ucb(game), 30_000)
    for move in report.moves:
        noop = machine.legal(machine.initial())[1][0]
        state = machine.next(machine.initial(), (move.move, noop))
        exact = float(enumerate_lines(machine, state).mean(lambda outcome: outcome.goals[0])) / 100
        assert abs(move.value - exact) < 4 * sqrt(0.25 / move.visits)
    assert report.best == 4, "the middle of the board"
    assert not report.proved


def test_minimax_says_when_a_game_is_too_large(four: ws.Game) -> None:
    search = Minimax(four, nodes=2000)
    report = searched(four, search, 10**6)
    assert not report.proved
    assert report.nodes <= 2000
    assert report.best in {move.move for move in report.moves}


def test_bad_options_are_refused(four: ws.Game) -> None:
    bad: list[Callable[[], object]] = [
        lambda: Uct(four, c=-1),
        lambda: Uct(four, c=float("nan")),
        lambda: Uct(four, threads=0),
        lambda: Uct(four, memory=1000),
        lambda: Uct(four, seed=-1),
        lambda: Grave(four, bias=-1),
        lambda: Grave(four, ref=-1),
        lambda: Ucb(four, c=-1),
        lambda: Minimax(four, nodes=0),
        lambda: Uct(four).search(four.machine().initial()),
    ]
    for case in bad:
        with pytest.raises(WoodstockError):
            case()
    with pytest.raises(ValueError, match="another game"):
        Uct(four).search(ws.load("tic_tac_toe").machine().initial(), playouts=1)
