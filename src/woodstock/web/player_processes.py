"""The players of a table, each in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.protocol import is_address
from woodstock.web.seats import Chair
from woodstock.web.workers import Pool, Worker

_MARGIN = 15.0
"""Seconds beyond its clock after which a player that says nothing is given up: to load a game takes some."""

_GOODBYE = 10.0
"""Seconds for a remote player to hear that a match is over."""


class PlayerProcesses:
    """The processes by role: started when they are needed, kept for the next move, ended when they rest."""

    def __init__(self, pool: Pool, thinkers: asyncio.Semaphore) -> None:
        self._pool, self._thinkers = pool, thinkers
        self._workers: dict[str, Worker] = {}
        self._elsewhere: set[str] = set()
        """The roles whose players are reached over HTTP: they are told when a match ends."""

    async def think(self, role: str, chair: Chair, **given: Any) -> AsyncGenerator[dict[str, Any], None]:
        """What a player thinks while it thinks. When all cores think already, it waits, and so does its clock."""
        within = chair.seconds + _MARGIN
        if is_address(chair.player or ""):
            self._elsewhere.add(role)
            within += len(given["moves"]) * chair.seconds  # it may have to catch up
        async with self._thinkers:
            worker = await self._worker(role)
            stream = worker.stream("think", within, role=role, player=chair.player, seconds=chair.seconds, **given)
            async with contextlib.aclosing(stream):
                async for thought in stream:
                    yield thought

    async def part(self, moves: list[list[str]]) -> None:
        """Tell remote players that their match is over, or is given up."""
        for role in list(self._elsewhere):
            self._elsewhere.discard(role)
            worker = self._workers.get(role)
            if worker is not None and worker.alive:
                with contextlib.suppress(WoodstockError):
                    await worker.ask("leave", _GOODBYE, moves=moves)

    async def end(self) -> None:
        """Let all players go."""
        await self.part([])
        for role in list(self._workers):
            await self._dismiss(role)

    async def _worker(self, role: str) -> Worker:
        worker = self._workers.get(role)
        if worker is None or not worker.alive:
            await self._dismiss(role)
            worker = self._workers[role] = await self._pool.take()
        return worker

    async def _dismiss(self, role: str) -> None:
        await self._pool.end(self._workers.pop(role, None))
