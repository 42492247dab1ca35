"""Margins adapt, and replies are read with care."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.referee.clocks import GRACE, Call, Margin
from woodstock.referee.messages import Reply, decode_reply, encode_reply


@given(st.lists(st.floats(0, 10), max_size=50), st.floats(0.001, 100))
def test_a_margin_grows_at_once_and_keeps_within_a_third(overheads: list[float], clock: float) -> None:
    margin = Margin()
    for overhead in overheads:
        margin.observe(overhead)
        assert margin.of(clock) >= min(clock * Margin.SHARE, 2 * overhead)
        assert 0 < margin.of(clock) <= clock * Margin.SHARE


@pytest.mark.parametrize("stall", [0.05, 0.3, 2.0])
def test_one_stall_is_forgotten_after_two_moves(stall: float) -> None:
    margin = Margin()
    for _ in range(20):
        margin.observe(0.001)
    before = margin.of(1.0)
    margin.observe(stall)
    assert margin.of(1.0) == pytest.approx(min(1 / 3, 0.002 + 2 * stall))
    margin.observe(0.001)
    margin.observe(0.001)
    assert margin.of(1.0) == before
    # Also right after the start, when nothing else is known.
    fresh = Margin()
    for overhead in (stall, 0.001, 0.001):
        fresh.observe(overhead)
    assert fresh.of(1.0) <= Margin().of(1.0)


def test_delays_that_come_again_are_reckoned_with() -> None:
    margin = Margin()
    for at in range(200):
        margin.observe(0.1 if at % 40 == 0 else 0.001)
        if at > 40:
            assert margin.of(10) == pytest.approx(0.202)
    for _ in range(Margin.RECENT):
        margin.observe(0.001)
    assert margin.of(10) == pytest.approx(0.004)


def test_a_call_has_two_deadlines() -> None:
    margin = Margin(0.004)
    begun = time.monotonic()
    call = Call(1.0, margin)
    assert call.given == pytest.approx(0.99)
    assert call.deadline is not None and call.end is not None
    assert call.end - call.deadline == pytest.approx(0.01 + GRACE)
    assert begun + 0.99 <= call.deadline
    # The player says that it took a tenth of a second less than passed here.
    time.sleep(0.12)
    call.answered(0.02)
    assert margin.of(10) >= 0.2
    assert Call(None, margin).given is Call(None, margin).deadline is Call(None, margin).remaining() is None


@given(st.binary() | st.sampled_from([b"1", b"{}", b'{"value": 1}', b"[" * 100_000, b"NaN"]))
def test_what_is_no_reply(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decode_reply(data)


@given(st.none() | st.text() | st.lists(st.integers()), st.none() | st.text(), st.floats(0, 100))
def test_replies_there_and_back(value: object, failure: str | None, seconds: float) -> None:
    reply = Reply(value, failure, seconds)
    assert decode_reply(encode_reply(reply)) == reply
