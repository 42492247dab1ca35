"""The server's end of the process that follows a match."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from dataclasses import dataclass

from woodstock.processes.async_channel import AsyncChannel
from woodstock.processes.process import Process
from woodstock.processes.trusted import pack
from woodstock.protocol.orders import LONGEST_UPDATE, Begin, Compile, Order, SetUp, Update, decode_update


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and when it was chosen. `at` is `None` where time ran out and it is only known to be legal; without any
    legal move that is known, `move` is `None` as well."""

    move: str | None
    at: float | None


class Follower:
    """Follows one match, in a process of its own."""

    def __init__(self, process: Process, channel: AsyncChannel) -> None:
        self._process = process
        self._channel = channel
        self._ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._legal: tuple[int, str] | None = None
        self._heard: asyncio.Future[None] | None = None
        """Done when another legal move is known, for one who waits for that."""
        self._waiting: dict[int, asyncio.Future[Update]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._warm = asyncio.Event()

    @classmethod
    async def spawn(cls, set_up: SetUp) -> Follower:
        """Start the process. It is warm after about a second, and takes orders at once."""
        process = Process("woodstock.protocol.follower:main", memory=set_up.memory, longest=LONGEST_UPDATE)
        follower = cls(process, await AsyncChannel.over(process.channel))
        follower._reading = asyncio.create_task(follower._listen())
        follower.order(set_up)
        return follower

    @property
    def lost(self) -> bool:
        """Has it ended, so that nothing more is to be heard of it?"""
        return self._over.is_set()

    def order(self, order: Order) -> None:
        """Send an order. One that has ended hears nothing."""
        data = pack(order)
        if isinstance(order, Compile | Begin) and self._ready.done() and not self._over.is_set():
            self._ready = asyncio.get_running_loop().create_future()
        self._channel.send(data)

    async def warm(self, until: float) -> None:
        """Wait until it would obey at once, or is lost, but no longer than that."""
        await _event(self._warm, until)

    async def ready(self, until: float) -> bool | None:
        """Is it ready? `False` when it cannot play, `None` when it does not know by then."""
        left = until - asyncio.get_running_loop().time()
        await asyncio.wait([self._ready], timeout=max(0.0, left))
        return self._ready.result() if self._ready.done() else None

    async def choice(self, number: int, until: float, last: float) -> Choice:
        """The player's move in the turn with this number, or, when there is none by then, one that is legal. That is
        waited for until the last moment."""
        if self._over.is_set():
            return Choice(None, None)
        loop = asyncio.get_running_loop()
        future = self._waiting.setdefault(number, loop.create_future())
        await asyncio.wait([future], timeout=max(0.0, until - loop.time()))
        while not future.done() and not self._knows(number) and loop.time() < last:
            heard = self._heard = loop.create_future()
            await asyncio.wait([future, heard], timeout=last - loop.time(), return_when=asyncio.FIRST_COMPLETED)
        self._waiting.pop(number, None)
        if future.done() and not future.cancelled():
            update = future.result()
            return Choice(update.text, update.at)
        if self._legal is not None and self._knows(number):
            return Choice(self._legal[1], None)
        return Choice(None, None)

    def _knows(self, number: int) -> bool:
        """Is a legal move known in this turn?"""
        return self._legal is not None and self._legal[0] == number

    async def gone(self, until: float) -> None:
        """Wait until it has left, but no longer than that."""
        await _event(self._over, until)

    def close(self) -> None:
        """Kill the process. The player's ends by itself when this one is gone."""
        self._process.kill()
        if self._reading is not None:
            self._reading.cancel()
        self._channel.close()
        self._give_up()
        # One that has much memory takes a while to end; the clocks of a match do not wait for it.
        threading.Thread(target=self._process.end, name="woodstock-reaper", daemon=True).start()

    async def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError, ValueError):
            while True:
                self._hear(decode_update(await self._channel.receive()))
        self._give_up()

    def _hear(self, update: Update) -> None:
        match update.kind:
            case "warm":
                self._warm.set()
            case "ready" | "failed":
                if not self._ready.done():
                    self._ready.set_result(update.kind == "ready")
            case "legal":
                self._legal = (update.number, update.text)
                if self._heard is not None and not self._heard.done():
                    self._heard.set_result(None)
            case "move":
                loop = asyncio.get_running_loop()
                future = self._waiting.setdefault(update.number, loop.create_future())
                if not future.done():
                    future.set_result(update)
                # One that came too late is waited for by nobody.
                for number in [number for number in self._waiting if number < update.number - 1]:
                    del self._waiting[number]

    def _give_up(self) -> None:
        """The process is gone: nobody has to wait for it."""
        self._over.set()
        self._warm.set()
        if not self._ready.done():
            self._ready.set_result(False)
        for future in self._waiting.values():
            future.cancel()


async def _event(event: asyncio.Event, until: float) -> None:
    """Wait for it, but no longer than that."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            await event.wait()
