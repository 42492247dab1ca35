"""All tables: opened, found again, closed when nobody comes back."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Collection
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.web.keeping import Shelf
from woodstock.web.limits import Limits
from woodstock.web.seats import chair, seated
from woodstock.web.table import Table
from woodstock.web.workers import Pool, Standby

_ROUND = 5.0
"""Seconds between two looks at who is idle."""


class NoSuchTableError(WoodstockError):
    """There is no table of this name, or it is closed."""


class Lobby:
    """The tables by name. There are never more than the limits say; names cannot be guessed."""

    def __init__(self, limits: Limits, own: Collection[str] = (), shelf: Shelf | None = None) -> None:
        self.limits, self.own = limits, frozenset(own)
        self.pool = Pool(limits)
        self.checker, self.standby = Standby(self.pool), Standby(self.pool)
        self.thinkers = asyncio.Semaphore(limits.thinkers)
        self.tables: dict[str, Table] = {}
        self.streams = 0
        self._shelf = shelf
        self._keeper: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()

    async def start(self) -> None:
        """Get ready for guests."""
        self.pool.warm()
        self._keeper = asyncio.create_task(self._keep_order())

    async def close(self) -> None:
        """Close all tables and end all processes."""
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        for name in list(self.tables):
            await self.end(name)
        await self.pool.close()
        if self._shelf is not None:
            self._shelf.close()

    async def open(
        self,
        source: dict[str, Any],
        chairs: dict[str, str],
        *,
        clock: float | None = None,
        moves: list[list[str]] | None = None,
        line: str = "",
        paused: bool = False,
        name: str | None = None,
    ) -> Table:
        """A new table, with the position that the moves lead to."""
        await self._make_room()
        worker = await self.pool.take()
        try:
            facts = await worker.ask("facts", self.limits.studying, source=source)
            sitting = seated(facts["players"], chairs, self.own, self.limits)
            if moves is None and line:
                moves = await worker.ask("follow", self.limits.answer, source=source, text=line)
            elif moves:
                moves = await worker.ask("check_moves", self.limits.answer, source=source, moves=moves)
        except BaseException:
            await asyncio.shield(self.pool.end(worker))
            raise
        table = Table(
            name or secrets.token_urlsafe(12), source, facts, sitting, self.pool, self.thinkers, worker, clock, paused
        )
        table.changed = self._keep
        self.tables[table.name] = table
        try:
            await (table.jump(moves) if moves else table.begin())
        except BaseException:
            await asyncio.shield(self.end(table.name))
            raise
        return table

    async def find(self, name: str) -> Table:
        """The table of this name; one that was stored is opened again."""
        if name not in self.tables:
            async with self._opening:
                if name not in self.tables:
                    await self._bring_back(name)
        table = self.tables[name]
        table.used = time.monotonic()
        return table

    async def end(self, name: str) -> None:
        """Close a table."""
        if (table := self.tables.pop(name, None)) is not None:
            await table.close()

    async def _bring_back(self, name: str) -> None:
        kept = self._shelf.find(name) if self._shelf is not None else None
        if kept is None:
            raise NoSuchTableError("this table is closed: open the game again")
        table = await self.open(
            kept["source"], kept["chairs"], clock=kept["clock"], moves=kept["moves"], paused=True, name=name
        )
        table.seed, table.resigned = kept["seed"], kept["resigned"]

    def _keep(self, table: Table) -> None:
        if self._shelf is not None:
            self._shelf.keep(
                table.name,
                {
                    "source": table.source,
                    "chairs": {role: one.text for role, one in table.chairs.items()},
                    "clock": table.clock,
                    "moves": table.moves,
                    "seed": table.seed,
                    "resigned": table.resigned,
                },
            )

    async def _make_room(self) -> None:
        """Close the table that was idle longest, if there is no room."""
        while len(self.tables) >= self.limits.tables:
            oldest = min(self.tables.values(), key=lambda table: table.used)
            if time.monotonic() - oldest.used < self.limits.spared:
                at_most = f"{self.limits.tables} matches are open, which is the limit"
                raise WoodstockError(f"{at_most}: close one, or try again in a minute")
            await self.end(oldest.name)

    async def _keep_order(self) -> None:
        """Look after those who are idle."""
        while True:
            await asyncio.sleep(min(_ROUND, self.limits.resting))
            now = time.monotonic()
            for table in list(self.tables.values()):
                if now - table.used > self.limits.idle:
                    await self.end(table.name)
                elif now - table.used > self.limits.resting:
                    await table.rest()

    def chair_texts(self, given: dict[str, str]) -> None:
        """Refuse what names nobody."""
        for text in given.values():
            chair(text, self.own, self.limits)
