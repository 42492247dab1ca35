"""Bradley and Terry's model against closed forms, another optimiser, published strengths and simulated matches."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.experiments.ratings import Ratings, bradley_terry
from woodstock.referee import elo


def by_name(ratings: Ratings) -> dict[str, float]:
    return {one.player: one.elo for one in ratings.players}


@given(st.integers(1, 300), st.integers(1, 300))
def test_two_players_have_a_closed_form(won: int, lost: int) -> None:
    """The difference is Elo's, its standard error sqrt(1/won + 1/lost) in log odds; each has half of both."""
    ratings = bradley_terry({("a", "b"): won, ("b", "a"): lost})
    strengths = by_name(ratings)
    assert strengths["a"] - strengths["b"] == pytest.approx(elo(won / (won + lost)), abs=1e-6)
    assert strengths["a"] + strengths["b"] == pytest.approx(0, abs=1e-6)
    half = 1.959963984540054 * math.sqrt(1 / won + 1 / lost) / 2 * 400 / math.log(10)
    assert [one.error for one in ratings.players] == pytest.approx([half, half], rel=1e-6)
    assert not ratings.prior


def test_a_published_table() -> None:
    """Agresti, Categorical Data Analysis, table 10.10: baseball teams of 1987, wins of the row over the column. The
    published strengths (with Baltimore at 0) are the outside truth."""
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    points = {(teams[i], teams[j]): float(wins[i][j]) for i, j in itertools.permutations(range(7), 2)}
    strengths = by_name(bradley_terry(points))
    logits = {team: (strengths[team] - strengths["Baltimore"]) * math.log(10) / 400 for team in teams}
    published = {
        "Milwaukee": 1.58,
        "Detroit": 1.44,
        "Toronto": 1.29,
        "New York": 1.25,
        "Boston": 1.11,
        "Cleveland": 0.68,
        "Baltimore": 0.0,
    }
    assert logits == pytest.approx(published, abs=0.006)


def test_against_another_optimiser() -> None:
    optimise = pytest.importorskip("scipy.optimize")
    chance = random.Random(5)
    names = "abcde"
    points = {(i, j): float(chance.randrange(1, 40)) / 2 for i, j in itertools.permutations(names, 2)}

    def loss(strengths: list[float]) -> float:
        place = dict(zip(names, strengths, strict=True))
        return float(sum(won * math.log1p(math.exp(place[j] - place[i])) for (i, j), won in points.items()))

    found = optimise.minimize(loss, [0.0] * 5, tol=1e-10).x
    expected = (found - found.mean()) * 400 / math.log(10)
    ratings = bradley_terry(points)
    assert by_name(ratings) == pytest.approx(dict(zip(names, expected, strict=True)), abs=0.05)
    # The errors are the curvature of the same function, by differences, within the strengths whose sum is zero.
    step = 1e-4
    hessian = np.zeros((5, 5))
    for i, j in itertools.product(range(5), repeat=2):
        shifts = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        values = [loss(found + step * (a * np.eye(5)[i] + b * np.eye(5)[j])) for a, b in shifts]
        hessian[i, j] = (values[0] - values[1] - values[2] + values[3]) / (4 * step * step)
    spread = 1.96 * np.sqrt(np.diag(np.linalg.pinv(hessian, rcond=1e-4))) * 400 / math.log(10)
    errors = {one.player: one.error for one in ratings.players}
    assert errors == pytest.approx(dict(zip(names, spread, strict=True)), rel=0.01)


def test_intervals_hold_the_truth() -> None:
    """Simulated tournaments: each strength lies within its interval in about 95 of 100."""
    truth = {"a": 120.0, "b": 30.0, "c": -40.0, "d": -110.0}
    inside = trials = 0
    for tournament in range(150):
        chance = random.Random(tournament)
        points: dict[tuple[str, str], float] = {}
        for one, other in itertools.combinations(truth, 2):
            share = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
            won = sum(chance.random() < share for _ in range(60))
            points[one, other], points[other, one] = won, 60 - won
        for rating in bradley_terry(points).players:
            trials += 1
            inside += abs(rating.elo - truth[rating.player]) <= rating.error
    assert 0.92 < inside / trials < 0.98


def test_the_unbeaten() -> None:
    """Who took all points would be infinitely strong: a virtual draw for each pair keeps it finite, and is told."""
    ratings = bradley_terry({("a", "b"): 10, ("b", "a"): 0, ("b", "c"): 4, ("c", "b"): 6})
    assert ratings.prior
    strengths = by_name(ratings)
    assert strengths["a"] > strengths["c"] > strengths["b"]
    assert all(math.isfinite(one.elo) and math.isfinite(one.error) for one in ratings.players)
    assert ratings.players[0].points == 10
    alone = bradley_terry({("a", "b"): 10, ("b", "a"): 0})
    # One virtual draw: 10.5 points to 0.5.
    assert by_name(alone)["a"] - by_name(alone)["b"] == pytest.approx(elo(10.5 / 11))


def test_strangers() -> None:
    """Two groups that never met cannot be compared."""
    ratings = bradley_terry({("a", "b"): 3, ("b", "a"): 5, ("c", "d"): 1, ("d", "c"): 2}, prior=0)
    assert all(one.error == math.inf for one in ratings.players)
    assert bradley_terry({}).players == ()
