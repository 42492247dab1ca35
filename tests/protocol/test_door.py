"""The door, without a desk behind it: who is read when, who has to go, and what is handed on."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from protocol.serving import everything
from woodstock.processes.handing import Giver, Taker
from woodstock.processes.line import Line
from woodstock.processes.trusted import pack, unpack
from woodstock.protocol import door as doors
from woodstock.protocol.access import Access
from woodstock.protocol.conversation import Passed
from woodstock.protocol.door import Door
from woodstock.protocol.messages import News, Play
from woodstock.protocol.standing import Standing

IN_A_MATCH = Standing("woodstock", "m", float("inf"))
HEAD = b"POST / HTTP/1.0\r\n\r\n"


class Desk:
    """What stands behind a door that a thread keeps."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        ours, theirs = socket.socketpair()
        self._line, door_line = Line(ours), Line(theirs)
        taking, giving = socket.socketpair()
        self._taker = Taker(taking)
        self.door = Door(self._listening, door_line, Giver(giving), Access())
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def _work(self) -> None:
        with contextlib.suppress(EOFError):
            while True:
                self.door.step()

    def says(self, word: object) -> None:
        self._line.send(pack(word))

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
        self._line.close()
        self._thread.join()
        self._listening.close()


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.close()


def until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_message_is_handed_on_with_its_connection(desk: Desk) -> None:
    desk.says(IN_A_MATCH)
    with desk.connect(HEAD + b"( PLAY m NIL ) and more than was announced") as connection:
        number, passed, peer = desk.taken()
        assert passed == Passed(Play("m", News()))
        with peer:
            peer.sendall(b"an answer")
            peer.shutdown(socket.SHUT_WR)
        desk.says(number)
        assert everything(connection) == b"an answer"
    until(lambda: not desk.door._open)


def test_strangers_are_answered_at_the_door(desk: Desk) -> None:
    desk.says(IN_A_MATCH)
    for message, answer in (
        (b"( INFO )", b"( ( name woodstock ) ( status busy ) ( species computer ) )"),
        (b"( PLAY other NIL )", b"busy"),
        (b"( START m2 x ((role x)) 1 1)", b"busy"),
    ):
        with desk.connect(HEAD + message) as connection:
            assert everything(connection).endswith(b"\r\n\r\n" + answer)


def test_the_match_goes_before(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers wait for their turn, which does not come here; a message for the match does not, however long it is."""
    monkeypatch.setattr(doors, "PACE_OF_A_MATCH", 1000.0)
    desk.says(IN_A_MATCH)
    moves = b"(move a b) " * 10_000
    others = [desk.connect(HEAD + b"( PLAY other ( " + moves) for _ in range(5)]
    others += [desk.connect(HEAD + b"( PLAY other NIL )") for _ in range(5)]
    time.sleep(0.2)
    with desk.connect(HEAD + b"( PLAY m ( " + moves + b") )"):
        number, passed, peer = desk.taken()
        assert isinstance(passed.message, Play)
        assert len(passed.message.news.told or ()) == 10_000
        peer.close()
        desk.says(number)
    for other in others:
        other.close()


def test_messages_that_are_not_complete(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "PATIENCE", 0.3)
    with desk.connect(b"POST / HTTP/1.1\r\nContent-Length: 50\r\n\r\n( PLAY") as connection:
        begun = time.monotonic()
        assert everything(connection).startswith(b"HTTP/1.0 408 ")
        assert time.monotonic() - begun >= 0.3
    until(lambda: not desk.door._open)


def test_too_many_connections(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that has been sending longest goes, but none that waits for the desk."""
    monkeypatch.setattr(doors, "CONNECTIONS", 3)
    desk.says(IN_A_MATCH)
    playing = desk.connect(HEAD + b"( PLAY m NIL )")
    _, _, peer = desk.taken()
    slow = [desk.connect(HEAD + b"( PLAY") for _ in range(4)]
    until(lambda: len(desk.door._open) == 3)
    for connection in slow[:2]:
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(100) == b""
    with peer:
        peer.sendall(b"an answer")
    assert playing.recv(100) == b"an answer"
    for connection in (playing, *slow):
        connection.close()


def test_bytes_of_long_messages_are_counted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "HELD", 100_000)
    with desk.connect(HEAD + b"( START m x (" + b"(a b) " * 20_000) as connection:
        assert b"too many long messages" in everything(connection)
    until(lambda: not desk.door._open)
    assert desk.door._held == 0


def test_the_clock_of_a_long_message_runs_while_it_is_read(desk: Desk) -> None:
    begun = time.monotonic()
    with desk.connect(HEAD + b"( START m x ((role x)") as connection:
        time.sleep(0.3)
        connection.sendall(b") 10 1)")
        number, _, peer = desk.taken()
        assert begun <= desk.arrived < begun + 0.25
        peer.close()
        desk.says(number)
