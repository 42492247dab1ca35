"""Margins adapt, and the line keeps its deadlines."""

from __future__ import annotations

import socket
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.referee.clocks import GRACE, Call, Margin
from woodstock.referee.line import Line
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


def ends(longest: int = 100) -> tuple[Line, socket.socket]:
    ours, theirs = socket.socketpair()
    return Line(ours, longest), theirs


def test_messages_come_whole() -> None:
    ours, other = ends(10**7)
    theirs = Line(other)
    big = bytes(range(256)) * 4000
    sent = (b"", b"one", big)

    def send() -> None:
        for data in sent:
            theirs.send(data)

    sender = threading.Thread(target=send)
    sender.start()
    assert [ours.receive(time.monotonic() + 10) for _ in sent] == list(sent)
    sender.join()
    theirs.close()
    with pytest.raises(EOFError):
        ours.receive()


@pytest.mark.clock
def test_the_line_waits_no_longer_than_it_should() -> None:
    line, other = ends(10**8)
    begun = time.monotonic()
    assert line.receive(begun + 0.05) is None
    assert line.receive(begun) is None
    other.sendall(b"\x00\x00\x00\x03ab")
    assert line.receive(time.monotonic() + 0.05) is None
    other.sendall(b"c\x00")
    assert line.receive(time.monotonic() + 5) == b"abc"
    assert line.receive(time.monotonic()) is None
    with pytest.raises(TimeoutError):
        line.send(bytes(10**8), time.monotonic() + 0.05)
    assert time.monotonic() - begun < 5


def test_a_message_that_is_too_long() -> None:
    line, other = ends(100)
    other.sendall(b"\x00\x00\x00\x65")
    with pytest.raises(ValueError, match="101 bytes is longer than 100"):
        line.receive(time.monotonic() + 5)
    line.send(bytes(101))  # what is sent may be longer: the game, for one
    assert Line(other).receive(time.monotonic() + 5) == bytes(101)


@given(st.binary() | st.sampled_from([b"1", b"{}", b'{"value": 1}', b"[" * 100_000, b"NaN"]))
def test_what_is_no_reply(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decode_reply(data)


@given(st.none() | st.text() | st.lists(st.integers()), st.none() | st.text(), st.floats(0, 100))
def test_replies_there_and_back(value: object, failure: str | None, seconds: float) -> None:
    reply = Reply(value, failure, seconds)
    assert decode_reply(encode_reply(reply)) == reply
