"""One message of a stranger, as its bytes come in: what to answer, or what to hand to the handler.

Nothing here waits or sends. Whatever happens, there is an answer.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from woodstock.errors import ProtocolError
from woodstock.protocol.access import Access
from woodstock.protocol.availability import Availability
from woodstock.protocol.http import HttpError, IncomingRequest, Request, write_response
from woodstock.protocol.messages import Message, glance, parse

BUDGET = 0.2
"""Seconds of the processor that a connection may take until its message is complete: ten times what the longest takes
that comes in pieces of a usual size."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Bytes that end a conversation. `fault` is what went wrong here, for the owner."""

    data: bytes
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """A message for the handler, and the page in a browser that it came from, if it came from one."""

    message: Message
    origin: str | None = None


class Conversation:
    """Takes bytes until it is clear what they mean."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._incoming = IncomingRequest()
        self._spent = 0.0
        self._given_leave = False
        self._concerns: bool | None = None

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        return self._incoming.size

    def take(self, data: bytes, availability: Availability, now: float) -> Answer | Passed | None:
        """The next bytes; none at all when no more will come. `None` where they are not all there."""
        origin: str | None = None
        try:
            if (request := self._receive(data)) is None:
                return None
            origin = self._access.origin(request)
            if request.method == "OPTIONS":
                return Answer(write_response("", origin=origin))
            if (reply := availability.at_a_glance(glance(request.message), now)) is not None:
                return Answer(write_response(reply, origin=origin))
            return Passed(parse(request.message), origin)
        except HttpError as error:
            return Answer(write_response(str(error), error.status, origin))
        except ProtocolError as error:
            return Answer(write_response(str(error), 400, origin))
        except Exception as error:  # noqa: BLE001 (a fault of ours: the peer hears of it, and the match goes on)
            return Answer(
                write_response("the player could not answer this", 500, origin), f"{type(error).__name__}: {error}"
            )

    def concerns(self, availability: Availability) -> bool:
        """Does the message belong to the match, as far as its first words say? Asked while it is still coming in."""
        if self._concerns is None and (beginning := self._incoming.beginning) is not None:
            try:
                self._concerns = availability.concerns(glance(beginning))
            except ProtocolError:
                self._concerns = False
        return bool(self._concerns)

    def gives_leave(self) -> bool:
        """Does the peer want to hear that it may go on? It is told once."""
        if self._given_leave or not self._incoming.waits_for_leave:
            return False
        self._given_leave = True
        return True

    def _receive(self, data: bytes) -> Request | None:
        begun = time.thread_time()
        if data:
            self._incoming.feed(data)
        else:
            self._incoming.end()
        if (request := self._incoming.request()) is not None:
            return request
        self._spent += time.thread_time() - begun
        if self._spent > BUDGET:
            raise HttpError(413, "this message takes too long to read")
        return None
