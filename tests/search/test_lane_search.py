"""The lane search against exact values, and what every search promises: limits, repeatability, a tree that is kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import woodstock as ws
from oracles.solving import solve
from search.graphs import SADDLE, Graph, bet, matrix, random_graph, three_players
from woodstock.core import Stop
from woodstock.errors import SettingError
from woodstock.report import Report
from woodstock.search import LaneSearch, searcher


@pytest.fixture
def written(tmp_path: Path) -> Callable[[Graph | str], ws.Game]:
    """Makes a game of a graph or of rules."""

    def made(rules: Graph | str) -> ws.Game:
        path = tmp_path / "written.kif"
        path.write_text(rules if isinstance(rules, str) else rules.text())
        return ws.load(path, cache=False)

    return made


PRIORS = pytest.mark.parametrize(
    "priors", [{}, {"history": 16, "reference": 100}, {"amaf": 20, "reference": 100}], ids=["none", "history", "amaf"]
)
"""What moves begin with."""


def searched(game: ws.Game, role: int = 0, *, playouts: int = 100_000, **options: Any) -> Report:
    search = LaneSearch(game, memory=2**24, **options)
    search.search(game.machine().initial(), playouts=playouts)
    return search.report(role)


def check_exact(game: ws.Game, **options: Any) -> None:
    """The search proves what the solver finds, and its best move leads to it."""
    machine = game.machine()
    expected = solve(machine)[machine.initial()]
    for role in range(len(game.roles)):
        if role == game.chance:
            continue
        report = searched(game, role, **options)
        assert report.proved
        assert report.values == pytest.approx([0 if r == game.chance else float(v) for r, v in enumerate(expected)])
        estimate = next(move for move in report.moves if move.move == report.best)
        assert estimate.proved
        assert estimate.low == estimate.value == estimate.high == pytest.approx(float(expected[role]))


@PRIORS
@pytest.mark.parametrize("name", ["tic_tac_toe", "random_tic_tac_toe_2x2", "matching_pennies"])
def test_bundled_games_are_proved(name: str, priors: dict[str, int]) -> None:
    check_exact(ws.load(name), playouts=2_000_000, **priors)


@PRIORS
@pytest.mark.long
def test_random_graphs(written: Callable[[Graph], ws.Game], priors: dict[str, int]) -> None:
    exact = 0
    for seed in range(16):
        game = written(random_graph(seed))
        machine = game.machine()
        if machine.initial() in solve(machine):
            check_exact(game, **priors)
            exact += 1
        elif any(goal == 100 for goals in random_graph(seed).ends.values() for goal in goals):
            assert not searched(game, playouts=20_000, **priors).proved
    assert exact > 8


def test_saddle_point(written: Callable[[Graph], ws.Game]) -> None:
    game = written(SADDLE)
    check_exact(game)
    assert searched(game).values == pytest.approx((0.4, 0.6))


def test_no_saddle_point_goes_on_until_the_limit(written: Callable[[Graph], ws.Game]) -> None:
    game = written(matrix([[100, 0], [0, 100]]))
    report = searched(game, playouts=50_000, lanes_per_leaf=1)
    assert not report.proved
    assert report.descents >= 50_000
    assert {round(move.value, 1) for move in report.moves} == {0.5}


def test_three_players_each_want_their_own(written: Callable[[Graph], ws.Game]) -> None:
    check_exact(written(three_players()))


def test_chance_and_mover_at_once(written: Callable[[Graph], ws.Game]) -> None:
    game = written(bet())
    check_exact(game)
    assert searched(game).values == pytest.approx((1 / 3, 0.0))


PUZZLE = """
(role r) (init (n 0)) (init (t 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(<= (legal r up) (true (n ?x)) (succ ?x ?y))
(legal r double)
(<= (twice ?x 0) (true (n ?x)) (not (true (n 3))) (not (true (n 1))))
(twice 1 2) (twice 3 6)
(<= (next (n ?y)) (does r up) (true (n ?x)) (succ ?x ?y))
(<= (next (n ?y)) (does r double) (true (n ?x)) (twice ?x ?y))
(<= (next (t ?y)) (true (t ?x)) (succ ?x ?y))
(<= terminal (true (t 4)))
(<= terminal (true (n 6)))
(<= (goal r 100) (true (n 6)))
(<= (goal r 0) (not (true (n 6))))
"""


def test_puzzle(written: Callable[[str], ws.Game]) -> None:
    game = written(PUZZLE)
    check_exact(game)
    assert searched(game).values == (1.0,)


ENDLESS = """
(role a) (role b) (init (at 0)) (init (control a))
(<= (legal ?r go) (true (control ?r))) (<= (legal ?r back) (true (control ?r)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b)))
(<= (next (at 1)) (true (at 0))) (<= (next (at 0)) (true (at 1)) (does ?r back) (true (control ?r)))
(<= (next (at 2)) (true (at 1)) (does ?r go) (true (control ?r)) (true (never)))
(<= (next (at 1)) (true (at 1)) (does ?r go) (true (control ?r)))
(<= (next (never)) (true (never)))
(<= terminal (true (at 2)))
(<= (goal ?r 50) (role ?r))
"""


def test_games_that_never_end(written: Callable[[str], ws.Game]) -> None:
    report = searched(written(ENDLESS), playouts=3_000)
    assert not report.proved
    assert report.best in {move.move for move in report.moves}


BROKEN = """
(role a) (init (at 0)) (legal a stay)
(<= (legal a go) (true (at 0)))
(<= (next (at 1)) (does a go)) (<= (next (at 0)) (does a stay))
(<= terminal (true (at 2)))
(<= (goal a 100) (true (at 2))) (<= (goal a 0) (not (true (at 2))))
"""


def test_states_without_a_legal_move(written: Callable[[str], ws.Game]) -> None:
    game = written(BROKEN.replace("(legal a stay)", "(<= (legal a stay) (true (at 0)))"))
    assert searched(game, playouts=2_000).best in (0, 1)


@pytest.mark.parametrize(("name", "lanes"), [("connect_four", 8), ("knightthrough", 2), ("breakthrough", 1)])
def test_the_cheaper_playouts_are_the_more_does_a_leaf_get(name: str, lanes: int) -> None:
    report = searched(ws.load(name), playouts=8_000)
    assert report.descents == 8_000 // lanes
    assert sum(move.visits for move in report.moves) == 8_000


@PRIORS
def test_children_add_up(priors: dict[str, int]) -> None:
    report = searched(ws.load("connect_four"), playouts=30_000, lanes_per_leaf=1, **priors)
    assert sum(move.visits for move in report.moves) == report.descents
    assert report.playouts <= report.descents
    for move in report.moves:
        assert 0 <= move.low <= move.value <= move.high <= 1
    line = report.line
    machine = ws.load("connect_four").machine()
    state = machine.initial()
    for joint_move in line:
        state = machine.next(state, joint_move)
    assert len(line) >= 2


@PRIORS
@pytest.mark.parametrize("lanes_per_leaf", [1, 4])
def test_same_seed_same_search(lanes_per_leaf: int, priors: dict[str, int]) -> None:
    game = ws.load("breakthrough")
    options = {"playouts": 20_000, "lanes_per_leaf": lanes_per_leaf} | priors
    reports = [searched(game, seed=seed, **options) for seed in (3, 3, 4)]
    assert reports[0].moves == reports[1].moves
    assert reports[0].line == reports[1].line
    assert reports[0].moves != reports[2].moves


def test_value_is_near_that_of_a_long_search() -> None:
    """Random playouts cannot tell; a tree must find the threat that wins."""
    game = ws.load("connect_four")
    machine = game.machine()
    state = machine.initial()
    for column in (4, 1, 3, 1, 5):  # three in a row with both ends open: the second player cannot hold both
        mover = 0 if len(machine.legal(state)[0]) > 1 else 1
        move = machine.move_number(mover, f"(drop {column})")
        other = machine.legal(state)[1 - mover][0]
        state = machine.next(state, (move, other) if mover == 0 else (other, move))
    search = LaneSearch(game, memory=2**25)
    search.search(state, playouts=200_000)
    assert search.report(0).proved
    assert search.report(0).values == (1.0, 0.0)


@pytest.mark.clock
def test_deadline_is_kept() -> None:
    game = ws.load("othello")
    search = LaneSearch(game, memory=2**26)
    state = game.machine().initial()
    search.search(state, playouts=1)  # everything is built and touched once
    for seconds in (0.0, 0.05, 0.2):
        begun = time.perf_counter()
        search.search(state, seconds=seconds)
        assert time.perf_counter() - begun < seconds + 0.25  # a loaded machine may let us wait
        assert search.report(0).best in game.machine().legal(state)[0]


@pytest.mark.clock
def test_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt reaches the search wherever it is."""
    game = ws.load("othello")
    search = LaneSearch(game, memory=2**26)
    flags: list[Stop] = []

    def interruptible(call: Callable[[Stop], None], stop: Stop) -> None:
        flags.append(stop)
        threading.Timer(0.1, stop.raise_).start()
        call(stop)

    monkeypatch.setattr(searcher, "interruptible", interruptible)
    begun = time.perf_counter()
    search.search(game.machine().initial(), seconds=30)
    assert time.perf_counter() - begun < 10
    assert flags[0].raised
    assert search.report(0).descents > 0


def test_memory_is_bounded() -> None:
    """With little memory the search goes on, and comes to the same choice."""
    game = ws.load("connect_four")
    report = searched(game, playouts=300_000)
    assert report.nodes < 2**24 / 256
    small = LaneSearch(game, memory=2**21, lanes_per_leaf=1)
    small.search(game.machine().initial(), playouts=300_000)
    assert small.report(0).nodes < 2**21 / 256
    assert small.report(0).descents >= 300_000
    assert game.machine().move_name(0, small.report(0).best) in ("(drop 3)", "(drop 4)", "(drop 5)")


def test_tree_is_kept() -> None:
    game = ws.load("connect_four")
    machine = game.machine()
    search = LaneSearch(game, memory=2**26, lanes_per_leaf=1)
    search.search(machine.initial(), playouts=50_000)
    before = search.report(0)
    line = before.line
    state = machine.next(machine.next(machine.initial(), line[0]), line[1])
    search.search(state, playouts=1)
    after = search.report(0)
    assert after.descents == 1
    assert sum(move.visits for move in after.moves) > 100
    search.search(machine.initial(), playouts=1)  # behind us: a new tree
    assert sum(move.visits for move in search.report(0).moves) == 1


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_prove_the_same(threads: int) -> None:
    for name in ("tic_tac_toe", "matching_pennies"):
        check_exact(ws.load(name), threads=threads, playouts=2_000_000)


def test_terminal_root() -> None:
    game = ws.load("matching_pennies")
    machine = game.machine()
    state = machine.initial()
    while not machine.terminal(state):
        state = machine.next(state, [own[0] for own in machine.legal(state)])
    search = LaneSearch(game, memory=2**24)
    search.search(state, playouts=100)
    report = search.report(0)
    assert report.proved
    assert report.moves == ()
    assert report.values == tuple((goal or 0) / 100 for goal in machine.goals(state))


def test_strange_settings_are_refused() -> None:
    game = ws.load("tic_tac_toe")
    for option, value in {
        "lanes_per_leaf": 0,
        "threads": 0,
        "virtual_loss": 0,
        "expand_at": 0,
        "round_size": 513,
    }.items():
        options: dict[str, Any] = {option: value}
        with pytest.raises(SettingError, match=f"option '{option}' must be a whole number"):
            LaneSearch(game, **options)
    with pytest.raises(SettingError, match="option 'c' must be a number from 0 to 1000, not nan"):
        LaneSearch(game, c=float("nan"))
