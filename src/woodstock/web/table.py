"""A table: a match that people and players play, step by step.

The rules live in a process of the table, and each player in one of its own. What happens is told to whoever listens.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.web.limits import Limits
from woodstock.web.listeners import Event, Listeners
from woodstock.web.match import Match, Situation, Step
from woodstock.web.player_processes import PlayerProcesses
from woodstock.web.seats import Chair
from woodstock.web.workers import Lost, Pool, Worker


class Table(Match):
    """One match. Everything here runs in the server's event loop; processes do the work."""

    def __init__(
        self,
        name: str,
        source: dict[str, Any],
        facts: dict[str, Any],
        chairs: dict[str, Chair],
        pool: Pool,
        thinkers: asyncio.Semaphore,
        worker: Worker | None = None,
        clock: float | None = None,
        paused: bool = False,
    ) -> None:
        super().__init__(facts, chairs, clock, paused)
        self.name, self.source = name, source
        self.trouble = ""
        self.version = 0
        self.used = time.monotonic()
        self.changed: Callable[[Table], None] = lambda _: None
        self._pool, self._worker = pool, worker
        self._players = PlayerProcesses(pool, thinkers)
        self._listeners = Listeners()
        self._driver: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._decided = asyncio.Event()
        self._quiet = asyncio.Event()
        """Is everything done that needs nobody's thought?"""

    @property
    def limits(self) -> Limits:
        """How much it may use."""
        return self._pool.limits

    async def ask(self, job: str, within: float | None = None, /, **given: Any) -> Any:
        """Ask the process that knows the game."""
        self.used = time.monotonic()
        if self._worker is None or not self._worker.alive:
            await self._pool.end(self._worker)
            self._worker = await self._pool.take()
        return await self._worker.ask(job, within or self.limits.answer, source=self.source, **given)

    def listen(self) -> AsyncIterator[Event]:
        """What happens from now on."""
        return self._listeners.listen(("changed", self.version))

    async def rest(self) -> None:
        """Let players go that do nothing: they are back when they are needed."""
        if not self.thinking:
            await self._players.end()

    async def close(self) -> None:
        """End everything that belongs to the table."""
        await self._halt()
        await self._players.end()
        await self._pool.end(self._worker)
        self._worker = None
        self._listeners.tell("closed", None)

    # --- what people do -----------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Look where the match stands, and let it go on."""
        async with self._lock:
            await self._resume()

    async def play(self, role: str, text: str) -> None:
        """A person makes a move."""
        async with self._lock:
            if role not in self.waiting:
                raise WoodstockError("the match is over" if self.over else f"it is not the turn of {role[:40]}")
            move = await self.ask("meant", moves=self.moves, role=role, text=text)
            if role not in self.waiting:  # the clock was quicker
                raise WoodstockError(f"{role[:40]} has run out of time")
            self.undone.clear()
            self._quiet.clear()
            self.pending[role] = move
            self._decided.set()
            await self._quiet.wait()

    async def undo(self) -> None:
        """Take moves back, to where a person last had a choice."""
        async with self._interrupted():
            self.take_back()

    async def redo(self) -> None:
        """Make moves again that were taken back, up to where a person has a choice again."""
        async with self._interrupted():
            self.make_again()

    async def resign(self, role: str) -> None:
        """A person gives up."""
        async with self._lock:
            if role not in self.people or self.over:
                raise WoodstockError("only a person can resign, before the match is over")
            await self._halt()
            self.resigned = role
            self._note_change()

    async def again(self) -> None:
        """A new match with fresh dice."""
        async with self._interrupted():
            self.restart()

    async def swap(self) -> None:
        """Everybody moves on by one seat."""
        async with self._interrupted():
            self.rotate()

    async def sit(self, chairs: dict[str, Chair], clock: float | None) -> None:
        """Others take the seats."""
        async with self._interrupted():
            self.chairs, self.clock = chairs, clock

    async def pause(self, paused: bool, *, one_step: bool = False) -> None:
        """Stop after the next move, or go on."""
        async with self._interrupted(once=one_step):
            self.paused = paused

    async def jump(self, moves: list[list[str]]) -> None:
        """Go on from another line, as a link or a record gives it."""
        async with self._interrupted():
            self.clear()
            for at, joint_move in enumerate(moves):
                before = await self.ask("situation", moves=moves[:at])
                self.steps.append(Step(joint_move, before["choosing"]))

    # --- how a match goes on ------------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def _interrupted(self, *, once: bool = False) -> AsyncIterator[None]:
        """Nobody thinks while something changes; then the match goes on."""
        async with self._lock:
            await self._halt()
            yield
            await self._resume(once=once)

    async def _halt(self) -> None:
        """Nobody thinks any more, and nothing is pending."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await driver
        self.forget_choices()

    async def _resume(self, *, once: bool = False) -> None:
        """Let the match go on from where it stands, until somebody has to think."""
        self.trouble = ""
        self.situation = Situation(**await self.ask("situation", moves=self.moves))
        self._quiet.clear()
        self._driver = asyncio.create_task(self._drive(once))
        await self._quiet.wait()

    async def _drive(self, once: bool) -> None:
        """Step after step until the match is over, or paused."""
        try:
            while not self.over and (once or not self.paused_here):
                if len(self.steps) >= self.limits.steps:
                    raise Lost(f"a match has at most {self.limits.steps} joint moves")
                if self.undecided:
                    await self._decisions()
                await self._step()
                once = False
        except* WoodstockError as errors:
            self.trouble = str(errors.exceptions[0])
            self.thinking.clear()
        finally:
            self._note_change()
            self._quiet.set()
        if self.situation.over:
            await self._players.part(self.moves)

    async def _step(self) -> None:
        """One joint move."""
        self.add_step(await self.ask("joint_move", moves=self.moves, chosen=self.pending, seed=self.seed))
        self.situation = Situation(**await self.ask("situation", moves=self.moves))
        self.version += 1

    async def _decisions(self) -> None:
        """Everybody who has a choice makes it, at the same time."""
        if self.clock is not None and self.waiting:
            self.deadline = time.monotonic() + self.clock
        async with asyncio.TaskGroup() as group:
            for role in self.undecided:
                if role not in self.people:
                    self.thinking[role] = {}
                    group.create_task(self._think(role))
            self._note_change()
            if self.waiting:
                group.create_task(self._hear_people())
            self._quiet.set()

    async def _hear_people(self) -> None:
        """Wait for people, and no longer than their clock says: then a move is drawn for those who made none."""
        while self.waiting:
            self._decided.clear()
            self._quiet.set()
            try:
                async with asyncio.timeout(None if self.deadline is None else self.deadline - time.monotonic()):
                    await self._decided.wait()
            except TimeoutError:
                for role in self.waiting:
                    self.pending[role] = await self.ask("any_move", moves=self.moves, role=role, seed=self.seed)
                    self.late.append(f"{role} ran out of time: a random move was made")
        if self.undecided:
            self._note_change()
            self._quiet.set()

    async def _think(self, role: str) -> None:
        """A player makes its choice."""
        thoughts = self._players.think(role, self.chairs[role], source=self.source, moves=self.moves, seed=self.seed)
        thought: dict[str, Any] = {}
        async with contextlib.aclosing(thoughts):
            async for told in thoughts:
                thought = {**told, "step": len(self.steps)}
                self.thinking[role] = thought
                if not self.hides:
                    self._listeners.tell("thought", thought)
        self.pending[role] = thought["best"]

    def _note_change(self) -> None:
        self.version += 1
        self._listeners.tell("changed", self.version)
        self.changed(self)
