"""Playouts in lanes against full enumeration of small games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import woodstock as ws
from engine.lanes.enumeration import enumerate_lines

Load = Callable[[str], ws.Game]

MANY = 1_000_000

# Three bid at once, chance may spoil it, the second stage depends on the first, and games end early or late.
AUCTION = """
(role ann) (role ben) (role cat) (role random)
(bid 1) (bid 2) (bid 3) (beats 2 1) (beats 3 1) (beats 3 2)
(player ann) (player ben) (player cat)
(init (stage bidding))
(<= (legal ?p (offer ?n)) (player ?p) (true (stage bidding)) (bid ?n))
(legal random calm)
(<= (legal random storm) (true (stage bidding)))
(<= (legal ?p accept) (player ?p) (true (stage dealing)))
(<= (legal ann refuse) (true (stage dealing)))
(<= (legal ben refuse) (true (stage dealing)) (true (bidden ben 3)))
(<= (next (bidden ?p ?n)) (does ?p (offer ?n)))
(<= (next (bidden ?p ?n)) (true (bidden ?p ?n)) (true (stage dealing)) (not refused))
(<= (next (stage dealing)) (true (stage bidding)) (does random calm))
(<= (next (stage over)) (true (stage bidding)) (does random storm))
(<= (next (stage over)) (true (stage dealing)) (not refused))
(<= (next (stage bidding)) (true (stage dealing)) refused)
(<= refused (does ?p refuse))
(<= terminal (true (stage over)))
(<= (beaten ?p) (true (bidden ?p ?n)) (true (bidden ?q ?m)) (beats ?m ?n))
(<= (goal ?p 90) (true (bidden ?p ?n)) (not (beaten ?p)))
(<= (goal ?p 30) (true (bidden ?p 2)) (beaten ?p))
(<= (goal ?p 0) (true (bidden ?p 1)) (beaten ?p))
(goal random 100)
"""

# For one player, with goals that are missing, double, and 100 only sometimes.
ALONE = """
(role solo)
(init (left 3))
(less 3 2) (less 2 1) (less 1 0)
(<= (legal solo (take ?n)) (true (left ?m)) (less ?m ?n))
(<= (legal solo quit) (true (left ?m)))
(<= (legal solo rest) (true (left 2)))
(<= (next (left ?n)) (does solo (take ?n)))
(<= (next (left 2)) (does solo rest) )
(<= (next gone) (does solo quit))
(<= (next (was ?m)) (true (left ?m)) (does solo quit))
(<= terminal (true gone))
(<= terminal (true (left 0)))
(<= (goal solo 100) (true (left 0)))
(<= (goal solo 40) (true (was 2)))
(<= (goal solo 70) (true (was 2)))
(<= (goal solo 5) (true (was 3)))
"""

# Who has no goal counts as 0, so to have 0 is no win.
GOALLESS = """
(role left) (role right)
(init open)
(legal left stay) (legal left go) (legal right stay) (legal right go)
(<= (next (went ?p)) (does ?p go))
(<= terminal (not (true open)))
(<= (goal left 0) (not (true (went left))))
(<= (goal left 20) (true (went left)))
(<= (goal right 10) (true (went right)))
"""


# Bounds a game that may come back to where it was.
COUNTER = """
(init (step 0)) (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= terminal (true (step 6)))
"""


def test_tic_tac_toe_comes_out_as_combinatorics_says(load: Load) -> None:
    game = load("tic_tac_toe")
    exact = enumerate_lines(game.machine())
    assert exact.mean(lambda outcome: outcome.won_by(0)) == Fraction(737, 1260)
    assert exact.mean(lambda outcome: outcome.won_by(1)) == 1 - Fraction(737, 1260) - Fraction(16, 126)
    result = game.playouts(2 * MANY, seed=3)
    assert result.playouts.tolist() == [2 * MANY]
    exact.check(result)
    draws = 2 * MANY - int(result.wins.sum())
    share = 16 / 126
    assert abs(draws - 2 * MANY * share) <= 4 * np.sqrt(2 * MANY * share * (1 - share))


@pytest.mark.parametrize("name", ["matching_pennies", "random_tic_tac_toe_2x2"])
@pytest.mark.parametrize("threads", [1, 2])
def test_games_with_chance_come_out_as_enumerated(name: str, threads: int, load: Load) -> None:
    game = load(name)
    result = game.playouts(MANY, seed=4, threads=threads)
    assert result.playouts.tolist() == [MANY]
    enumerate_lines(game.machine()).check(result)


@pytest.mark.parametrize("rules", [AUCTION + COUNTER, ALONE + COUNTER, GOALLESS], ids=["auction", "alone", "goalless"])
def test_written_games_come_out_as_enumerated(rules: str, written: Callable[[str], ws.Game]) -> None:
    game = written(rules)
    exact = enumerate_lines(game.machine())
    assert len(exact.shares) > 3
    result = game.playouts(MANY, seed=5)
    assert result.playouts.tolist() == [MANY]
    exact.check(result)


def test_each_of_many_starts_comes_out_as_enumerated(load: Load) -> None:
    game = load("tic_tac_toe")
    machine = game.machine()
    starts = [machine.initial()]
    for square in (0, 4, 1, 8, 2):  # with either player to move, down to a won game
        legal = machine.legal(starts[-1])
        starts.append(machine.next(starts[-1], [own[min(square, len(own) - 1)] for own in legal]))
    counts = [30_000, 50_000, 100_000, 1, 0, 200_000]
    assert game.lanes
    result = game.lanes.playouts(starts, counts, seed=7)
    assert result.playouts.tolist() == counts
    for at, start in enumerate(starts):
        if counts[at] > 1:
            enumerate_lines(machine, start).check(result, at)
