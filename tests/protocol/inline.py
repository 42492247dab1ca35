"""A follower without a process: it plays the first legal move after as many seconds as it is told to think."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from woodstock.engine.game import compile_game
from woodstock.errors import WoodstockError
from woodstock.protocol.follower import source_of
from woodstock.protocol.following import Choice, Follower
from woodstock.protocol.knowledge import knowledge_of
from woodstock.protocol.orders import Begin, Choose, Compile, Leave, Order, SetUp


class InlineFollower(Follower):
    """Reads the rules and follows the match as the process does. Time passes only while it thinks."""

    lost = False

    def __init__(self, thinks: Callable[[], float], gets_ready: float) -> None:
        self._thinks = thinks
        self._gets_ready = gets_ready
        self.orders: list[Order] = []
        self.failed = False
        self.closed = False
        self.left = asyncio.Event()
        self.dies_at: int | None = None

    def order(self, order: Order) -> None:
        self.orders.append(order)
        match order:
            case Begin():
                try:
                    game = compile_game(source_of(order.rules))
                    names = [role.lower() for role in game.roles]
                    if order.role.lower() not in names:
                        raise WoodstockError("no such role")
                    self._role = names.index(order.role.lower())
                except WoodstockError:
                    self.failed = True
                    return
                self._machine = game.machine()
                self._knowledge = knowledge_of(game, self._role, 0)
                for turn in order.past:
                    self._knowledge.follow(turn.news, turn.own, time.monotonic() + 5)
            case Compile():
                compile_game(source_of(order.rules))
            case Choose():
                self._knowledge.follow(order.news, order.own, time.monotonic() + 5)
            case Leave():
                self.left.set()

    async def ready(self, until: float) -> bool | None:
        if self.failed:
            return False
        return True if await self._passes(self._gets_ready, until) else None

    async def choice(self, number: int, until: float, last: float) -> Choice:
        if self.dies_at == number:
            self.lost = True
        if self.lost:
            return Choice(None, None)
        legal = self._knowledge.legal()
        move = self._machine.move_name(self._role, legal[0]) if legal else None
        thought = await self._passes(self._thinks(), until)
        return Choice(move, asyncio.get_running_loop().time() if thought else None)

    async def warm(self, until: float) -> None:
        pass

    async def gone(self, until: float) -> None:
        await self.left.wait()

    def close(self) -> None:
        self.closed = True

    async def _passes(self, seconds: float, until: float) -> bool:
        left = until - asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, min(seconds, left)))
        return seconds <= left


class Spawner:
    """Makes followers that can be looked at afterwards."""

    def __init__(self, thinks: float = 0.0, gets_ready: float = 0.0) -> None:
        self.thinks = thinks
        self.gets_ready = gets_ready
        self.made: list[InlineFollower] = []
        self.stillborn = False

    async def __call__(self, set_up: SetUp) -> Follower:
        follower = InlineFollower(lambda: self.thinks, self.gets_ready)
        follower.lost = self.stillborn
        self.made.append(follower)
        return follower
