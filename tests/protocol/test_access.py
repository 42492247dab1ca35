"""Pages in a browser have no say; programs, and pages that the owner names, do."""

from __future__ import annotations

import pytest

from woodstock.protocol.access import Access, is_loopback
from woodstock.protocol.http import HttpError, IncomingRequest

HERE = Access(frozenset({"http://localhost:8000"}), "127.0.0.1")
EVERYWHERE = Access(frozenset({"http://localhost:8000"}))


def allowed(access: Access, head: bytes) -> bool:
    """Is a request with this head answered?"""
    incoming = IncomingRequest()
    incoming.feed(head + b"\r\n\r\n( ABORT m )")
    request = incoming.request()
    assert request is not None
    try:
        access.origin(request)
    except HttpError as error:
        return error.status != 403
    return True


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        (b"POST / HTTP/1.0", True),
        (b"POST / HTTP/1.0\r\nSender: GAMESERVER\r\nHost: localhost", True),
        (b"POST / HTTP/1.1\r\nHost: localhost:9147", True),
        (b"POST / HTTP/1.1\r\nHost: LOCALHOST", True),
        (b"POST / HTTP/1.1\r\nHost: 127.0.0.1:9147", True),
        (b"POST / HTTP/1.1\r\nHost: 127.1.2.3", True),
        (b"POST / HTTP/1.1\r\nHost: [::1]:9147", True),
        (b"POST / HTTP/1.1\r\nHost: ::1", True),
        (b"POST / HTTP/1.1\r\nHost: evil.example", False),
        (b"POST / HTTP/1.1\r\nHost: evil.example:9147", False),
        (b"POST / HTTP/1.1\r\nHost: localhost.evil.example", False),
        (b"POST / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:80", False),
        (b"POST / HTTP/1.1\r\nHost:", False),
        (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example", False),
        (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nORIGIN: null", False),
        (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin:", False),
        (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://localhost:8000", True),
        (b"OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example", False),
        (b"OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://localhost:8000", True),
        (b"GET /(ABORT+m) HTTP/1.1\r\nHost: 127.0.0.1", False),
        (b"GET /(ABORT+m) HTTP/1.1\r\nHost: 127.0.0.1\r\nReferer: http://evil.example/", False),
        (b"GET /(ABORT+m) HTTP/1.1\r\nHost: 127.0.0.1\r\nSender: GAMESERVER", True),
        (b"GET /(INFO) HTTP/1.1\r\nHost: 127.0.0.1", True),
    ],
    ids=lambda value: value.decode() if isinstance(value, bytes) else "",
)
def test_who_may_talk(head: bytes, answer: bool) -> None:
    assert allowed(HERE, head) is answer


def test_a_host_that_everybody_reaches() -> None:
    assert allowed(EVERYWHERE, b"POST / HTTP/1.1\r\nHost: players.example:9147")
    assert not allowed(EVERYWHERE, b"POST / HTTP/1.1\r\nHost: players.example:9147\r\nOrigin: http://evil.example")


def test_loopback() -> None:
    assert all(map(is_loopback, ["127.0.0.1", "127.9.9.9", "::1", "localhost"]))
    assert not any(map(is_loopback, ["0.0.0.0", "::", "192.168.1.1", "example.org"]))
