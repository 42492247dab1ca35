"""What the system knows of the times in a connection, so that a busy machine is not mistaken for a slow peer."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass

_TCP_INFO = struct.Struct("8x 11I I 3I I")
"""The beginning of Linux' `tcp_info`: milliseconds since data last came, and the round trip in microseconds."""

_MOST = 10.0


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds since data last came, and that messages take there and back; 0 where nobody knows."""

    waited: float = 0.0
    round_trip: float = 0.0


def times(connection: socket.socket) -> Times:
    """The times of a TCP connection."""
    if not hasattr(socket, "TCP_INFO"):
        return Times()
    try:
        facts = _TCP_INFO.unpack(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO.size))
    except (OSError, struct.error):
        return Times()
    return Times(min(facts[11] / 1e3, _MOST), min(facts[15] / 1e6, _MOST))
