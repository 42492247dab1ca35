"""Files that go from one process to another."""

from __future__ import annotations

import os
import socket
import threading

import pytest

from woodstock.processes.handing import Giver, Taker


def test_messages_come_with_their_files() -> None:
    ours, theirs = socket.socketpair()
    giver, taker = Giver(ours), Taker(theirs)
    assert taker.take() == []
    sent = [os.urandom(size) for size in (0, 1, 100, 300_000, 5, 70_000)]

    def give() -> None:
        for message in sent:
            read, write = os.pipe()
            os.write(write, message[:10])
            os.close(write)
            giver.give(message, read)
            os.close(read)

    thread = threading.Thread(target=give)
    thread.start()
    taken: list[tuple[bytes, int]] = []
    while len(taken) < len(sent):
        taken += taker.take()
    thread.join()
    assert [message for message, _ in taken] == sent
    for message, handle in taken:
        with os.fdopen(handle, "rb") as file:
            assert file.read() == message[:10]
    ours.close()
    with pytest.raises(EOFError):
        taker.take()
    taker.close()


def test_files_that_nobody_took_are_closed() -> None:
    ours, theirs = socket.socketpair()
    read, write = os.pipe()
    Giver(ours).give(b"hello", write)
    os.close(write)
    taker = Taker(theirs)
    data, handles, _, _ = socket.recv_fds(theirs, 4, 1)
    taker._pending += data
    taker._handles += handles
    taker.close()
    assert os.read(read, 1) == b""
    os.close(read)
    ours.close()
