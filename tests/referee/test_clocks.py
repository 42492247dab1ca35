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


def test_a_margin_shrinks_slowly() -> None:
    margin = Margin()
    margin.observe(0.1)
    before = margin.of(10)
    margin.observe(0.0)
    assert 0.95 * before < margin.of(10) < before
    for _ in range(1000):
        margin.observe(0.0001)
    assert margin.of(10) < 0.003


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
