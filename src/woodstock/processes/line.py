"""The line between a process and the one that started it: messages of bytes, never waited for past a deadline."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator

LENGTH = struct.Struct(">I")
"""What stands before a message."""

LONGEST = 2**32 - 1
"""Bytes that a message can have."""

_CHUNK = 1 << 16


class Line:
    """One end of a line. A message is its length in four bytes and then itself. The end of the line is `EOFError`.

    `longest` is how many bytes a message may have that is received. Deadlines are readings of `time.monotonic()`.
    """

    def __init__(self, end: socket.socket, longest: int = LONGEST) -> None:
        self.longest = longest
        self._end = end
        self._unsent = bytearray()
        self._pending = bytearray()

    def send(self, data: bytes, deadline: float | None = None) -> None:
        """Send a message; if the other end does not take it until then, raise `TimeoutError`."""
        self.post(data)
        if not self.flush(deadline):
            raise TimeoutError

    def post(self, data: bytes) -> None:
        """Keep a message until `flush` sends it, a part of it at a time if there is little time."""
        self._unsent += framed(data)

    def flush(self, deadline: float | None = None) -> bool:
        """Has all that is kept gone to the other end before the deadline?"""
        while self._unsent:
            self._end.settimeout(_remaining(deadline))
            try:
                sent = self._end.send(self._unsent)
            except (TimeoutError, BlockingIOError):
                return False
            del self._unsent[:sent]
        return True

    def receive(self, deadline: float | None = None) -> bytes | None:
        """The next message, or `None` when it is not complete by then: what has come of it is kept.

        A message that is longer than it may be raises `ValueError`.
        """
        while (message := self._complete()) is None:
            chunk = self._chunk(deadline)
            if chunk is None:
                return None
            if not chunk:
                raise EOFError
            self._pending += chunk
        return message

    def stream(self, deadline: float | None = None) -> Iterator[bytes]:
        """What the other end sends from here on until it hangs up, piece by piece, without any messages in it.

        Raises `TimeoutError` if it goes on after the deadline.
        """
        if self._pending:
            yield bytes(self._pending)
            self._pending.clear()
        while chunk := self._chunk(deadline):
            yield chunk
        if chunk is None:
            raise TimeoutError

    def fileno(self) -> int:
        """The file descriptor of this end."""
        return self._end.fileno()

    def detach(self) -> socket.socket:
        """The socket, for somebody else to use and to close."""
        return socket.socket(fileno=self._end.detach())

    def close(self) -> None:
        """Hang up."""
        self._end.close()

    def _chunk(self, deadline: float | None) -> bytes | None:
        """What comes next, nothing at the end of the line, or `None` when nothing comes before the deadline."""
        self._end.settimeout(_remaining(deadline))
        try:
            return self._end.recv(_CHUNK)
        except (TimeoutError, BlockingIOError):
            return None
        except ConnectionResetError:  # it ended before it read all that it was sent
            return b""

    def _complete(self) -> bytes | None:
        if len(self._pending) < LENGTH.size:
            return None
        length = length_of(self._pending, self.longest)
        end = LENGTH.size + length
        if len(self._pending) < end:
            return None
        message = bytes(self._pending[LENGTH.size : end])
        del self._pending[:end]
        return message


def framed(data: bytes) -> bytes:
    """A message as it goes over the line."""
    if len(data) > LONGEST:
        raise ValueError(f"a message of {len(data):,} bytes is longer than {LONGEST:,}")
    return LENGTH.pack(len(data)) + data


def length_of(head: bytes | bytearray, longest: int) -> int:
    """The length of the message that begins so, if it is allowed."""
    (length,) = LENGTH.unpack_from(head)
    if length > longest:
        raise ValueError(f"a message of {length:,} bytes is longer than {longest:,}")
    return int(length)


def _remaining(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
