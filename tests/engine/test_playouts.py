"""Random playouts and move counts of the event machine."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import product

import pytest

import woodstock as ws
from engine.inline import COUNTER, circuit_machine
from woodstock import games
from woodstock.engine import CircuitMachine, Machine, State

FIRST_WINS, DRAWS = Fraction(737, 1260), Fraction(16, 126)
"""Tic-tac-toe with all moves equally likely."""


@pytest.fixture(scope="module")
def tic_tac_toe() -> CircuitMachine:
    machine = ws.load("tic_tac_toe").machine()
    assert isinstance(machine, CircuitMachine)
    return machine


def outcomes(machine: Machine) -> dict[tuple[tuple[int | None, ...], int], Fraction]:
    """The exact probability of each result and length, by following every game."""
    open_states: dict[State, Fraction] = {machine.initial(): Fraction(1)}
    found: dict[tuple[tuple[int | None, ...], int], Fraction] = {}
    length = 0
    while open_states:
        following: dict[State, Fraction] = {}
        for state, chance in open_states.items():
            if machine.terminal(state):
                key = (machine.goals(state), length)
                found[key] = found.get(key, Fraction(0)) + chance
                continue
            joint_moves = list(product(*machine.legal(state)))
            for joint_move in joint_moves:
                child = machine.next(state, joint_move)
                following[child] = following.get(child, Fraction(0)) + chance / len(joint_moves)
        open_states = following
        length += 1
    return found


def test_tic_tac_toe_has_its_known_chances(tic_tac_toe: CircuitMachine) -> None:
    found = outcomes(tic_tac_toe)
    assert sum(found.values()) == 1
    assert sum(chance for (goals, _), chance in found.items() if goals == (100, 0)) == FIRST_WINS
    assert sum(chance for (goals, _), chance in found.items() if goals == (50, 50)) == DRAWS


def test_means_of_many_playouts_are_the_exact_ones(tic_tac_toe: CircuitMachine) -> None:
    count = 100_000
    report = tic_tac_toe.playouts(count, seed=7)
    assert (report.playouts, report.capped, report.broken) == (count, 0, 0)
    found = outcomes(tic_tac_toe)

    def check(measured: float, values: dict[float, Fraction]) -> None:
        mean = float(sum(value * chance for value, chance in values.items()))
        variance = float(sum((value - mean) ** 2 * float(chance) for value, chance in values.items()))
        assert abs(measured - mean) < 4 * (variance / count) ** 0.5

    check(report.mean_goals[0], {100: FIRST_WINS, 50: DRAWS, 0: 1 - FIRST_WINS - DRAWS})
    check(report.mean_goals[1], {0: FIRST_WINS, 50: DRAWS, 100: 1 - FIRST_WINS - DRAWS})
    lengths: dict[float, Fraction] = {}
    for (_, length), chance in found.items():
        lengths[length] = lengths.get(length, Fraction(0)) + chance
    check(report.mean_length, lengths)
    assert report.states == round(report.mean_length * count)


def test_chance_moves_are_equally_likely() -> None:
    machine = ws.load("random_tic_tac_toe_2x2").machine()
    found = outcomes(machine)
    count = 50_000
    report = machine.playouts(count, seed=3)
    for role in range(len(machine.roles)):
        values = [(goals[role] or 0, chance) for (goals, _), chance in found.items()]
        mean = float(sum(value * chance for value, chance in values))
        variance = float(sum((value - mean) ** 2 * float(chance) for value, chance in values))
        assert abs(report.mean_goals[role] - mean) <= 4 * (variance / count) ** 0.5


def test_the_same_seed_gives_the_same_playouts(tic_tac_toe: CircuitMachine) -> None:
    def sums(machine: CircuitMachine, seed: int) -> tuple[float, ...]:
        report = machine.playouts(3_000, seed=seed)
        return (*report.mean_goals, report.mean_length, report.states)

    first = sums(tic_tac_toe, 5)
    assert sums(tic_tac_toe, 5) == first
    assert sums(tic_tac_toe.copy(), 5) == first
    fresh = ws.load("tic_tac_toe").machine()
    assert isinstance(fresh, CircuitMachine) and sums(fresh, 5) == first
    assert sums(tic_tac_toe, 6) != first


def test_playouts_can_start_anywhere() -> None:
    game = circuit_machine(COUNTER)
    report = game.playouts(4, start=game.state(["(n 3)"]))
    assert (report.playouts, report.states, report.mean_goals) == (4, 0, (100.0,))
    assert game.playouts(400, start=game.state(["(n 2)"]), seed=1).mean_length == pytest.approx(2, abs=0.4)


def test_a_limit_caps_playouts() -> None:
    game = circuit_machine(COUNTER)
    report = game.playouts(50, limit=2)
    assert (report.playouts, report.capped, report.states) == (0, 50, 100)
    assert report.mean_length == 0.0 and report.mean_goals == (0.0,)
    assert game.playouts(5, limit=0).capped == 5


def test_no_playouts_at_all() -> None:
    game = circuit_machine(COUNTER)
    assert game.playouts(0).playouts == 0
    assert game.playouts(seconds=0.0).playouts == 0
    with pytest.raises(ValueError, match="give a number"):
        game.playouts()


@pytest.mark.clock
@pytest.mark.parametrize(
    "text", [COUNTER, "(role r) (legal r a) (goal r 50) terminal"], ids=["counter", "over at once"]
)
def test_playouts_end_when_the_time_is_over(text: str) -> None:
    game = circuit_machine(text)
    begun = time.monotonic()
    report = game.playouts(seconds=0.1)
    assert report.playouts > 0
    assert 0.09 < report.seconds < 5 and time.monotonic() - begun < 5


def by_recursion(machine: Machine, state: State, depth: int) -> int:
    if machine.terminal(state):
        return 0
    joint_moves = list(product(*machine.legal(state)))
    if depth == 1:
        return len(joint_moves)
    return sum(by_recursion(machine, machine.next(state, joint_move), depth - 1) for joint_move in joint_moves)


MOST_SEQUENCES = 3_000  # for counting by recursion


@pytest.mark.parametrize("name", games.names())
def test_perft_counts_what_recursion_counts(name: str) -> None:
    machine = ws.load(name).machine()
    counts = machine.perft(1)
    while len(counts) < 6 and 0 < counts[-1] ** 2 <= MOST_SEQUENCES * (counts[-2] if len(counts) > 1 else 1):
        counts = machine.perft(len(counts) + 1)
    assert counts == [by_recursion(machine, machine.initial(), level) for level in range(1, len(counts) + 1)]


def test_perft_to_depth_0_counts_nothing() -> None:
    assert circuit_machine(COUNTER).perft(0) == []
