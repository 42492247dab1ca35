"""Intervals and Elo differences against published values."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.fakes import Named, Sticks, greedy, modest
from woodstock.referee import elo, elo_interval, series, wilson


def test_wilson_against_published_values() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I: the score method without continuity correction.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500).flatmap(lambda trials: st.tuples(st.integers(0, 2 * trials), st.just(trials))))
def test_wilson_holds_the_share(counts: tuple[int, int]) -> None:
    halves, trials = counts
    points = halves / 2
    low, high = wilson(points, trials)
    assert 0 <= low <= points / trials <= high <= 1
    assert wilson(trials - points, trials) == pytest.approx((1 - high, 1 - low))


@given(st.integers(1, 2000), st.data())
def test_wilson_solves_its_equation(trials: int, data: st.DataObject) -> None:
    """The bounds are the probabilities p at which the share lies z standard errors of p away."""
    successes = data.draw(st.integers(1, trials - 1)) if trials > 1 else 1
    z = 1.959963984540054
    for bound in wilson(successes, trials):
        if 0 < bound < 1:
            assert (successes / trials - bound) ** 2 == pytest.approx(z * z * bound * (1 - bound) / trials, rel=1e-6)


@pytest.mark.parametrize(
    ("score", "difference"),
    # FIDE Handbook B.02, 8.1a, tells the differences of the normal model; these are the logistic ones:
    # odds of 1, 3, 10 and 100 to one.
    [(0.5, 0), (0.75, 190.85), (10 / 11, 400), (100 / 101, 800), (0.25, -190.85), (0.64, 99.95), (0.76, 200.24)],
)
def test_elo_known_values(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.01)


@given(st.floats(-800, 800))
def test_elo_is_the_inverse_of_the_expected_score(difference: float) -> None:
    assert elo(1 / (1 + 10 ** (-difference / 400))) == pytest.approx(difference, abs=1e-6)


def test_elo_interval() -> None:
    # 60 of 100 points: Wilson's interval is 0.5020 to 0.6906.
    assert elo_interval(60, 100) == pytest.approx((elo(0.5020026), elo(0.6905987)), abs=0.01)
    low, high = elo_interval(5, 5)
    assert low == pytest.approx(elo(0.565518), abs=0.01)
    assert high == math.inf
    assert elo_interval(0, 0) == (-math.inf, math.inf)
    assert elo(-1) == -math.inf


def test_points_share_draws() -> None:
    greedy_, modest_ = Named("greedy", greedy), Named("modest", modest)
    drawn = series(Sticks(4, tie=True), [greedy_, modest_], 4)
    assert drawn.points == (2.0, 2.0)
    assert drawn.score_interval == (wilson(2, 4), wilson(2, 4))
    low, high = elo_interval(2, 4)
    assert drawn.elo == (0.0, low, high)
    won = series(Sticks(4), [greedy_, modest_], 4)
    assert won.points == (4.0, 0.0)
    assert won.elo is not None
    assert won.elo[0] == won.elo[2] == math.inf
    three = series(Sticks(4, tie=True, players=3), [greedy_, modest_, modest_], 3)
    assert three.points == pytest.approx((1, 1, 1))
    assert three.elo is None
    alone = series(Sticks(3, players=1, tie=True), [greedy_], 2)
    assert alone.points == (0.0,)
    unfinished = series(Sticks(5, endless=True), [greedy_, modest_], 2, limit=8)
    assert (unfinished.points, unfinished.elo, unfinished.interval) == ((0.0, 0.0), None, ((0.0, 1.0), (0.0, 1.0)))
