"""The manager's end of a connection: sends one message, waits for the answer, and never longer than it may."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable

from woodstock.protocol.http import Incoming, write_request
from woodstock.protocol.timing import times

CONNECT = 2.0
"""Seconds that a connection may take. The clock of a player runs once there is one."""

LONGEST_REPLY = 64 << 10
"""Bytes of an answer."""

Exchange = Callable[[str, float | None], str]
"""Sends a message and gives the answer, if it comes within so many seconds. A player that is not there, hangs up or
says too much raises `OSError` or `ValueError`, one that is late `TimeoutError`."""


class Client:
    """Talks to one player. `close`, from any thread, ends what is under way."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._closed = False
        self.unread = 0.0
        """Seconds that the last answer lay here before anybody looked, as far as the system tells."""

    def exchange(self, message: str, seconds: float | None) -> str:
        """Send a message and wait for the answer."""
        connection = socket.create_connection((self._host, self._port), CONNECT)
        try:
            with self._lock:
                self._connections.add(connection)
            if self._closed:
                raise ConnectionAbortedError("the match was ended")
            deadline = None if seconds is None else time.monotonic() + seconds
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(_left(deadline))
            connection.sendall(write_request(self._host, self._host, message))
            answer = _receive(connection, deadline)
            self.unread = times(connection).waited
            return answer
        finally:
            with self._lock:
                self._connections.discard(connection)
            connection.close()

    def close(self) -> None:
        """End what is under way and start nothing new."""
        self._closed = True
        with self._lock:
            for connection in self._connections:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue


def _receive(connection: socket.socket, deadline: float | None) -> str:
    """The body of the answer: complete by its brackets, by its length, or because the player hung up."""
    incoming = Incoming()
    received = 0
    while True:
        connection.settimeout(_left(deadline))
        data = connection.recv(4096)
        received += len(data)
        if received > LONGEST_REPLY:
            raise ValueError(f"its answer has more than {LONGEST_REPLY:,} bytes")
        if data:
            incoming.feed(data)
        else:
            incoming.end()
        if incoming.complete():
            status = (incoming.first_line or "").split(" ")[1:2]
            if status and status[0][:1] in ("4", "5"):
                raise ValueError(f"it refused the message: {' '.join(incoming.body.split())[:100]}")
            return incoming.body.strip()
        if not data:
            raise ConnectionResetError("it hung up without an answer")


def _left(deadline: float | None) -> float | None:
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("it did not answer in time")
    return left
