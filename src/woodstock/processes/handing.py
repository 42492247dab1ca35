"""Handing open files to another process of ours, each with a message."""

from __future__ import annotations

import contextlib
import os
import socket
from collections import deque

from woodstock.processes.channel import LENGTH, LONGEST, framed, length_of

_CHUNK = 1 << 16
_HANDLES = 64
"""Descriptors that are taken in one go."""


class Giver:
    """The end that hands over."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def give(self, message: bytes, handle: int) -> None:
        """Send a message with a descriptor, which stays open here as well."""
        data = framed(message)
        sent = socket.send_fds(self._end, [data], [handle])
        self._end.sendall(data[sent:])


class Taker:
    """The end that gets them, for whoever must not wait."""

    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self._end = end
        self._pending = bytearray()
        self._handles: deque[int] = deque()

    def fileno(self) -> int:
        """The descriptor of this end."""
        return self._end.fileno()

    def take(self) -> list[tuple[bytes, int]]:
        """All messages that are complete, each with its descriptor, which is the caller's to close.

        The end of the channel is `EOFError`.
        """
        try:
            data, handles, _, _ = socket.recv_fds(self._end, _CHUNK, _HANDLES)
        except (BlockingIOError, InterruptedError):
            return []
        except ConnectionResetError:
            raise EOFError from None
        # A descriptor comes with the first byte of its message, so they are in the order of the messages.
        self._handles += handles
        if not data:
            raise EOFError
        self._pending += data
        taken: list[tuple[bytes, int]] = []
        while len(self._pending) >= LENGTH.size:
            end = LENGTH.size + length_of(self._pending, LONGEST)
            if len(self._pending) < end:
                break
            taken.append((bytes(self._pending[LENGTH.size : end]), self._handles.popleft()))
            del self._pending[:end]
        return taken

    def close(self) -> None:
        """Hang up. What nobody took is closed."""
        self._end.close()
        for handle in self._handles:
            with contextlib.suppress(OSError):
                os.close(handle)
        self._handles.clear()
