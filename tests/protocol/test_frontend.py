"""The frontend, without a handler behind it: who is read when, who has to go, and what is handed on."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from protocol.serving import everything
from woodstock.processes.channel import Channel
from woodstock.processes.handing import Giver, Taker
from woodstock.processes.trusted import pack, unpack
from woodstock.protocol import frontend as frontend_module
from woodstock.protocol.access import Access
from woodstock.protocol.availability import Availability
from woodstock.protocol.conversation import Passed
from woodstock.protocol.frontend import Frontend
from woodstock.protocol.messages import News, Play

IN_A_MATCH = Availability("woodstock", "m", float("inf"))
HEAD = b"POST / HTTP/1.0\r\n\r\n"


class MessageHandler:
    """What stands behind a frontend that a thread keeps."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        ours, theirs = socket.socketpair()
        self._channel, frontend_channel = Channel(ours), Channel(theirs)
        taking, giving = socket.socketpair()
        self._taker = Taker(taking)
        self.frontend = Frontend(self._listening, frontend_channel, Giver(giving), Access())
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def _work(self) -> None:
        with contextlib.suppress(EOFError):
            while True:
                self.frontend.step()

    def says(self, word: object) -> None:
        self._channel.send(pack(word))

    def connect(self, data: bytes) -> socket.socket:
        connection = socket.create_connection(self._listening.getsockname(), 10)
        connection.sendall(data)
        return connection

    def taken(self) -> tuple[int, Passed, socket.socket]:
        """The next message that was handed on."""
        end = time.monotonic() + 10
        while not (taken := self._taker.take()):
            assert time.monotonic() < end
            time.sleep(0.001)
        ((data, handle),) = taken
        number, passed, self.arrived, delay = unpack(data)
        assert self.arrived <= time.monotonic()
        assert 0 <= delay < 10
        return number, passed, socket.socket(fileno=handle)

    def close(self) -> None:
        self._channel.close()
        self._thread.join()
        self._listening.close()


@pytest.fixture
def handler() -> Iterator[MessageHandler]:
    made = MessageHandler()
    yield made
    made.close()


def until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_message_is_handed_on_with_its_connection(handler: MessageHandler) -> None:
    handler.says(IN_A_MATCH)
    with handler.connect(HEAD + b"( PLAY m NIL ) and more than was announced") as connection:
        number, passed, peer = handler.taken()
        assert passed == Passed(Play("m", News()))
        with peer:
            peer.sendall(b"an answer")
            peer.shutdown(socket.SHUT_WR)
        handler.says(number)
        assert everything(connection) == b"an answer"
    until(lambda: not handler.frontend._open)


def test_strangers_are_answered_at_the_door(handler: MessageHandler) -> None:
    handler.says(IN_A_MATCH)
    for message, answer in (
        (b"( INFO )", b"( ( name woodstock ) ( status busy ) ( species computer ) )"),
        (b"( PLAY other NIL )", b"busy"),
        (b"( START m2 x ((role x)) 1 1)", b"busy"),
    ):
        with handler.connect(HEAD + message) as connection:
            assert everything(connection).endswith(b"\r\n\r\n" + answer)


def test_the_match_goes_before(handler: MessageHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers wait for their turn, which does not come here; a message for the match does not, however long it is."""
    monkeypatch.setattr(frontend_module, "PACE_OF_A_MATCH", 1000.0)
    handler.says(IN_A_MATCH)
    moves = b"(move a b) " * 10_000
    others = [handler.connect(HEAD + b"( PLAY other ( " + moves) for _ in range(5)]
    others += [handler.connect(HEAD + b"( PLAY other NIL )") for _ in range(5)]
    time.sleep(0.2)
    with handler.connect(HEAD + b"( PLAY m ( " + moves + b") )"):
        number, passed, peer = handler.taken()
        assert isinstance(passed.message, Play)
        assert len(passed.message.news.told or ()) == 10_000
        peer.close()
        handler.says(number)
    for other in others:
        other.close()


def test_messages_that_are_not_complete(handler: MessageHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontend_module, "SLOWEST_REQUEST", 0.3)
    with handler.connect(b"POST / HTTP/1.1\r\nContent-Length: 50\r\n\r\n( PLAY") as connection:
        begun = time.monotonic()
        assert everything(connection).startswith(b"HTTP/1.0 408 ")
        assert time.monotonic() - begun >= 0.3
    until(lambda: not handler.frontend._open)


def test_too_many_connections(handler: MessageHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that has been sending longest goes, but none that waits for the handler."""
    monkeypatch.setattr(frontend_module, "CONNECTIONS", 3)
    handler.says(IN_A_MATCH)
    playing = handler.connect(HEAD + b"( PLAY m NIL )")
    _, _, peer = handler.taken()
    slow = [handler.connect(HEAD + b"( PLAY") for _ in range(4)]
    until(lambda: len(handler.frontend._open) == 3)
    for connection in slow[:2]:
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(100) == b""
    with peer:
        peer.sendall(b"an answer")
    assert playing.recv(100) == b"an answer"
    for connection in (playing, *slow):
        connection.close()


def test_bytes_of_long_messages_are_counted(handler: MessageHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontend_module, "HELD", 100_000)
    with handler.connect(HEAD + b"( START m x (" + b"(a b) " * 20_000) as connection:
        assert b"too many long messages" in everything(connection)
    until(lambda: not handler.frontend._open)
    assert handler.frontend._held == 0


def test_the_clock_of_a_long_message_runs_while_it_is_read(handler: MessageHandler) -> None:
    begun = time.monotonic()
    with handler.connect(HEAD + b"( START m x ((role x)") as connection:
        time.sleep(0.3)
        connection.sendall(b") 10 1)")
        number, _, peer = handler.taken()
        assert begun <= handler.arrived < begun + 0.25
        peer.close()
        handler.says(number)
