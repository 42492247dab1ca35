"""The server: a player's desk, reached by HTTP. Everything that a stranger can make it keep or wait for is bounded."""

from __future__ import annotations

import asyncio
import contextlib
import socket

from woodstock.errors import ProtocolError
from woodstock.protocol.client import delays
from woodstock.protocol.desk import Desk
from woodstock.protocol.http import CONTINUE, HttpError, IncomingRequest, write_response
from woodstock.protocol.messages import Message, parse

CONNECTIONS = 64
"""Connections without an answer yet. When there are more, the one that has been sending longest has to go."""

HELD = 64 << 20
"""Bytes of all messages that are not complete yet."""

PATIENCE = 10.0
"""Seconds in which a message has to be complete."""

_LINGER = 1.0
_DRAINED = 256 << 10
_CHUNK = 1 << 16
_LONG = 1 << 16
"""Characters from which on a message is read in a thread: the clocks of others run on."""


class Server:
    """Listens, and answers with what the desk says."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._held = 0
        self._sending: dict[asyncio.Task[None], None] = {}
        self._answering = self._lingering = 0
        self._server: asyncio.Server | None = None

    async def open(self, listening: socket.socket) -> None:
        """Answer what comes to this socket."""
        self._server = await asyncio.start_server(self._serve, sock=listening, limit=_CHUNK, backlog=128)
        await self._desk.open()

    async def close(self) -> None:
        """Listen no more, and end the match under way."""
        if self._server is not None:
            self._server.close()
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
                    await _hang_up(reader, writer)
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
        """One message and its answer."""
        try:
            self._sending[task] = None
            try:
                async with asyncio.timeout(PATIENCE):
                    message = await self._receive(reader, writer)
            finally:
                self._sending.pop(task, None)
            if message is None:
                writer.write(write_response(""))
                return
            arrived, delay = _on_the_way(writer)
            self._answering += 1
            try:
                reply = await self._desk.answer(message, arrived, delay)
            finally:
                self._answering -= 1
            writer.write(write_response(reply.text))
            self._desk.sent(reply)
        except HttpError as error:
            writer.write(write_response(str(error), error.status))
        except ProtocolError as error:
            writer.write(write_response(str(error), 400))
        except TimeoutError:
            writer.write(write_response("the message did not come in time", 408))

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Message | None:
        """The message of a request; `None` for one that asks only what is allowed."""
        incoming = IncomingRequest()
        held = 0
        given_leave = False
        try:
            while (request := incoming.request()) is None:
                if incoming.waits_for_leave and not given_leave:
                    given_leave = True
                    writer.write(CONTINUE)
                data = await reader.read(_CHUNK)
                held += len(data)
                self._held += len(data)
                if self._held > HELD:
                    raise HttpError(503, "too many long messages at a time")
                if data:
                    incoming.feed(data)
                else:
                    incoming.end()
            if request.method == "OPTIONS":
                return None
            if len(request.message) < _LONG:
                return parse(request.message)
            return await asyncio.get_running_loop().run_in_executor(None, parse, request.message)
        finally:
            self._held -= held


def _on_the_way(writer: asyncio.StreamWriter) -> tuple[float, float]:
    """When the message arrived, and how long messages take there and back, as far as the system tells."""
    now = asyncio.get_running_loop().time()
    connection = writer.get_extra_info("socket")
    waited, round_trip = (0.0, 0.0) if connection is None else delays(connection)
    return now - waited, round_trip


async def _hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say that the answer is complete, and let the peer say so as well: to close while something of it is unread would
    take the answer back."""
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(_LINGER):
            if writer.can_write_eof():
                writer.write_eof()
            await writer.drain()
            drained = 0
            while drained < _DRAINED and (data := await reader.read(_CHUNK)):
                drained += len(data)
