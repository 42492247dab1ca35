"""The server: a player's desk, reached by HTTP.

Everything that a stranger can make it keep, compute or wait for is bounded. The clocks of a match run in the same loop
that reads strangers, so what it does between two looks at the clock takes a few milliseconds: a piece of a message is
looked at once, long messages are read in a thread, and while there is a match, messages that can only be told that
the player is busy are not read at all. Strangers take turns, which come at a steady pace: whoever sends much, or asks
what no clock waits for, has to wait, and so takes little of the processor from those who play.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from woodstock.errors import ProtocolError
from woodstock.protocol.access import Access
from woodstock.protocol.client import delays
from woodstock.protocol.desk import Desk
from woodstock.protocol.http import CONTINUE, HttpError, IncomingRequest, Request, write_response
from woodstock.protocol.match_under_way import Reply
from woodstock.protocol.messages import Message, glance, parse

CONNECTIONS = 64
"""Connections without an answer yet. When there are more, the one that has been sending longest has to go."""

HELD = 64 << 20
"""Bytes of all messages that are not complete yet."""

PATIENCE = 10.0
"""Seconds in which a message has to be complete."""

BUDGET = 0.2
"""Seconds of the processor that a connection may take until its message is complete: ten times what the longest takes
that comes in pieces of a usual size."""

PACE = 0.002
"""Seconds from one turn of those who take turns to the next: at most 8 MB of long messages are read in a second."""

_WAITING = 128
"""Connections that the system keeps until they are taken."""
_LINGER = 1.0
_DRAINED = 256 << 10
_CHUNK = 1 << 14
_LONG = 1 << 13
"""Characters from which on a message is read in a thread: the clocks of others run on."""


class Server:
    """Listens, and answers with what the desk says."""

    def __init__(self, desk: Desk, access: Access | None = None) -> None:
        self._desk = desk
        self._access = access or Access()
        # One thread: the more there are, the longer the loop waits for its turn.
        self._reader = ThreadPoolExecutor(1, "woodstock-reader")
        self._held = 0
        self._sending: dict[asyncio.Task[None], None] = {}
        self._answering = self._lingering = 0
        self._turns = asyncio.Lock()
        self._server: asyncio.Server | None = None

    async def open(self, listening: socket.socket) -> None:
        """Answer what comes to this socket."""
        # As many as may wait are taken in one go, with no look at the clock in between: so one, and then more may wait.
        self._server = await asyncio.start_server(self._serve, sock=listening, limit=_CHUNK, backlog=1)
        listening.listen(_WAITING)
        await self._desk.open()

    async def close(self) -> None:
        """Listen no more, and end the match under way."""
        if self._server is not None:
            self._server.close()
        self._reader.shutdown(wait=False, cancel_futures=True)
        await self._desk.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            if self._room():
                await self._converse(task, reader, writer)
            else:
                writer.write(write_response("too many messages at a time", 503))
            if self._lingering < CONNECTIONS:
                self._lingering += 1
                try:
                    await self._hang_up(reader, writer)
                finally:
                    self._lingering -= 1
        except (OSError, asyncio.CancelledError):
            writer.transport.abort()
        finally:
            writer.close()

    def _room(self) -> bool:
        """Is there room for one more connection? If not, the one that has been sending longest makes it: those who mean
        it are done in a moment."""
        if len(self._sending) + self._answering < CONNECTIONS:
            return True
        if not self._sending:
            return False
        slowest = next(iter(self._sending))
        del self._sending[slowest]
        slowest.cancel()
        return True

    async def _converse(
        self, task: asyncio.Task[None], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """One message and its answer. Whatever happens, there is one."""
        origin: str | None = None
        try:
            self._sending[task] = None
            try:
                async with asyncio.timeout(PATIENCE):
                    request = await self._receive(reader, writer)
                    origin = self._access.origin(request)
                    message = await self._read(request)
            finally:
                self._sending.pop(task, None)
            if message is None:
                writer.write(write_response("", origin=origin))
                return
            if isinstance(message, Reply):
                await self._turn()
                reply = message
            else:
                reply = await self._answer(message, writer)
            writer.write(write_response(reply.text, origin=origin))
            self._desk.sent(reply)
        except HttpError as error:
            writer.write(write_response(str(error), error.status, origin))
        except ProtocolError as error:
            writer.write(write_response(str(error), 400, origin))
        except TimeoutError:
            writer.write(write_response("the message did not come in time", 408, origin))
        except ConnectionError:
            raise  # the peer is gone
        except Exception as error:  # noqa: BLE001 (a fault of ours: the peer hears of it, and the match goes on)
            self._desk.note(f"a message could not be answered: {type(error).__name__}: {error}")
            writer.write(write_response("the player could not answer this", 500, origin))

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request:
        """A request, once it is complete."""
        incoming = IncomingRequest()
        held = 0
        spent = 0.0
        given_leave = False
        try:
            while True:
                if held >= _CHUNK:
                    await self._turn()
                data = await reader.read(_CHUNK)
                held += len(data)
                self._held += len(data)
                if self._held > HELD:
                    raise HttpError(503, "too many long messages at a time")
                begun = time.thread_time()
                if data:
                    incoming.feed(data)
                else:
                    incoming.end()
                if (request := incoming.request()) is not None:
                    return request
                spent += time.thread_time() - begun
                if spent > BUDGET:
                    raise HttpError(413, "this message takes too long to read")
                if incoming.waits_for_leave and not given_leave:
                    given_leave = True
                    writer.write(CONTINUE)
        finally:
            self._held -= held

    async def _read(self, request: Request) -> Message | Reply | None:
        """The message of a request, or the answer to one that need not be read; `None` for one that asks only what is
        allowed."""
        if request.method == "OPTIONS":
            return None
        if (reply := self._desk.at_a_glance(glance(request.message))) is not None:
            return reply
        if len(request.message) < _LONG:
            return parse(request.message)
        return await asyncio.get_running_loop().run_in_executor(self._reader, parse, request.message)

    async def _turn(self) -> None:
        """Wait for one's turn."""
        async with self._turns:
            await asyncio.sleep(PACE)

    async def _answer(self, message: Message, writer: asyncio.StreamWriter) -> Reply:
        arrived, delay = _on_the_way(writer)
        self._answering += 1
        try:
            return await self._desk.answer(message, arrived, delay)
        finally:
            self._answering -= 1

    async def _hang_up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Say that the answer is complete, and let the peer say so as well: to close while something of it is unread
        would take the answer back."""
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(_LINGER):
                if writer.can_write_eof():
                    writer.write_eof()
                await writer.drain()
                drained = 0
                while drained < _DRAINED and (data := await reader.read(_CHUNK)):
                    drained += len(data)
                    await self._turn()


def _on_the_way(writer: asyncio.StreamWriter) -> tuple[float, float]:
    """When the message arrived, and how long messages take there and back, as far as the system tells."""
    now = asyncio.get_running_loop().time()
    connection = writer.get_extra_info("socket")
    waited, round_trip = (0.0, 0.0) if connection is None else delays(connection)
    return now - waited, round_trip
