"""The manager's end of a connection, and players that should not be: they cost their own moves, never the match."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

import woodstock as ws
from woodstock.protocol.client import LONGEST_REPLY, Client, places_of
from woodstock.referee import Ending, Kind

Behaviour = Callable[[socket.socket], None]


@contextmanager
def player(behaviour: Behaviour) -> Iterator[int]:
    """A server that does this in every connection; gives its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        while not over.is_set():
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(connection,), daemon=True).start()

    def talk(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            behaviour(connection)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield listening.getsockname()[1]
    finally:
        over.set()
        listening.close()


def saying(*pieces: bytes, pause: float = 0.0) -> Behaviour:
    """Reads the message, and answers with these pieces."""

    def behave(connection: socket.socket) -> None:
        connection.recv(1 << 20)
        for piece in pieces:
            connection.sendall(piece)
            time.sleep(pause)

    return behave


HEAD = b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\n"


@pytest.mark.parametrize(
    "pieces",
    [
        [HEAD + b"Content-length: 10\r\n\r\n(mark 1 1)"],
        [HEAD + b"Content-length: 10\r\n\r\n(mark", b" 1 1)"],
        [HEAD + b"\r\n(mark 1 1)"],
        [HEAD + b"Content-length: 99\r\n\r\n(mark 1 1)"],
        [HEAD + b"Content-length: 3\r\n\r\n(mark 1 1)"],
        [HEAD.replace(b"\r\n", b"\n") + b"\n(mark 1 1)\n"],
        [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"a\r\n(mark 1 1)\r\n", b"0\r\n\r\n"],
        [bytes([byte]) for byte in HEAD + b"\r\n(mark 1 1)"],
    ],
    ids=lambda pieces: f"{len(pieces)} {pieces[0][-40:]!r}",
)
def test_answers_in_many_forms(pieces: list[bytes]) -> None:
    with player(saying(*pieces, pause=0.001)) as port:
        assert Client("127.0.0.1", port).exchange("( PLAY m NIL )", 10) == "(mark 1 1)"


@pytest.mark.clock
@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (lambda connection: connection.recv(100) and None, ConnectionResetError),
        (saying(b""), ConnectionResetError),
        (lambda connection: time.sleep(5), TimeoutError),
        (saying(*[b"x"] * 100, pause=0.1), TimeoutError),
        (saying(HEAD + b"\r\n", b"(" * (LONGEST_REPLY + 10)), ValueError),
        (saying(b"HTTP/1.0 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nbusy"), ValueError),
    ],
    ids=["closes", "says nothing", "hangs", "dribbles", "says too much", "refuses"],
)
def test_failures(behaviour: Behaviour, error: type[Exception]) -> None:
    with player(behaviour) as port:
        begun = time.monotonic()
        with pytest.raises((error, ConnectionResetError)):
            Client("127.0.0.1", port).exchange("( PLAY m NIL )", 0.5)
        assert time.monotonic() - begun < 4


def test_nobody_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(ConnectionRefusedError):
        Client("127.0.0.1", port).exchange("( INFO )", 1)


@pytest.mark.clock
def test_closing_ends_what_is_under_way() -> None:
    with player(lambda connection: time.sleep(20)) as port:
        client = Client("127.0.0.1", port)
        threading.Timer(0.3, client.close).start()
        begun = time.monotonic()
        with pytest.raises(OSError, match=r"closed the connection|ended|reset"):
            client.exchange("( PLAY m NIL )", 15)
        assert time.monotonic() - begun < 10
        with pytest.raises(OSError, match="ended"):
            client.exchange("( INFO )", 1)


@pytest.mark.parametrize(
    ("behaviour", "kinds"),
    [
        (saying(b"garbage\x00\xff\n\n"), {Kind.ILLEGAL, Kind.EXCEPTION, Kind.CRASH}),
        (saying(HEAD + b"\r\nnil"), {Kind.ILLEGAL, Kind.EXCEPTION}),
        (lambda connection: time.sleep(5), {Kind.TIMEOUT}),
        (lambda connection: None, {Kind.CRASH}),
    ],
    ids=["garbage", "nil", "hangs", "dies"],
)
def test_a_match_goes_on(behaviour: Behaviour, kinds: set[Kind]) -> None:
    with player(behaviour) as port:
        url = f"http://127.0.0.1:{port}?grace=0"
        result = ws.match("rock_paper_scissors", url, "random", start=0.5, play=0.2)
    record = result.played[0].record
    assert record.ending is Ending.TERMINAL
    assert {note.role for note in record.deviations} == {"left"}
    assert {note.kind for note in record.deviations} <= kinds
    assert len([note for note in record.deviations if note.step >= 0]) >= len(record.moves)


@pytest.mark.clock
def test_names_that_lead_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "127.0.0.1" in places_of("localhost", 5.0)
    with pytest.raises(OSError, match=r".+"):
        places_of("no.such.host.invalid", 20.0)
    with pytest.raises(UnicodeError):
        places_of("a" * 100 + "." + "\u00e4" * 100, 5.0)
    asked = threading.Event()

    def slow(*_: object, **__: object) -> list[object]:
        asked.wait(30)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match=r"slow\.example"):
        places_of("slow.example", 0.1)
    asked.set()
    assert time.monotonic() - begun < 10


def test_a_name_with_several_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first place is not listening: the next one is taken, and kept."""
    asked: list[str] = []
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, 0)) for place in ("127.0.0.2", "127.0.0.1")]
    look_up = socket.getaddrinfo

    def several(host: str, *rest: object, **options: object) -> object:
        asked.append(host)
        return found if host == "several.example" else look_up(host, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", several)
    with player(saying(b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nready")) as port:
        client = Client("several.example", port)
        assert client.exchange("( INFO )", 5.0) == "ready"
        assert client.exchange("( INFO )", 5.0) == "ready"
    assert asked.count("several.example") == 1
