"""HTTP as game managers and players speak it: one message in a connection, and much that is odd.

Old peers send no length, a length in characters where bytes are meant, line feeds alone, or no blank line after a GET.
So a message counts as complete when its brackets are closed, whatever the length says; the length decides only where
there are no brackets. Nothing here waits or sends: bytes go in, and what they mean comes out.

Strangers choose the bytes and the pieces in which they come, so no byte is looked at again when more arrive, and what
has no end of its own has a small limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote_plus

from woodstock.errors import ProtocolError
from woodstock.protocol.messages import FIRST_WORDS, LONGEST, asks_who

LONGEST_HEAD = 16 << 10
"""Bytes of headers."""

LONGEST_LINE = 64 << 10
"""Bytes of the first line, which holds the message of a GET: rules of some size have to be sent by POST."""

CHUNKS = 300
"""Chunks of a body, and one more for each `_CHUNK_SIZE` bytes of it: those who send many send larger ones."""

_CHUNK_SIZE = 64

_CHUNK_LINE = 100
"""Bytes of the line before a chunk, and of what may come after one."""

CORS = (
    "Access-Control-Allow-Origin: {origin}\r\n"
    "Vary: Origin\r\n"
    "Access-Control-Allow-Methods: POST, OPTIONS\r\n"
    "Access-Control-Allow-Headers: Content-Type, Sender, Receiver\r\n"
)
"""What lets a page in a browser talk to the player."""

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

_REASONS = {
    200: "OK",
    400: "Bad Request",
    403: "Forbidden",
    405: "Method Not Allowed",
    408: "Request Timeout",
    413: "Content Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}
_HEAD_END = re.compile(rb"\r?\n\r?\n")


class HttpError(ProtocolError):
    """A request that is answered with an error of HTTP."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Request:
    """What a peer asks: a method and a message."""

    method: str
    message: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By names in lower case. A GET that changes nothing may be taken before they have come."""


class Incoming:
    """A message of HTTP that comes in pieces: the head as text, and the body."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self._searched = 0
        """Bytes of the head in which no blank line begins."""
        self._body = bytearray()
        self._open = 0
        self._brackets = self._comments = False
        self._chunks = 0
        self.ended = False
        self.first_line: str | None = None
        self.headers: dict[str, str] | None = None
        """None until the blank line after them."""

    def feed(self, data: bytes) -> None:
        """The next bytes."""
        if self.headers is None:
            self._pending += data
            self._read_head()
        else:
            self._take(data)

    def end(self) -> None:
        """The peer sends no more."""
        if self.headers is None and self._pending:
            self._pending += b"\r\n\r\n"
            self._read_head()
        self.ended = True

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        return len(self._pending) + len(self._body)

    @property
    def body(self) -> str:
        """What has come of the body. Bytes that are not UTF-8 become marks that no rulesheet has."""
        return self._body.decode("utf-8", "replace")

    @property
    def beginning(self) -> str | None:
        """The first words of the body, once some of it has come."""
        return self._body[:FIRST_WORDS].decode("utf-8", "replace") if self._body else None

    def complete(self) -> bool:
        """Is the body all there?"""
        if self.headers is None:
            return False
        if self.ended or self._chunks_over:
            return True
        if self._brackets and not self._comments:
            return self._open == 0
        return self._length is not None and len(self._body) >= self._length

    def _read_head(self) -> None:
        begin = max(0, self._searched - 3)  # a blank line may have begun with the last three bytes
        self._searched = len(self._pending)
        if self.first_line is None and (line := self._pending.find(b"\n", begin)) >= 0:
            self.first_line = self._pending[:line].decode("utf-8", "replace").strip()
        if (blank := _HEAD_END.search(self._pending, begin)) is None:
            return
        lines = self._pending[: blank.start()].decode("utf-8", "replace").splitlines()[1:]
        pairs = (line.partition(":") for line in lines)
        self.headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        self._length = _length(self.headers)
        self._chunked = "chunked" in self.headers.get("transfer-encoding", "").lower()
        self._chunks_over = False
        rest = bytes(self._pending[blank.end() :])
        self._pending.clear()
        self._take(rest)

    def _take(self, data: bytes) -> None:
        if self._chunked:
            self._pending += data
            data = self._unchunk()
        self._body += data
        opened = data.count(b"(")
        self._open += opened - data.count(b")")
        self._brackets = self._brackets or opened > 0
        self._comments = self._comments or b";" in data

    def _unchunk(self) -> bytes:
        """The content of all chunks that are complete."""
        content = bytearray()
        while not self._chunks_over and self._pending:
            line = self._pending.find(b"\n", 0, _CHUNK_LINE)
            if line < 0:
                if len(self._pending) >= _CHUNK_LINE:
                    raise HttpError(400, "the line before a chunk is too long")
                break
            size = _chunk_size(bytes(self._pending[:line]))
            after = line + 1 + size
            end = self._pending.find(b"\n", after, after + _CHUNK_LINE)
            if size and end < 0:
                if len(self._pending) >= after + _CHUNK_LINE:
                    raise HttpError(400, "a chunk is longer than it says")
                break
            content += self._pending[line + 1 : after]
            self._chunks += 1
            if self._chunks > CHUNKS + (len(self._body) + len(content)) // _CHUNK_SIZE:
                raise HttpError(413, "too many small chunks")
            self._chunks_over = size == 0
            del self._pending[: end + 1 if end >= 0 else len(self._pending)]
        return bytes(content)


