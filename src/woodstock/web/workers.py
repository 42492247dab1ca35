"""Processes from the server's side: started ahead, asked with a time limit, killed when they pass it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.processes.async_channel import AsyncChannel
from woodstock.processes.process import Process
from woodstock.web.limits import Limits

_LONGEST = 64 << 20


class Refused(WoodstockError):  # noqa: N818 (it says no)
    """A process said no, for a reason that a person can do something about."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(str(answer["error"]))
        self.answer = answer


class Lost(WoodstockError):  # noqa: N818
    """A process took too long, or ended; another one takes its place."""


class Worker:
    """One process. It does one job at a time; others wait."""

    def __init__(self, process: Process, line: AsyncChannel) -> None:
        self._process = process
        self._line = line
        self._lock = asyncio.Lock()
        self.alive = True

    @classmethod
    async def start(cls, memory: int) -> Worker:
        """A new process."""
        process = await asyncio.to_thread(Process, "woodstock.web.worker:main", memory=memory, longest=_LONGEST)
        return cls(process, await AsyncChannel.over(process.channel))

    async def ask(self, name: str, within: float, /, **given: Any) -> Any:
        """The answer to a question. When it does not come in time the process is killed."""
        async with self._lock, self._under_way(within):
            self._line.send(_asked(name, given))
            return _answer(await self._line.receive())["done"]

    async def stream(self, name: str, within: float, /, **given: Any) -> AsyncGenerator[Any, None]:
        """Answers, one after another. Whoever stops listening has the process killed: it thinks for nobody."""
        async with self._lock:
            finished = False
            try:
                async with self._under_way(within):
                    self._line.send(_asked(name, given))
                    while "more" in (answer := _answer(await self._line.receive())):
                        yield answer["more"]
                finished = True
            except Refused:
                finished = True
                raise
            finally:
                if not finished:
                    self.kill()

    @contextlib.asynccontextmanager
    async def _under_way(self, seconds: float) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            self.kill()
            raise Lost(f"this took longer than {seconds:.0f} seconds and was stopped") from None
        except (EOFError, OSError):
            self.kill()
            raise Lost("the process that worked on this ended: it may have run out of memory") from None
        except asyncio.CancelledError:
            self.kill()
            raise

    def kill(self) -> None:
        """End the process at once."""
        if self.alive:
            self.alive = False
            self._line.close()
            self._process.kill()

    async def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.kill()
        await asyncio.to_thread(self._process.end)


def _asked(name: str, given: dict[str, Any]) -> bytes:
    return json.dumps({"do": name, "given": given}).encode()


def _answer(data: bytes) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(data)
    if "error" in answer:
        raise Refused(answer)
    return answer


class Pool:
    """Processes that wait for work, so that nobody waits for them: to start one takes longer than most jobs."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._ready: deque[Worker] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.running: set[Worker] = set()
        """All that were started and not ended yet."""

    def warm(self) -> None:
        """Start those that are to wait."""
        missing = self.limits.spare - len(self._ready) - len(self._tasks)
        for _ in range(0 if self._closed else max(0, missing)):
            task = asyncio.create_task(self._prepare())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _prepare(self) -> None:
        worker = await self._start()
        try:
            await worker.ask("ready", self.limits.studying)
        except Lost:
            return
        self._ready.append(worker)

    async def _start(self) -> Worker:
        worker = await Worker.start(self.limits.memory)
        self.running.add(worker)
        if self._closed:
            await self.end(worker)
        return worker

    async def take(self) -> Worker:
        """A process for whoever asks."""
        while self._ready:
            worker = self._ready.popleft()
            if worker.alive:
                self.warm()
                return worker
        self.warm()
        return await self._start()

    async def end(self, worker: Worker | None) -> None:
        """Let a process go."""
        if worker is not None:
            self.running.discard(worker)
            await worker.end()

    async def run(self, name: str, within: float | None = None, /, **given: Any) -> Any:
        """One question to a process that is gone afterwards."""
        worker = await self.take()
        try:
            return await worker.ask(name, within or self.limits.studying, **given)
        finally:
            await asyncio.shield(self.end(worker))

    async def close(self) -> None:
        """End all."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in list(self.running):
            await self.end(worker)


class Standby:
    """One process that is kept for short jobs that come again and again, such as checks while somebody types."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._worker: Worker | None = None
        self._lock = asyncio.Lock()

    async def ask(self, name: str, within: float, /, **given: Any) -> Any:
        """The answer to a question."""
        async with self._lock:
            if self._worker is None or not self._worker.alive:
                await self._pool.end(self._worker)
                self._worker = await self._pool.take()
            return await self._worker.ask(name, within, **given)
