"""The sequential test against closed forms, published bounds and simulated series."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.experiments.section import ExperimentError
from woodstock.experiments.sprt import Sequential, Sprt, Verdict, expected


def after(sprt: Sprt, scores: Iterable[float]) -> Sequential:
    test = sprt.begun()
    for score in scores:
        test.observe(score)
    return test


def test_published_bounds() -> None:
    # Wald (1945), section 3.4: log(beta / (1 - alpha)) and log((1 - beta) / alpha); 2.944 and 4.595 are the figures
    # that tests of chess engines quote for 5 % and 1 %.
    assert Sprt(0, 5, 0.05, 0.05).bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert Sprt(0, 5, 0.01, 0.01).bounds == pytest.approx((-4.595120, 4.595120), abs=1e-6)
    assert Sprt(0, 5, 0.05, 0.20).bounds == pytest.approx((math.log(0.2 / 0.95), math.log(16)))


@given(st.integers(1, 400), st.integers(1, 400), st.floats(-200, 100), st.floats(5, 200))
def test_without_draws_it_is_walds_own(wins: int, losses: int, elo0: float, lead: float) -> None:
    """For wins and losses alone the likelihoods are those of two coins."""
    sprt = Sprt(elo0, elo0 + lead)
    one, zero = expected(elo0 + lead), expected(elo0)
    closed = wins * math.log(one / zero) + losses * math.log((1 - one) / (1 - zero))
    assert sprt.ratio({1.0: wins, 0.0: losses}) == pytest.approx(
        closed, abs=0.01 * abs(closed) + 0.01 * (wins + losses)
    )
    if min(wins, losses) / (wins + losses) > 0.001:  # nothing is added to scores that were seen
        assert sprt.ratio({1.0: wins, 0.0: losses}) == pytest.approx(closed, rel=1e-6, abs=1e-6)


def test_draws_against_the_normal_approximation() -> None:
    """Near the middle the ratio is N (s1 - s0) (2 s - s0 - s1) / (2 var), as chess engines' tests approximate it."""
    scores = {0.0: 2500, 0.5: 4800, 1.0: 2700}
    total = sum(scores.values())
    mean = sum(score * count for score, count in scores.items()) / total
    variance = sum(count * (score - mean) ** 2 for score, count in scores.items()) / total
    sprt = Sprt(0, 10)
    zero, one = expected(0), expected(10)
    approximated = total * (one - zero) * (2 * mean - zero - one) / (2 * variance)
    assert sprt.ratio(scores) == pytest.approx(approximated, rel=0.02)


def test_draws_make_it_surer() -> None:
    """The same mean from fewer decided matches says more, as draws vary less."""
    sprt = Sprt(0, 30)
    assert sprt.ratio({0.0: 10, 0.5: 160, 1.0: 30}) > sprt.ratio({0.0: 90, 1.0: 110}) > 0


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_swapping_the_players_turns_it_round(wins: int, draws: int, losses: int) -> None:
    there = Sprt(-20, 20).ratio({1.0: wins, 0.5: draws, 0.0: losses})
    back = Sprt(-20, 20).ratio({1.0: losses, 0.5: draws, 0.0: wins})
    assert there == pytest.approx(-back, abs=1e-6)


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, Verdict.STRONGER), (120.0, Verdict.NOT_STRONGER)])
def test_errors_are_as_rare_as_promised(truth: float, wrong: Verdict) -> None:
    """Matches with draws, simulated at either hypothesis: the wrong verdict comes in no more than 5 % of the series,
    as far as 200 series can tell (5 % and three standard errors), and every series ends."""
    sprt = Sprt(0, 120, 0.05, 0.05)
    draws, mean = 0.3, expected(truth)
    verdicts: list[Verdict] = []
    for series in range(200):
        chance = random.Random(f"{truth} {series}")
        test = sprt.begun()
        while test.verdict is Verdict.OPEN:
            fell = chance.random()
            test.observe(0.5 if fell < draws else float(fell < draws + mean - draws / 2))
            assert test.observations < 20_000
        verdicts.append(test.verdict)
    assert verdicts.count(wrong) / 200 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 200)


def test_length_is_what_wald_expects() -> None:
    """Wald's expected number of observations under the first hypothesis, for coins: the ratio's bounds, weighted, by
    the mean step; the overshoot makes series a little longer."""
    sprt = Sprt(0, 120)
    zero, one = expected(0), expected(120)
    low, high = sprt.bounds
    step = zero * math.log(one / zero) + (1 - zero) * math.log((1 - one) / (1 - zero))
    wald = ((1 - sprt.alpha) * low + sprt.alpha * high) / step
    lengths = []
    for series in range(150):
        chance = random.Random(series)
        test = sprt.begun()
        while test.verdict is Verdict.OPEN:
            test.observe(float(chance.random() < zero))
        lengths.append(test.observations)
    assert wald * 0.85 < sum(lengths) / len(lengths) < wald * 1.3


def test_it_ends_once() -> None:
    test = after(Sprt(0, 100), itertools.repeat(1.0, 500))
    assert test.verdict is Verdict.STRONGER
    assert test.observations < 50
    before = test.ratio
    test.observe(0.0)
    assert (test.ratio, test.verdict) == (before, Verdict.STRONGER)
    assert after(Sprt(0, 100), itertools.repeat(0.0, 500)).verdict is Verdict.NOT_STRONGER
    assert after(Sprt(), []).ratio == 0.0
    assert after(Sprt(0, 100), [0.5]).verdict is Verdict.OPEN


@pytest.mark.parametrize(
    "wrong", [(20, 0, 0.05, 0.05), (0, 20, 0, 0.05), (0, 20, 0.05, 0.5), (0, math.nan, 0.05, 0.05)]
)
def test_senseless_tests(wrong: tuple[float, float, float, float]) -> None:
    with pytest.raises(ExperimentError, match="elo0 must be below elo1"):
        Sprt(*wrong)