class IncomingRequest(Incoming):
    """What a manager sends. `request` is there as soon as it is clear; what cannot be taken raises `HttpError`."""

    def request(self) -> Request | None:
        """The request, once it is all there."""
        line = self.first_line
        if line is None:
            if self.size > LONGEST_LINE:
                raise HttpError(413, "the first line is too long")
            if self.ended:
                raise HttpError(400, "no request came")
            return None
        if len(line) > LONGEST_LINE:
            raise HttpError(413, "the first line is too long")
        method, _, rest = line.partition(" ")
        method = method.upper()
        if method not in ("GET", "POST", "OPTIONS"):
            raise HttpError(405, "a request is GET, POST or OPTIONS")
        if method == "GET" and asks_who(message := _target(rest)):
            # Some send no blank line after it, so there is nothing to wait for.
            return Request("GET", message)
        if self.headers is None:
            if self.size > len(line.encode()) + LONGEST_HEAD:
                raise HttpError(413, "the head is too long")
            return None
        if method != "POST":
            return Request(method, _target(rest) if method == "GET" else "", self.headers)
        if (self._length or 0) > LONGEST or self.size > LONGEST:
            raise HttpError(413, f"a message may have {LONGEST:,} bytes")
        return Request("POST", self.body, self.headers) if self.complete() else None

    @property
    def waits_for_leave(self) -> bool:
        """Does the peer want to hear that it may go on (curl does, with long messages)?"""
        return self.headers is not None and self.headers.get("expect", "").lower() == "100-continue"


def write_request(host: str, receiver: str, message: str) -> bytes:
    """What a manager sends, as ggp-base writes it. The length is in bytes."""
    body = message.encode()
    head = (
        "POST / HTTP/1.0\r\n"
        "Accept: text/delim\r\n"
        f"Host: {host}\r\n"
        "Sender: GAMESERVER\r\n"
        f"Receiver: {receiver}\r\n"
        "Content-Type: text/acl\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def write_response(message: str, status: int = 200, origin: str | None = None) -> bytes:
    """What a player answers, as ggp-base writes it. Pages from `origin` may read it, and nobody else's."""
    body = message.encode(errors="replace")
    leave = "" if origin is None else CORS.format(origin=origin)
    head = (
        f"HTTP/1.0 {status} {_REASONS[status]}\r\n"
        "Content-type: text/acl\r\n"
        f"Content-length: {len(body)}\r\n"
        f"{leave}"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body


def _length(headers: dict[str, str]) -> int | None:
    text = headers.get("content-length")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()):
        raise HttpError(400, "the length is not a number")
    return int(text[:18])


def _chunk_size(line: bytes) -> int:
    try:
        size = int(line.split(b";")[0].strip() or b"0", 16)
    except ValueError:
        raise HttpError(400, "the size of a chunk is not a number") from None
    if not 0 <= size <= LONGEST:
        raise HttpError(413, "a chunk is too long")
    return size


def _target(rest: str) -> str:
    """The message in the first line of a GET."""
    target = rest.rsplit(" ", 1)[0] if " HTTP/" in rest.upper() else rest
    return unquote_plus(target.removeprefix("/")).replace("\r", " ")
