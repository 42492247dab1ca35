"""The server as a process of its own, for whoever starts it.

Its session is its own as well: where Linux shares the cores between sessions (sched_autogroup), a server that mostly
waits is then served at once, however busy the session is from which it was started.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Iterable

from woodstock.errors import WoodstockError
from woodstock.printable import one_line
from woodstock.processes.channel import Channel
from woodstock.processes.process import Process
from woodstock.processes.trusted import pack, unpack
from woodstock.protocol.access import Access, is_loopback
from woodstock.protocol.message_handler import LONGEST_CLOCK, MessageHandler
from woodstock.protocol.orders import SetUp
from woodstock.protocol.server import WAITING, Server

_GOODBYE = 5.0
"""Seconds in which a server has to stop when it is asked to."""
_WARMING = 20.0
"""Seconds after which a server is said to listen even if it is not warm yet."""


class Service:
    """A server that runs. Its address is taken at once; what goes wrong with that raises `WoodstockError`."""

    def __init__(
        self,
        host: str,
        port: int,
        set_up: SetUp,
        name: str,
        *,
        told: bool,
        origins: Iterable[str] = (),
        longest_clock: float = LONGEST_CLOCK,
    ) -> None:
        """`told` says whether matches are told on standard output; `origins` are those of pages in a browser that may
        talk to the player, whose clocks may have `longest_clock` seconds."""
        self._socket = listen(host, port)
        place, self.port = self._socket.getsockname()[:2]
        with self._socket:
            self._process = Process(f"{__name__}:main", handles=[self._socket.fileno()], stdout=None)
        self.pid = self._process.pid
        access = Access(frozenset(origin.lower() for origin in origins), host if is_loopback(place) else None)
        self._process.channel.send(pack((set_up, name, told, access, longest_clock)))
        try:
            self._process.channel.receive()
        except EOFError:
            raise WoodstockError(f"the server {self._process.fate()}") from None

    def wait(self) -> int | None:
        """Wait until it ends, which it does only when something is wrong. Gives its exit code."""
        return self._process.wait()

    def pass_on(self, number: int) -> None:
        """Hand it a signal of the owner's: SIGUSR1 to hear how it is, SIGUSR2 to end its match."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def stop(self) -> None:
        """Ask it to end, and make sure that it does."""
        with contextlib.suppress(OSError):
            self._process.channel.send(b"stop")
            self._process.wait(_GOODBYE)
        self._process.end()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this address."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, number)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(WAITING)
        except OSError:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WoodstockError(f"cannot listen at {host}:{port}: {reason}") from error
    return listening


def main(channel: Channel, listening: int) -> None:
    """Serve until whoever started this says stop."""
    set_up, name, told, access, longest_clock = unpack(channel.receive())
    handler = MessageHandler(set_up, name=name, longest_clock=longest_clock, log=_tell if told else None)
    asyncio.run(_serve(Server(handler, access), handler, channel, socket.socket(fileno=listening)))


async def _serve(server: Server, handler: MessageHandler, channel: Channel, listening: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    loop.add_reader(channel.fileno(), over.set)  # all that can be said on this channel is stop
    loop.add_signal_handler(signal.SIGTERM, over.set)
    # Who can send us signals is the owner, whom no stranger may keep waiting.
    loop.add_signal_handler(signal.SIGUSR1, lambda: _tell(handler.status(), 2))
    loop.add_signal_handler(signal.SIGUSR2, handler.take_back)
    try:
        await server.open(listening)
        # Whoever is told the address may begin a match at once, with a short start clock.
        await handler.warm(_WARMING)
        channel.send(b"listening")
        await over.wait()
    finally:
        await server.close()


def _tell(text: str, handle: int = 1) -> None:
    with contextlib.suppress(OSError):
        os.write(handle, f"{one_line(text)}\n".encode())
