"""A channel between a process and its parent: messages of bytes, with a deadline for every wait."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator

LENGTH = struct.Struct(">I")
"""The header of a message."""

LONGEST = 2**32 - 1
"""The most bytes of a message."""

_CHUNK = 1 << 16


class Channel:
    """One end of a channel. A message is sent as its length in four bytes and its bytes. A closed channel raises
    `EOFError`.

    `longest` is the largest number of bytes of a received message. Deadlines are readings of `time.monotonic()`.
    """

    def __init__(self, end: socket.socket, longest: int = LONGEST) -> None:
        self.longest = longest
        self._end = end
        self._unsent = bytearray()
        self._pending = bytearray()

    def send(self, data: bytes, deadline: float | None = None) -> None:
        """Send a message; raise `TimeoutError` if the other end does not accept it by the deadline."""
        self.post(data)
        if not self.flush(deadline):
            raise TimeoutError

    def post(self, data: bytes) -> None:
        """Queue a message for `flush`, which may send it in parts."""
        self._unsent += framed(data)

    def flush(self, deadline: float | None = None) -> bool:
        """Send the queue; false if that is not finished by the deadline."""
        while self._unsent:
            self._end.settimeout(_remaining(deadline))
            try:
                sent = self._end.send(self._unsent)
            except (TimeoutError, BlockingIOError):
                return False
            del self._unsent[:sent]
        return True

    def receive(self, deadline: float | None = None) -> bytes | None:
        """The next message, or `None` if it is not complete by the deadline; the part received so far is kept.

        A message longer than `longest` raises `ValueError`.
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
        """All further bytes until the other end closes the channel, not split into messages.

        Raises `TimeoutError` if that takes longer than the deadline.
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
        """The socket; the caller closes it."""
        return socket.socket(fileno=self._end.detach())

    def close(self) -> None:
        """Close the channel."""
        self._end.close()

    def _chunk(self, deadline: float | None) -> bytes | None:
        """The next bytes, none at the end of the channel, or `None` if nothing arrives before the deadline."""
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
    """A message with its header."""
    if len(data) > LONGEST:
        raise ValueError(f"a message of {len(data):,} bytes is longer than {LONGEST:,}")
    return LENGTH.pack(len(data)) + data


def length_of(head: bytes | bytearray, longest: int) -> int:
    """The length that a header gives; raises `ValueError` if it is too large."""
    (length,) = LENGTH.unpack_from(head)
    if length > longest:
        raise ValueError(f"a message of {length:,} bytes is longer than {longest:,}")
    return int(length)


def _remaining(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
