"""What the frontend knows of one connection."""

from __future__ import annotations

import socket
from enum import Enum

from woodstock.protocol.access import Access
from woodstock.protocol.conversation import Conversation


class State(Enum):
    """What a connection waits for."""

    SENDING = 1
    AT_THE_DESK = 2
    ANSWERED = 3
    LINGERING = 4


class Connection:
    """One stranger."""

    def __init__(self, peer: socket.socket, access: Access, until: float) -> None:
        self.peer = peer
        self.conversation = Conversation(access)
        self.state = State.SENDING
        self.until = until
        self.answer = b""
        self.received = 0
        self.first = 0.0
        """When the first bytes were read."""
        self.watched = self.queued = False
