"""HTTP as game managers and players speak it: one message in a connection, and much that is odd.

Old peers send no length, a length in characters where bytes are meant, line feeds alone, or no blank line after a GET.
So a message counts as complete when its brackets are closed, whatever the length says; the length decides only where
there are no brackets. Nothing here waits or sends: bytes go in, and what they mean comes out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote_plus

from woodstock.errors import ProtocolError
from woodstock.protocol.messages import LONGEST

LONGEST_HEAD = 32 << 10
"""Bytes before a body."""

LONGEST_LINE = 3 * LONGEST
"""Bytes of the first line of a GET, which holds the message: a bracket takes three."""

CORS = (
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n"
    "Access-Control-Allow-Headers: Content-Type\r\n"
    "Access-Control-Allow-Age: 86400\r\n"
)
"""What ggp-base sends, so that pages in a browser may talk to players."""

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

_REASONS = {
    200: "OK",
    400: "Bad Request",
    405: "Method Not Allowed",
    408: "Request Timeout",
    413: "Content Too Large",
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


class Incoming:
    """A message of HTTP that comes in pieces: the head as text, and the body."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self._body = bytearray()
        self._open = 0
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

    def complete(self) -> bool:
        """Is the body all there?"""
        if self.headers is None:
            return False
        if self.ended or self._chunks_over:
            return True
        if b"(" in self._body and b";" not in self._body:
            return self._open == 0
        return self._length is not None and len(self._body) >= self._length

    def _read_head(self) -> None:
        if self.first_line is None and (line := self._pending.find(b"\n")) >= 0:
            self.first_line = self._pending[:line].decode("utf-8", "replace").strip()
        if (blank := _HEAD_END.search(self._pending)) is None:
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
        self._open += data.count(b"(") - data.count(b")")

    def _unchunk(self) -> bytes:
        """The content of all chunks that are complete."""
        content = bytearray()
        while not self._chunks_over and (line := self._pending.find(b"\n")) >= 0:
            try:
                size = int(self._pending[:line].split(b";")[0].strip() or b"0", 16)
            except ValueError:
                raise HttpError(400, "the size of a chunk is no number") from None
            if not 0 <= size <= LONGEST:
                raise HttpError(413, "a chunk is too long")
            end = self._pending.find(b"\n", line + 1 + size)
            if size and end < 0:
                break
            content += self._pending[line + 1 : line + 1 + size]
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
        method, _, rest = line.partition(" ")
        method = method.upper()
        if method == "GET":
            # The message is in the first line. Some send no blank line after it, so there is nothing to wait for.
            target = rest.rsplit(" ", 1)[0] if " HTTP/" in rest.upper() else rest
            return Request("GET", unquote_plus(target.removeprefix("/")).replace("\r", " "))
        if method == "OPTIONS":
            return Request("OPTIONS")
        if method != "POST":
            raise HttpError(405, "a request is GET, POST or OPTIONS")
        if self.headers is None:
            if self.size > LONGEST_HEAD:
                raise HttpError(413, "the head is too long")
            return None
        if (self._length or 0) > LONGEST or self.size > LONGEST:
            raise HttpError(413, f"a message may have {LONGEST:,} bytes")
        return Request("POST", self.body) if self.complete() else None

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


def write_response(message: str, status: int = 200) -> bytes:
    """What a player answers, as ggp-base writes it."""
    body = message.encode()
    head = (
        f"HTTP/1.0 {status} {_REASONS[status]}\r\n"
        "Content-type: text/acl\r\n"
        f"Content-length: {len(body)}\r\n"
        f"{CORS}"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body


def _length(headers: dict[str, str]) -> int | None:
    text = headers.get("content-length")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()):
        raise HttpError(400, "the length is no number")
    return int(text[:18])
