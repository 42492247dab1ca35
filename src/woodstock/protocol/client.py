"""The manager's end of a connection: sends one message, waits for the answer, and never longer than it may."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable

from woodstock.protocol.http import Incoming, write_request

CONNECT = 2.0
"""Seconds that a connection may take, and that finding out where a name leads may take. The clock of a player runs once
there is a connection."""

LONGEST_REPLY = 64 << 10
"""Bytes of an answer."""

_TCP_INFO = struct.Struct("8x 11I I 3I I")
"""The beginning of Linux' `tcp_info`: milliseconds since data last came, and the round trip in microseconds."""

_LONGEST_DELAY = 10.0

Exchange = Callable[[str, float | None], str]
"""Sends a message and gives the answer, if it comes within that many seconds. A player that is not there, hangs up or
says too much raises `OSError` or `ValueError`, one that is late `TimeoutError`."""


class Client:
    """Talks to one player. `close`, from any thread, ends what is in progress."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._closed = False
        self._places: list[str] = []
        self.unread = 0.0
        """Seconds that the last answer lay here before anybody looked, as far as the system tells."""

    def exchange(self, message: str, seconds: float | None) -> str:
        """Send a message and wait for the answer."""
        connection = self._connect()
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
            self.unread, _ = delays(connection)
            return answer
        finally:
            with self._lock:
                self._connections.discard(connection)
            connection.close()

    def _connect(self) -> socket.socket:
        """Where a name leads to several places, the first that answers is it from then on."""
        places = self._places or places_of(self._host, CONNECT)
        for place in places:
            try:
                connection = socket.create_connection((place, self._port), CONNECT)
            except OSError:
                if place == places[-1]:
                    raise
            else:
                self._places = [place]
                return connection
        raise OSError(f"{self._host} does not resolve")

    def close(self) -> None:
        """End what is in progress and start nothing new."""
        self._closed = True
        with self._lock:
            for connection in self._connections:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue


def places_of(host: str, seconds: float) -> list[str]:
    """The addresses to which a name leads. The system's own look-up knows no clock, so a thread is left to it."""
    found: list[list[str] | OSError | UnicodeError] = []

    def look_up() -> None:
        try:
            found.append([str(place[4][0]) for place in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)])
        except (OSError, UnicodeError) as error:
            found.append(error)

    thread = threading.Thread(target=look_up, name="woodstock-look-up", daemon=True)
    thread.start()
    thread.join(seconds)
    if not found:
        raise TimeoutError(f"{host} could not be resolved in time")
    if isinstance(found[0], list):
        return found[0]
    raise found[0]


def delays(connection: socket.socket) -> tuple[float, float]:
    """Seconds since data last came, and that messages take there and back; 0 where the system does not tell."""
    if not hasattr(socket, "TCP_INFO"):
        return 0.0, 0.0
    try:
        facts = _TCP_INFO.unpack(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO.size))
    except (OSError, struct.error):
        return 0.0, 0.0
    return min(facts[11] / 1e3, _LONGEST_DELAY), min(facts[15] / 1e6, _LONGEST_DELAY)


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
            raise ConnectionResetError("it closed the connection without an answer")


def _left(deadline: float | None) -> float | None:
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("it did not answer in time")
    return left
