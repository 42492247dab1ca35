"""The line keeps its deadlines and loses nothing."""

from __future__ import annotations

import asyncio
import socket
import threading
import time

import pytest

from woodstock.processes.async_line import AsyncLine
from woodstock.processes.line import Line


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


def test_what_is_late_goes_with_the_next_flush() -> None:
    line, other = ends()
    line.post(bytes(10**7))
    assert not line.flush(time.monotonic() + 0.05)
    received: list[bytes | None] = []
    theirs = Line(other)
    reader = threading.Thread(target=lambda: received.append(theirs.receive(time.monotonic() + 20)))
    reader.start()
    assert line.flush(time.monotonic() + 20)
    reader.join()
    assert received == [bytes(10**7)]


def test_without_waiting() -> None:
    async def talk() -> None:
        line, other = ends(100)
        near, far = await AsyncLine.over(line), Line(other)
        near.send(b"there")
        assert far.receive(time.monotonic() + 20) == b"there"
        for data in (b"", bytes(100)):
            far.send(data)
            assert await near.receive() == data
        far.send(bytes(101))
        with pytest.raises(ValueError, match="101 bytes is longer than 100"):
            await near.receive()
        near.close()
        near.send(b"nobody hears this")

    async def end() -> None:
        line, other = ends(100)
        near = await AsyncLine.over(line)
        other.sendall(b"\x00\x00")
        other.close()
        with pytest.raises(EOFError):
            await near.receive()
        near.close()

    asyncio.run(talk())
    asyncio.run(end())
