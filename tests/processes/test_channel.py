"""The channel keeps its deadlines and loses nothing."""

from __future__ import annotations

import asyncio
import socket
import threading
import time

import pytest

from woodstock.processes.async_channel import AsyncChannel
from woodstock.processes.channel import Channel


def ends(longest: int = 100) -> tuple[Channel, socket.socket]:
    ours, theirs = socket.socketpair()
    return Channel(ours, longest), theirs


def test_messages_come_whole() -> None:
    ours, other = ends(10**7)
    theirs = Channel(other)
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
def test_the_channel_waits_no_longer_than_it_should() -> None:
    channel, other = ends(10**8)
    begun = time.monotonic()
    assert channel.receive(begun + 0.05) is None
    assert channel.receive(begun) is None
    other.sendall(b"\x00\x00\x00\x03ab")
    assert channel.receive(time.monotonic() + 0.05) is None
    other.sendall(b"c\x00")
    assert channel.receive(time.monotonic() + 5) == b"abc"
    assert channel.receive(time.monotonic()) is None
    with pytest.raises(TimeoutError):
        channel.send(bytes(10**8), time.monotonic() + 0.05)
    assert time.monotonic() - begun < 5


def test_a_message_that_is_too_long() -> None:
    channel, other = ends(100)
    other.sendall(b"\x00\x00\x00\x65")
    with pytest.raises(ValueError, match="101 bytes is longer than 100"):
        channel.receive(time.monotonic() + 5)
    channel.send(bytes(101))  # what is sent may be longer: the game, for one
    assert Channel(other).receive(time.monotonic() + 5) == bytes(101)


def test_what_is_late_goes_with_the_next_flush() -> None:
    channel, other = ends()
    channel.post(bytes(10**7))
    assert not channel.flush(time.monotonic() + 0.05)
    received: list[bytes | None] = []
    theirs = Channel(other)
    reader = threading.Thread(target=lambda: received.append(theirs.receive(time.monotonic() + 20)))
    reader.start()
    assert channel.flush(time.monotonic() + 20)
    reader.join()
    assert received == [bytes(10**7)]


def test_without_waiting() -> None:
    async def talk() -> None:
        channel, other = ends(100)
        near, far = await AsyncChannel.over(channel), Channel(other)
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
        channel, other = ends(100)
        near = await AsyncChannel.over(channel)
        other.sendall(b"\x00\x00")
        other.close()
        with pytest.raises(EOFError):
            await near.receive()
        near.close()

    asyncio.run(talk())
    asyncio.run(end())
