"""MAC-UCB and FC-UCB: stages have the machine's solutions, values come out exactly, and play is reproducible."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

import woodstock as ws
from oracles.solving import solve
from search.graphs import SADDLE, Graph, bet, circle, puzzle, random_graph, three_players
from woodstock.core import solve_states
from woodstock.players import parse
from woodstock.referee import Seat
from woodstock.search import MacUcb
from woodstock.search.mac_ucb import By, stage_names
from woodstock.solver import StageSolver

WAYS: list[By] = ["mac", "fc", "circuit"]
GAMES = ["tic_tac_toe", "random_tic_tac_toe_2x2", "matching_pennies", "connect_four", "rock_paper_scissors", "orchard"]


@pytest.mark.parametrize("name", GAMES)
def test_all_ways_find_the_joint_moves_and_successors_of_the_machine(name: str) -> None:
    game = ws.load(name)
    machine = game.machine()
    assert game.lanes is not None and isinstance(machine, ws.CircuitMachine)
    solver = StageSolver(game.network().network)
    network = (solver.core, stage_names(game.network(), solver.numbering))
    ways = [(None, None, False), (*network, False), (*network, True)]
    rng, state = random.Random(name), machine.initial()
    for _ in range(4 if name == "connect_four" else 12):  # forward checking takes its time there
        words = np.frombuffer(state, dtype=np.uint64)
        joint_moves = list(product(*machine.legal(state)))
        successors = [machine.next(state, joint_move) for joint_move in joint_moves]
        for core, names, forward in ways:
            ((moves, states),) = solve_states(machine.core, core, names, forward, words.tolist())
            assert np.array(moves).reshape(len(joint_moves), -1).tolist() == [list(each) for each in joint_moves]
            assert np.array(states, dtype=np.uint64).tobytes() == b"".join(successors)
        state = rng.choice(successors)
        state = machine.initial() if machine.terminal(state) else state


def check(game: ws.Game, by: By, simulations: int = 200) -> None:
    """The root is proved exactly when it has a value, and that value is found."""
    machine = game.machine()
    known = solve(machine)
    state = machine.initial()
    search = MacUcb(game, by=by, simulations=simulations)
    search.search(state, playouts=2_000_000)
    report = search.report(0)
    assert report.proved == (state in known)
    if report.proved:
        shown = [0 if role == game.chance else value for role, value in enumerate(known[state])]
        assert report.values == pytest.approx([float(value) for value in shown])
        for role, own in enumerate(machine.legal(state)):
            seen = search.report(role)
            assert [move.move for move in seen.moves] == own
            best = next(move for move in seen.moves if move.move == seen.best)
            if role != game.chance and len(own) > 1:
                assert best.proved and best.low == best.value == best.high


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("name", ["tic_tac_toe", "random_tic_tac_toe_2x2", "matching_pennies"])
def test_bundled_games_are_proved(name: str, by: By) -> None:
    check(ws.load(name), by)


@pytest.mark.parametrize("graph", [SADDLE, three_players(), puzzle(), bet()], ids=["saddle", "three", "puzzle", "bet"])
def test_small_games_are_proved(graph: Graph, made: Callable[[Graph], ws.Game]) -> None:
    for by in WAYS:
        check(made(graph), by)


@pytest.mark.parametrize("seed", range(20))
def test_random_games(seed: int, made: Callable[[Graph], ws.Game]) -> None:
    game = made(random_graph(seed))
    machine = game.machine()
    if solve(machine):
        check(game, "circuit")


def test_a_game_that_goes_round_in_circles_comes_to_an_end(made: Callable[[Graph], ws.Game]) -> None:
    game = made(circle())
    search = MacUcb(game, by="circuit", simulations=100)
    search.search(game.machine().initial(), playouts=20_000)
    assert search.report(0).value == pytest.approx(1.0)


def test_cooperation_is_worth_one_half() -> None:
    game = ws.load("matching_pennies")
    search = MacUcb(game)
    search.search(game.machine().initial(), playouts=100_000)
    assert search.report(0).values == (0.5, 0.5, 0.0)


def test_the_same_seed_and_playouts_give_the_same_report() -> None:
    game = ws.load("connect_four")
    reports = []
    for by in WAYS:
        search = MacUcb(game, by=by, simulations=1000, seed=5)
        search.search(game.machine().initial(), playouts=10_000)
        reports.append(search.report(0))
    first = reports[0]
    for other in reports[1:]:
        assert (other.moves, other.values, other.line) == (first.moves, first.values, first.line)


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = ws.load("connect_four")
    machine = game.machine()
    search = MacUcb(game, by="circuit", simulations=1000)
    search.search(machine.initial(), playouts=50_000)
    line = search.report(0).line
    search.search(machine.next(machine.initial(), line[0]), playouts=1)
    report = search.report(1)
    assert report.line[:2] == line[1:3]
    assert report.nodes > 100, "of a new tree there would be a handful"


def test_time_is_kept_and_a_move_is_always_ready() -> None:
    game = ws.load("breakthrough")
    search = MacUcb(game)
    search.search(game.machine().initial(), seconds=0.0)
    legal = game.machine().legal(game.machine().initial())[0]
    assert search.report(0).best in legal
    search.search(game.machine().initial(), seconds=0.3)
    assert search.report(0).descents > 0


def chains(goals: tuple[int, ...], length: int) -> Graph:
    """One role chooses a chain, and then only follows it: playouts from a position always come to the same end."""
    graph = Graph(("solo",))
    graph.add("start", (len(goals),), {(i,): f"c{i}_0" for i in range(len(goals))})
    for i, goal in enumerate(goals):
        for step in range(length):
            follows = f"c{i}_{step + 1}" if step + 1 < length else graph.end((goal,))
            graph.add(f"c{i}_{step}", (1,), {(0,): follows})
    return graph


def test_as_published_the_next_stage_is_that_of_the_highest_bound(made: Callable[[Graph], ws.Game]) -> None:
    """Section 4.3 of paper 000, step by step: each stage is sampled, the best solution is that with the highest UCB
    index, and the next stage is solved from there."""
    goals, pulls = (50, 40, 60), 3
    search = MacUcb(made(chains(goals, 40)), by="circuit", published=True, simulations=pulls)
    start = search._machine.initial()
    visits = [1, 1, 1]  # of the root's stage
    for stage in range(25):
        search.search(start, playouts=pulls * (stage + 1) if stage == 0 else pulls)
        report = search.report(0)
        assert [move.visits for move in report.moves] == visits
        assert report.values == (0.6,)
        total = sum(visits)
        index = [goal / 100 + math.sqrt(2 * math.log(total + 1) / own) for goal, own in zip(goals, visits, strict=True)]
        visits[index.index(max(index))] += pulls


@pytest.mark.parametrize(("name", "legal"), [("hex", 81), ("pentago", 288)])
def test_every_arm_is_pulled(name: str, legal: int) -> None:
    game = ws.load(name)
    for published in (False, True):
        search = MacUcb(game, by="circuit", simulations=64, published=published)
        search.search(game.machine().initial(), playouts=600)
        found = search.statistics()
        assert found.pulled == found.arms == legal
        assert all(move.visits > 0 for move in search.report(0).moves)


@pytest.mark.parametrize("name", ["pickomino", "yahtzee", "cant_stop", "backgammon"])
def test_playouts_are_long_enough_to_tell_something(name: str) -> None:
    """With a horizon of 200 all of them were given up."""
    game = ws.load(name)
    state = game.machine().initial()
    values = []
    for horizon in (None, 2000):
        search = MacUcb(game, by="circuit", simulations=512, horizon=horizon)
        search.search(state, playouts=2048)
        values.append(search.report(0).values)
    assert values[0] == pytest.approx(values[1], abs=0.1)


def test_decisions_below_the_threshold_are_pruned_and_spare_playouts(made: Callable[[Graph], ws.Game]) -> None:
    """Section 4.4 of paper 000: what is with confidence worth less than another decision gets no more playouts."""
    game = made(chains((100, 0, 0, 0), 60))
    search = MacUcb(game, by="circuit", simulations=400)
    search.search(game.machine().initial(), playouts=8000)
    found = search.statistics()
    assert found.pruned >= 3
    assert [move.visits for move in search.report(0).moves][1:] == [100, 100, 100]


@pytest.mark.clock
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_the_share_of_solving_is_kept(share: float) -> None:
    game = ws.load("othello")
    search = MacUcb(game, by="mac", solving=share)
    search.search(game.machine().initial(), seconds=1.5)
    assert search.statistics().share == pytest.approx(share, abs=0.1)


@pytest.mark.parametrize("name", ["mac-ucb", "fc-ucb"])
def test_players(name: str) -> None:
    record = ws.match("tic_tac_toe", f"{name}:playouts=3000", "random", seed=3).played[0].record
    assert not record.deviations
    assert (record.goals[0] or 0) >= 50


@pytest.mark.parametrize("text", ["mac-ucb:solving=1", "mac-ucb:simulations=0", "fc-ucb:horizon=0"])
def test_bad_options_are_said(text: str) -> None:
    with pytest.raises(ws.WoodstockError):
        parse(text).make().start(seat())


def seat() -> Seat:
    game = ws.load("tic_tac_toe")
    return Seat(game=game, machine=game.machine(), role=0, seed=0)


@pytest.mark.long
def test_a_stage_in_which_forward_checking_gets_lost_is_given_up_without_a_clock() -> None:
    game = ws.load("quarto")
    start = game.machine().initial()
    reports = []
    for _ in range(2):
        search = MacUcb(game, by="fc", simulations=10)
        search.search(start, playouts=100)
        reports.append(search.report(0))
    assert reports[0].best in game.machine().legal(start)[0]
    assert reports[0].moves == reports[1].moves


@pytest.mark.long
def test_a_clock_that_ends_many_rounds_does_not_shorten_playouts() -> None:
    """Every search by the clock ends in the middle of a round. Playouts of yahtzee take more than 100 steps."""
    game = ws.load("yahtzee")
    search, machine, state = MacUcb(game, by="circuit", seed=1), game.machine(), game.machine().initial()
    for _ in range(40):
        search.search(state, seconds=0.01)
    draw = random.Random(1)
    while len(machine.legal(state)[0]) < 5:
        state = machine.next(state, [draw.choice(own) for own in machine.legal(state)])
    search.search(state, playouts=2000)
    assert any(abs(move.value - 0.5) > 0.01 for move in search.report(0).moves), "all playouts were given up"
