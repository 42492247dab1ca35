"""Playouts that prefer some moves choose them as often as they should."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import woodstock as ws
from engine.lanes.enumeration import Choices, enumerate_lines, evenly
from woodstock.core import kernels
from woodstock.engine import LaneSimulator
from woodstock.engine.machine import Machine, State

Load = Callable[[str], ws.Game]

MANY = 400_000
GREEDY = Fraction(3, 4)


def preferring(good: set[tuple[int, int]]) -> Choices:
    """Three times in four a role chooses among the good moves, if one is legal."""

    def choices(machine: Machine, state: State) -> list[dict[int, Fraction]]:
        out = []
        for role, legal in enumerate(machine.legal(state)):
            own = evenly(legal)
            best = [move for move in legal if (role, move) in good]
            if best and role != machine.chance:
                own = {move: (1 - GREEDY) * each for move, each in own.items()}
                for move in best:
                    own[move] += GREEDY / len(best)
            out.append(own)
        return out

    return choices


@pytest.mark.parametrize("name", ["tic_tac_toe", "matching_pennies", "random_tic_tac_toe_2x2"])
def test_good_moves_are_made_as_often_as_they_should(name: str, load: Load) -> None:
    game = load(name)
    assert game.circuit
    assert game.lanes
    counts = [len(own) for own in game.circuit.moves]
    good = {(role, move) for role, count in enumerate(counts) for move in range(0, count, 3)}
    machine = game.machine()
    exact = enumerate_lines(machine, choices=preferring(good))
    assert exact.shares != enumerate_lines(machine).shares
    marked = [int((role, move) in good) for role, count in enumerate(counts) for move in range(count)]
    exact.check(game.lanes.playouts([machine.initial()], [MANY], seed=21, good=marked))


def test_with_no_good_move_playouts_are_plain(load: Load) -> None:
    game = load("tic_tac_toe")
    assert game.circuit
    assert game.lanes
    none = [0] * sum(len(own) for own in game.circuit.moves)
    machine = game.machine()
    enumerate_lines(machine).check(game.lanes.playouts([machine.initial()], [MANY], seed=22, good=none))


def test_each_move_needs_a_mark(load: Load) -> None:
    lanes = load("tic_tac_toe").lanes
    assert lanes
    with pytest.raises(ValueError, match="each move"):
        lanes.playouts([load("tic_tac_toe").machine().initial()], [1], good=[1])


@pytest.mark.parametrize("kernel", kernels())
def test_kernels_agree(kernel: str, load: Load) -> None:
    game = load("breakthrough")
    assert game.circuit
    start = [game.machine().initial()]
    good = [number % 3 == 0 for number in range(sum(len(own) for own in game.circuit.moves))]
    one, other = (
        LaneSimulator(game.circuit, kernel=own).playouts(start, [3000], seed=1, ahead=1, good=good)
        for own in (kernel, None)
    )
    assert np.array_equal(one.goals, other.goals)
    assert np.array_equal(one.lengths, other.lengths)
