"""A table: a match that people and players play, step by step, with its clock, its past and its future.

The rules live in a process of the table, and each player in one of its own. What happens is told to whoever listens.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.web.limits import Limits
from woodstock.web.seats import Chair
from woodstock.web.workers import Lost, Pool, Worker

_MARGIN = 15.0
"""Seconds beyond its clock after which a player that says nothing is given up: to load a game takes some."""
_QUEUE = 64
"""Things told that a listener may be behind; one that is further behind is told to look anew."""
_SEEDS = 1_000_000_000


@dataclass
class Step:
    """A joint move that was made, and what is known of how it came about."""

    moves: list[str]
    chosen: list[str]
    """The roles that had a choice."""
    values: dict[str, float] = field(default_factory=dict)
    """What players thought the position before it was worth to each role."""
    notes: list[str] = field(default_factory=list)


@dataclass
class Situation:
    """Where the match stands."""

    over: bool
    choosing: list[str]
    goals: dict[str, int | None]


class Table:
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
        self.name, self.source, self.facts, self.chairs = name, source, facts, chairs
        self.clock, self.paused = clock, paused
        self.seed = secrets.randbelow(_SEEDS)
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.pending: dict[str, str] = {}
        self.resigned: str | None = None
        self.situation = Situation(False, [], {})
        self.thinking: dict[str, dict[str, Any]] = {}
        """What each player that thinks now thinks so far."""
        self.trouble = ""
        self.version = 0
        self.began = time.time()
        self.used = time.monotonic()
        self.deadline: float | None = None
        self.changed: Callable[[Table], None] = lambda _: None
        self._pool, self._thinkers, self._worker = pool, thinkers, worker
        self._minds: dict[str, Worker] = {}
        self._listeners: set[asyncio.Queue[tuple[str, Any]]] = set()
        self._driver: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._late: list[str] = []
        self._decided = asyncio.Event()
        self._quiet = asyncio.Event()
        """Is everything done that needs nobody's thought?"""

    @property
    def limits(self) -> Limits:
        """How much it may use."""
        return self._pool.limits

    @property
    def moves(self) -> list[list[str]]:
        """The joint moves so far."""
        return [step.moves for step in self.steps]

    @property
    def people(self) -> list[str]:
        """The roles that people play."""
        return [role for role, chair in self.chairs.items() if chair.person]

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.situation.over or self.resigned is not None

    @property
    def waiting(self) -> list[str]:
        """The people who have a choice and have not made it."""
        if self.over:
            return []
        return [role for role in self.situation.choosing if role in self.people and role not in self.pending]

    @property
    def private(self) -> bool:
        """Must people not see what others at the same screen see? So it is where something is hidden, and where they
        choose at the same time."""
        together = [role for role in self.situation.choosing if role in self.people]
        return len(self.people) > 1 and (self.facts["sees"] or len(together) > 1)

    # --- processes ----------------------------------------------------------------------------------------------------

    async def ask(self, errand: str, within: float | None = None, /, **given: Any) -> Any:
        """Ask the process that knows the game."""
        self.used = time.monotonic()
        if self._worker is None or not self._worker.alive:
            await self._pool.end(self._worker)
            self._worker = await self._pool.take()
        return await self._worker.ask(errand, within or self.limits.answer, source=self.source, **given)

    async def rest(self) -> None:
        """Let players go that do nothing: they are back when they are needed."""
        if not self.thinking:
            for role in list(self._minds):
                await self._dismiss(role)

    async def close(self) -> None:
        """End everything that belongs to the table."""
        await self._halt()
        for role in list(self._minds):
            await self._dismiss(role)
        await self._pool.end(self._worker)
        self._worker = None
        self._tell("closed", None)

    async def _dismiss(self, role: str) -> None:
        await self._pool.end(self._minds.pop(role, None))

    # --- telling ------------------------------------------------------------------------------------------------------

    async def listen(self) -> AsyncIterator[tuple[str, Any]]:
        """What happens from now on."""
        queue: asyncio.Queue[tuple[str, Any]] = asyncio.Queue(_QUEUE)
        self._listeners.add(queue)
        try:
            yield "changed", self.version
            while True:
                said = await queue.get()
                yield said
                if said[0] == "closed":
                    return
        finally:
            self._listeners.discard(queue)

    def _tell(self, kind: str, what: Any) -> None:
        for queue in self._listeners:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait((kind, what))

    def _note_change(self) -> None:
        self.version += 1
        self._tell("changed", self.version)
        self.changed(self)

    # --- how a match goes on ------------------------------------------------------------------------------------------

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
                raise WoodstockError(f"the time of {role[:40]} is over")
            self.undone.clear()
            self._quiet.clear()
            self.pending[role] = move
            self._decided.set()
            await self._quiet.wait()

    async def undo(self) -> None:
        """Take moves back, to where a person last had a choice."""
        async with self._lock:
            await self._halt()
            if self.resigned is not None:
                self.resigned = None
            else:
                people = set(self.people)
                while self.steps:
                    self.undone.append(self.steps.pop())
                    if not people or people & set(self.undone[-1].chosen):
                        break
            await self._resume()

    async def redo(self) -> None:
        """Make moves again that were taken back, up to where a person has a choice again."""
        async with self._lock:
            await self._halt()
            people = set(self.people)
            while self.undone:
                self.steps.append(self.undone.pop())
                if not people or not self.undone or people & set(self.undone[-1].chosen):
                    break
            await self._resume()

    async def resign(self, role: str) -> None:
        """A person gives up."""
        async with self._lock:
            if role not in self.people or self.over:
                raise WoodstockError("only a person whose match goes on can give up")
            await self._halt()
            self.resigned = role
            self._note_change()

    async def again(self) -> None:
        """A new match with fresh dice."""
        async with self._lock:
            await self._halt()
            self.seed = secrets.randbelow(_SEEDS)
            self.began = time.time()
            self.steps, self.undone, self.resigned = [], [], None
            await self._resume()

    async def swap(self) -> None:
        """Everybody moves on by one seat."""
        async with self._lock:
            await self._halt()
            roles, chairs = list(self.chairs), list(self.chairs.values())
            self.chairs = dict(zip(roles, [chairs[-1], *chairs[:-1]], strict=True))
            await self._resume()

    async def sit(self, chairs: dict[str, Chair], clock: float | None) -> None:
        """Others take the seats."""
        async with self._lock:
            await self._halt()
            self.chairs, self.clock = chairs, clock
            await self._resume()

    async def pause(self, paused: bool, *, one_step: bool = False) -> None:
        """Stop after the next move, or go on."""
        async with self._lock:
            await self._halt()
            self.paused = paused
            await self._resume(once=one_step)

    async def jump(self, moves: list[list[str]]) -> None:
        """Go on from another line, as a link or a record gives it."""
        async with self._lock:
            await self._halt()
            self.steps, self.undone, self.resigned = [], [], None
            for at, joint_move in enumerate(moves):
                before = await self.ask("situation", moves=moves[:at])
                self.steps.append(Step(joint_move, before["choosing"]))
            await self._resume()

    async def _halt(self) -> None:
        """Nobody thinks any more, and nothing is pending."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await driver
        self.pending.clear()
        self.thinking.clear()
        self.deadline = None

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
            while not self.over and (once or not self._paused_here()):
                if len(self.steps) >= self.limits.steps:
                    raise Lost(f"a match has at most {self.limits.steps} joint moves")
                if self._undecided():
                    await self._decisions()
                await self._step()
                once = False
        except* WoodstockError as errors:
            self.trouble = str(errors.exceptions[0])
            self.thinking.clear()
        finally:
            self._note_change()
            self._quiet.set()

    def _paused_here(self) -> bool:
        return self.paused and not self.people

    def _undecided(self) -> list[str]:
        """Who has a choice and has not made it; chance is drawn."""
        return [role for role in self.situation.choosing if role != "random" and role not in self.pending]

    async def _step(self) -> None:
        """One joint move."""
        joint_move = await self.ask("joint_move", moves=self.moves, chosen=self.pending, seed=self.seed)
        step = Step(joint_move, self.situation.choosing, notes=self._late)
        for thought in self.thinking.values():
            values = dict(zip(self.facts["roles"], thought.get("values") or [], strict=False))
            step.values |= {role: value for role, value in values.items() if role != "random"}
        self.steps.append(step)
        self.pending.clear()
        self.thinking.clear()
        self.deadline, self._late = None, []
        self.situation = Situation(**await self.ask("situation", moves=self.moves))
        self.version += 1

    async def _decisions(self) -> None:
        """Everybody who has a choice makes it, at the same time."""
        if self.clock is not None and self.waiting:
            self.deadline = time.monotonic() + self.clock
        async with asyncio.TaskGroup() as group:
            for role in self._undecided():
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
                    self._late.append(f"the time of {role} was over: a move was drawn")
        if self._undecided():
            self._note_change()
            self._quiet.set()

    async def _think(self, role: str) -> None:
        """A player makes its choice. When all cores think already, it waits, and so does its clock."""
        chair = self.chairs[role]
        async with self._thinkers:
            worker = self._minds.get(role)
            if worker is None or not worker.alive:
                await self._dismiss(role)
                worker = self._minds[role] = await self._pool.take()
            thought: dict[str, Any] = {}
            given = {"role": role, "player": chair.player, "seconds": chair.seconds, "seed": self.seed}
            stream = worker.stream("think", chair.seconds + _MARGIN, source=self.source, moves=self.moves, **given)
            async with contextlib.aclosing(stream):
                async for thought in stream:
                    self.thinking[role] = thought
                    if not self.hides():
                        self._tell("thought", thought)
        self.pending[role] = thought["best"]

    def hides(self) -> bool:
        """Would what players think tell people something that they must not know?"""
        return bool(self.people) and not self.over and (self.facts["sees"] or len(self.situation.choosing) > 1)
