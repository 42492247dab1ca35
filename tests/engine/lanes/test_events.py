"""Playouts in lanes come to what playouts of the event machine come to."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import woodstock as ws
from sheets import marked
from woodstock.engine import CircuitMachine, Playouts, State

Load = Callable[[str], ws.Game]

BATCHES = 50
REPOSITORY = "ggp-repository/"

PHASES = {
    "tic_tac_toe": 2,
    "connect_four": 2,
    "matching_pennies": 1,
    "random_tic_tac_toe_2x2": 1,
    "breakthrough": 2,
    "othello": 2,
    f"{REPOSITORY}connectFourSimultaneous.kif": 2,
    f"{REPOSITORY}3pConnectFour.kif": 3,
    f"{REPOSITORY}chickentictactoe.kif": 2,
    f"{REPOSITORY}pentago_v1.kif": 4,
    f"{REPOSITORY}beatMania_v1.kif": 1,
    f"{REPOSITORY}hodgepodge.kif": 1,
    f"{REPOSITORY}amazonsTorus_10x10.kif": 4,  # recursion
    f"{REPOSITORY}chess_200_v1.kif": 2,  # goals that depend on whose turn it is
    "ggpserver/SimultaneousTicTacToe.kif": 1,
    "ggpserver/Maze.kif": 1,
    "scully/montyhall.kif": 1,  # these have percepts (GDL-II)
    "scully/meier.kif": 1,
    "scully/latenttictactoe.kif": 1,
    "ggp_python/ii_kriegtictactoe.kif": 1,
    "ggp_python/ii_transit.kif": 2,
    "ggp-gamecontroller/mastermind2x3.kif": 1,
}
"""Of the clock of each game."""

COSTLY = {"othello": 40, f"{REPOSITORY}chess_200_v1.kif": 80, f"{REPOSITORY}amazonsTorus_10x10.kif": 100}
"""So many times fewer playouts are made where the event machine takes long."""


def batch_means(machine: CircuitMachine, playouts: int, start: State | None = None) -> NDArray[np.float64]:
    """The mean length and the mean goals of batches of playouts, a row for each batch."""
    rows = []
    for seed in range(BATCHES):
        report = machine.playouts(playouts // BATCHES, start=start, seed=seed)
        assert report.playouts == playouts // BATCHES
        rows.append([report.mean_length, *report.mean_goals])
    return np.array(rows)


def mean_lengths(result: Playouts) -> NDArray[np.float64]:
    means: NDArray[np.float64] = result.lengths / result.playouts
    return means


def check_means(found: NDArray[np.float64], n: int, batches: NDArray[np.float64], each: int) -> None:
    """Means over n playouts are those of the batches, within 4 standard errors of the difference."""
    variances = batches.var(axis=0, ddof=1) * each
    errors = np.sqrt(variances / n + variances / (each * len(batches)))
    assert np.all(np.abs(found - batches.mean(axis=0)) <= 4 * errors + 1e-9), (found, batches.mean(axis=0), errors)


@pytest.mark.long
@pytest.mark.parametrize("playouts", [40_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", marked(PHASES))
def test_means_are_those_of_the_event_machine(name: str, playouts: int, load: Load) -> None:
    game = load(name)
    playouts //= COSTLY.get(name, 1)
    machine = game.machine()
    assert isinstance(machine, CircuitMachine) and game.lanes
    assert len(game.lanes.core.phases) == PHASES[name]
    n = max(playouts, 2000)
    result = game.playouts(n, seed=1)
    assert result.playouts.tolist() == [n]
    found = np.array([mean_lengths(result)[0], *result.mean_goals[0]])
    check_means(found, n, batch_means(machine, playouts), playouts // BATCHES)


@pytest.mark.parametrize(
    "name",
    marked(["tic_tac_toe", "connect_four", f"{REPOSITORY}connectFourSimultaneous.kif", f"{REPOSITORY}pentago_v1.kif"]),
)
def test_where_goals_are_0_50_and_100_wins_follow_from_goals_and_squares(name: str, load: Load) -> None:
    result = load(name).playouts(20_000, seed=2)
    assert np.array_equal(result.goals.sum(axis=1), 100 * result.playouts.astype(np.int64))
    assert np.array_equal(result.wins.astype(np.int64) * 5000, result.squares - 50 * result.goals)
    assert result.wins.min() > 0


@pytest.mark.parametrize(
    "name", marked([f"{REPOSITORY}pentago_v1.kif", f"{REPOSITORY}3pConnectFour.kif", "connect_four"])
)
@pytest.mark.parametrize("threads", [1, 2])
def test_starts_in_all_phases_with_different_counts(name: str, threads: int, load: Load) -> None:
    game = load(name)
    machine = game.machine()
    assert isinstance(machine, CircuitMachine) and game.lanes
    starts, rng = [machine.initial()], random.Random(3)
    for _ in range(5):  # one after another, so that the clock stands in each of its phases
        starts.append(machine.next(starts[-1], [rng.choice(own) for own in machine.legal(starts[-1])]))
    counts = [2_000, 1, 513, 10_000, 0, 4_000]
    result = game.lanes.playouts(starts, counts, seed=4, threads=threads)
    assert result.playouts.tolist() == counts
    for at in (0, 3, 5):
        found = np.array([mean_lengths(result)[at], *result.mean_goals[at]])
        check_means(found, counts[at], batch_means(machine, 2_000, starts[at]), 2_000 // BATCHES)


def test_a_start_outside_the_clock_is_played_without_it(load: Load) -> None:
    """No reachable state has both players in control, but the rules say what follows all the same."""
    game = load("connect_four")
    machine = game.machine()
    assert isinstance(machine, CircuitMachine) and game.lanes
    usual = machine.initial()
    both = machine.state([*machine.fluents(usual), *(f"(control {role})" for role in game.roles)])
    assert [len(own) for own in machine.legal(both)] == [8, 8]
    n = 10_000
    result = game.lanes.playouts([usual, both], [n, n], seed=1)
    assert result.playouts.tolist() == [n, n]
    assert mean_lengths(result)[1] != pytest.approx(mean_lengths(result)[0], rel=0.01)
    for at, start in enumerate([usual, both]):
        found = np.array([mean_lengths(result)[at], *result.mean_goals[at]])
        check_means(found, n, batch_means(machine, n, start), n // BATCHES)
