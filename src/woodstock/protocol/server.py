"""The server: a message handler, and the frontend through which strangers reach it.

The clocks of a match run in this process, which reads no input of strangers. The frontend parses their messages and
passes each on with its connection, and the answers are sent from here.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Coroutine

from woodstock.errors import ProtocolError
from woodstock.processes.async_channel import AsyncChannel
from woodstock.processes.handing import Taker
from woodstock.processes.process import Process
from woodstock.processes.trusted import pack, unpack
from woodstock.protocol.access import Access
from woodstock.protocol.availability import Availability
from woodstock.protocol.conversation import Passed
from woodstock.protocol.http import write_response
from woodstock.protocol.message_handler import MessageHandler

WAITING = 512
"""Connections that the system keeps until the frontend takes them."""

_AGAIN = 1.0
"""Seconds from one frontend to the next, should one break down after the other."""


class Server:
    """Has the handler answer what comes in at the frontend."""

    def __init__(self, handler: MessageHandler, access: Access | None = None) -> None:
        self._handler = handler
        self._access = access or Access()
        self._frontend: Process | None = None
        self._word: AsyncChannel | None = None
        self._said: Availability | None = None
        self._is_open = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        handler.changed = self._tell

    async def open(self, listening: socket.socket) -> None:
        """Answer what comes to this socket."""
        listening.listen(WAITING)
        self._later(self._keep_a_door(listening))
        await self._handler.open()
        await self._is_open.wait()

    async def close(self) -> None:
        """Stop listening, and end the match in progress."""
        for task in self._tasks:
            task.cancel()
        if self._frontend is not None:
            self._frontend.end()
        await self._handler.close()

    async def answer(
        self, passed: Passed, send: Callable[[bytes], None], arrived: float | None = None, delay: float = 0.0
    ) -> None:
        """Answer a message that arrived then; messages take `delay` seconds there and back."""
        try:
            reply = await self._handler.answer(passed.message, arrived, delay)
        except ProtocolError as error:
            send(write_response(str(error), 400, passed.origin))
        except Exception as error:  # noqa: BLE001 (a fault of ours: the peer hears of it, and the match goes on)
            self._handler.note(f"a message could not be answered: {type(error).__name__}: {error}")
            send(write_response("the player could not answer this", 500, passed.origin))
        else:
            send(write_response(reply.text, origin=passed.origin))
            self._handler.sent(reply)

    async def _keep_a_door(self, listening: socket.socket) -> None:
        """Whatever becomes of a frontend, the next one takes over from it. Connections wait meanwhile."""
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            with contextlib.suppress(OSError, EOFError):
                await self._have_a_door(listening)
            self._handler.note("the process that reads messages has ended; a new one takes over")
            await asyncio.sleep(max(0.0, begun + _AGAIN - loop.time()))

    async def _have_a_door(self, listening: socket.socket) -> None:
        ours, theirs = socket.socketpair()
        loop, taker = asyncio.get_running_loop(), Taker(ours)
        try:
            with theirs:
                handles = [listening.fileno(), theirs.fileno()]
                frontend = self._frontend = Process("woodstock.protocol.frontend:main", handles=handles)
            word = await AsyncChannel.over(frontend.channel)
            word.send(pack(self._access))
            self._word, self._said = word, None
            self._tell()
            loop.add_reader(taker.fileno(), self._take, taker, word)
            while await word.receive() == b"open":
                self._is_open.set()
        finally:
            loop.remove_reader(taker.fileno())
            taker.close()
            if self._word is not None:
                self._word.close()
            if self._frontend is not None:
                self._frontend.end()

    def _take(self, taker: Taker, word: AsyncChannel) -> None:
        """Messages have come in at the frontend."""
        try:
            for data, handle in taker.take():
                self._later(self._serve(socket.socket(fileno=handle), word, *unpack(data)))
        except EOFError:
            asyncio.get_running_loop().remove_reader(taker.fileno())

    async def _serve(
        self, peer: socket.socket, word: AsyncChannel, number: int, passed: Passed, arrived: float, delay: float
    ) -> None:
        def send(data: bytes) -> None:
            self._tell()  # before the next message can come
            with contextlib.suppress(OSError):  # the peer is gone
                peer.send(data)
                peer.shutdown(socket.SHUT_WR)

        with peer:
            await self.answer(passed, send, arrived, delay)
        word.send(pack(number))

    def _tell(self) -> None:
        """Let the frontend know how things stand."""
        availability = self._handler.availability()
        if self._word is not None and availability != self._said:
            self._said = availability
            self._word.send(pack(availability))

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
