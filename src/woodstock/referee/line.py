"""The line between referee and player process: messages of bytes over a socket, never waited for past a deadline."""

from __future__ import annotations

import socket
import struct
import time

LENGTH = struct.Struct(">I")
"""What stands before a message."""

_CHUNK = 1 << 16


class Line:
    """One end of a line. A message is its length in four bytes and then itself. The end of the line is `EOFError`.

    `longest` is how many bytes a message may have that is received.
    """

    def __init__(self, end: socket.socket, longest: int = 2**32 - 1) -> None:
        self._end = end
        self._longest = longest
        self._pending = bytearray()

    def send(self, data: bytes, deadline: float | None = None) -> None:
        """Send a message; if the other end does not take it until then, raise `TimeoutError`."""
        self._end.settimeout(_remaining(deadline))
        self._end.sendall(framed(data))

    def receive(self, deadline: float | None = None) -> bytes | None:
        """The next message, or `None` when it is not complete by then: what has come of it is kept.

        A message that is longer than it may be raises `ValueError`.
        """
        while (message := self._complete()) is None:
            self._end.settimeout(_remaining(deadline))
            try:
                chunk = self._end.recv(_CHUNK)
            except (TimeoutError, BlockingIOError):
                return None
            if not chunk:
                raise EOFError
            self._pending += chunk
        return message

    def close(self) -> None:
        """Hang up."""
        self._end.close()

    def _complete(self) -> bytes | None:
        if len(self._pending) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack_from(self._pending)
        if length > self._longest:
            raise ValueError(f"a message of {length:,} bytes is longer than {self._longest:,}")
        end = LENGTH.size + length
        if len(self._pending) < end:
            return None
        message = bytes(self._pending[LENGTH.size : end])
        del self._pending[:end]
        return message


def framed(data: bytes) -> bytes:
    """A message as it goes over the line."""
    return LENGTH.pack(len(data)) + data


def _remaining(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
