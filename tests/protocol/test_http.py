"""HTTP as old peers speak it, in whatever pieces it comes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.errors import WoodstockError
from woodstock.protocol.http import (
    CHUNKS,
    LONGEST_HEAD,
    LONGEST_LINE,
    HttpError,
    Incoming,
    IncomingRequest,
    Request,
    write_request,
    write_response,
)
from woodstock.protocol.messages import LONGEST

GGP_BASE = (
    b"POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: woodstock\r\n"
    b"Content-Type: text/acl\r\nContent-Length: 10\r\n\r\n( INFO )\r\n"
)
DRESDEN = (
    b"POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: localhost\r\n"
    b"Content-type: text/acl\r\nContent-length: 32\r\n\r\n(PLAY M1 4 (MOVE A 1) ((SEE B) ))"
)
OLDER = (
    b"POST / HTTP/1.0\nAccept: text/delim\nSender: GAMESERVER\nReceiver: woodstock\n"
    b"Content-type: text/acl\nContent-length: 13\n\n(PLAY M1 NIL)\n"
)
ODD = {
    "ggp-base": (GGP_BASE, Request("POST", "( INFO )")),
    "dresden": (DRESDEN, Request("POST", "(PLAY M1 4 (MOVE A 1) ((SEE B) ))")),
    "line feeds alone": (OLDER, Request("POST", "(PLAY M1 NIL)")),
    "no length": (b"POST / HTTP/1.0\r\n\r\n(PLAY M1 NIL)", Request("POST", "(PLAY M1 NIL)")),
    "a length too short": (
        b"POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\n(PLAY M1 NIL)",
        Request("POST", "(PLAY M1 NIL)"),
    ),
    "a length too long": (
        b"POST / HTTP/1.0\r\nContent-Length: 99\r\n\r\n(PLAY M1 NIL)",
        Request("POST", "(PLAY M1 NIL)"),
    ),
    "characters counted, not bytes": (
        "POST / HTTP/1.0\r\nContent-Length: 13\r\n\r\n(PLAY é1 NIL)".encode(),
        Request("POST", "(PLAY é1 NIL)"),
    ),
    "no brackets": (b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nping", Request("POST", "ping")),
    "headers in capitals": (b"POST / HTTP/1.1\r\nCONTENT-LENGTH:4\r\n\r\nping", Request("POST", "ping")),
    "chunks": (
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n(PLAY \r\n7;x=y\r\nM1 NIL)\r\n0\r\n\r\n",
        Request("POST", "(PLAY M1 NIL)"),
    ),
    "get": (b"GET /%28+PLAY%20M1+NIL+%29 HTTP/1.0\r\nHost: x\r\n\r\n\r\n", Request("GET", "( PLAY M1 NIL )")),
    "get without a blank line": (b"GET /( INFO ) HTTP/1.0\r\nAccept: text/delim\r\n", Request("GET", "( INFO )")),
    "get without a version": (b"GET /(INFO)\r\n", Request("GET", "(INFO)")),
    "options": (b"OPTIONS / HTTP/1.1\r\nOrigin: http://x\r\n\r\n", Request("OPTIONS")),
}


def received(data: bytes, cuts: list[int]) -> Request | None:
    """What is understood when it comes in these pieces; the peer never says that it is done."""
    incoming = IncomingRequest()
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    for begin, end in zip([0, *places], [*places, len(data)], strict=True):
        incoming.feed(data[begin:end])
        if (request := incoming.request()) is not None:
            return request
    return None


@pytest.mark.parametrize("name", ODD)
@given(cuts=st.lists(st.integers(0, 500), max_size=6))
def test_in_whatever_pieces(name: str, cuts: list[int]) -> None:
    data, expected = ODD[name]
    request = received(data, cuts)
    assert request is not None
    assert Request(request.method, request.message.strip()) == expected


def test_byte_by_byte() -> None:
    for data, expected in ODD.values():
        request = received(data, list(range(len(data))))
        assert request is not None
        assert request.message.strip() == expected.message


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"PUT / HTTP/1.1\r\n\r\n", 405),
        (b"\x16\x03\x01\x02\x00\x01\n\n", 405),
        (b"POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 104857600\r\n\r\n", 413),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999999\r\n\r\n", 413),
        (b"POST / HTTP/1.1\r\n\r\n" + b"(" * (LONGEST + 1), 413),
        (b"POST / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000, 413),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n", 413),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-4\r\n", 413),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"x" * (LONGEST_LINE + 1), 413),
        (b"GET /" + b"x" * LONGEST_LINE + b"\n", 413),
        (b"POST / HTTP/1.1\r\nX: " + b"y" * LONGEST_HEAD, 413),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"0" * 200, 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na" + b"x" * 200, 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\n(\r\n" * (2 * CHUNKS), 413),
    ],
    ids=lambda value: str(value)[:40],
)
def test_refusals(data: bytes, status: int) -> None:
    incoming = IncomingRequest()

    def ask() -> None:
        incoming.feed(data)
        incoming.request()

    with pytest.raises(HttpError) as caught:
        ask()
    assert caught.value.status == status


class Watched(bytearray):
    """Knows how many of its bytes were searched."""

    searched = 0

    def find(self, *arguments: Any) -> int:
        begin, end = (*arguments[1:], None, None)[:2]
        self.searched += len(range(len(self))[begin:end])
        return super().find(*arguments)


@pytest.mark.parametrize(
    "head",
    [b"", b"POST / HTTP/1.0\r\nX: ", b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n"],
    ids=["first line", "headers", "chunk"],
)
def test_no_byte_is_searched_again(head: bytes) -> None:
    incoming = IncomingRequest()
    pending = incoming._pending = Watched()
    for byte in head + b"x" * 4000:
        incoming.feed(bytes([byte]))
        assert incoming.request() is None
    assert pending.searched < 100 * 4000


@given(st.binary(max_size=300), st.booleans())
def test_garbage(data: bytes, ended: bool) -> None:
    incoming = IncomingRequest()
    try:
        incoming.feed(data)
        if ended:
            incoming.end()
        incoming.request()
    except WoodstockError:
        return
    assert incoming.size <= len(data) + 4


def test_half_closed() -> None:
    incoming = IncomingRequest()
    incoming.feed(b"POST / HTTP/1.0\r\n\r\nping")
    assert incoming.request() is None
    incoming.end()
    assert incoming.request() == Request("POST", "ping")


def test_what_a_manager_writes() -> None:
    assert write_request("localhost", "woodstock", "( INFO )") == GGP_BASE.replace(
        b"10\r\n\r\n( INFO )\r\n", b"8\r\n\r\n( INFO )"
    )


def test_what_a_player_writes() -> None:
    assert write_response("ready") == (
        b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: 5\r\nConnection: close\r\n\r\nready"
    )
    assert write_response("ready", origin="http://x") == (
        b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: 5\r\nAccess-Control-Allow-Origin: http://x\r\n"
        b"Vary: Origin\r\nAccess-Control-Allow-Methods: POST, OPTIONS\r\n"
        b"Access-Control-Allow-Headers: Content-Type, Sender, Receiver\r\nConnection: close\r\n\r\nready"
    )


def test_answers_of_others() -> None:
    """A reply without a length is complete when the player hangs up."""
    reply = Incoming()
    reply.feed(b"HTTP/1.0 200 OK\r\nContent-type: text/acl\r\n\r\nnoop")
    assert not reply.complete()
    reply.end()
    assert reply.complete()
    assert reply.body == "noop"
