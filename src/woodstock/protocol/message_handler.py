"""The player's handler: takes messages, answers them in time, and plays one match at a time.

The clock of a turn runs from when its message arrived. At the end, less the time that messages are on their way and a
margin, the answer leaves: the player's choice if it is there, else a move that is known to be legal. The margins follow
what was measured (`referee.clocks.Margin`): how long it took until an answer that was due had left, and how long news
of the follower took to get here.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace

from woodstock.errors import ProtocolError
from woodstock.protocol.availability import Availability
from woodstock.protocol.following import Choice, Follower
from woodstock.protocol.margins import REPLYING, reserve
from woodstock.protocol.messages import Abort, Info, Message, Play, Preview, Start, Stop, info_reply
from woodstock.protocol.ongoing_match import OngoingMatch, Reply
from woodstock.protocol.orders import Begin, Choose, Compile, Leave, Past, SetUp
from woodstock.referee.clocks import Margin
from woodstock.referee.seeds import derive

LONGEST_CLOCK = 3600.0
"""Seconds that a clock may have unless the owner says otherwise: so long can a stranger keep the player to itself."""

_LEAVING = 2.0
"""Seconds that a follower has to leave after a match."""

_LIVES = 3
"""Followers that are tried for one turn: the one of the match, the one that was warm, and a new one."""

Spawn = Callable[[SetUp], Awaitable[Follower]]
Log = Callable[[str], None]


class MessageHandler:
    """Answers messages. Everything that takes time happens in a follower's process; one that is warm waits for the next
    match."""

    def __init__(
        self,
        set_up: SetUp,
        *,
        name: str = "woodstock",
        longest_clock: float = LONGEST_CLOCK,
        spawn: Spawn = Follower.spawn,
        log: Log | None = None,
    ) -> None:
        self._set_up = set_up
        self._name = name
        self._longest_clock = longest_clock
        self._spawn = spawn
        self._log = log or (lambda _: None)
        self.changed: Callable[[], None] = lambda: None
        self._spare: Follower | None = None
        self._match: OngoingMatch | None = None
        self._taking = self._warming = False
        self._preview: Follower | None = None
        self._under_way: set[asyncio.Task[None]] = set()
        self._replying = Margin(share=REPLYING)
        self._update_delay = Margin()

    async def open(self) -> None:
        """Get a follower warm. Where no process can be started, the next match will try again."""
        if self._spare is None and not self._warming:
            self._warming = True
            try:
                with contextlib.suppress(OSError):
                    self._spare = await self._spawn(self._set_up)
            finally:
                self._warming = False

    async def warm(self, seconds: float) -> None:
        """Wait until the next match would find a warm follower, but no longer than that."""
        if self._spare is not None:
            await self._spare.warm(asyncio.get_running_loop().time() + seconds)

    async def close(self) -> None:
        """End everything at once."""
        await asyncio.sleep(0)  # those that let followers go have begun by then
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        match, self._match = self._match, None
        for follower in (self._spare, self._preview, match.follower if match else None):
            if follower is not None:
                follower.close()
        self._spare = self._preview = None

    def availability(self) -> Availability:
        """What strangers may know. `changed` is called whenever it is no longer the same."""
        match = self._match
        until = math.inf if self._taking else 0.0 if match is None else match.until
        return Availability(self._name, None if match is None else match.name, until)

    def status(self) -> str:
        """What is going on here, in a line for the owner."""
        match = self._match
        if match is None:
            return f"{self._name} is free"
        silent = asyncio.get_running_loop().time() - match.heard
        clocks = f"clocks {match.start:g} s and {match.play:g} s"
        return f"match {match.name}: {match.begin.role}, {clocks}, turn {match.number}, heard {silent:.0f} s ago"

    def take_back(self) -> None:
        """End the match in progress: the owner needs the player."""
        told = f"match {self._match.name} was ended by the owner" if self._match else "there is no match to end"
        self._end_match()
        self.note(told)  # whoever reads it finds the player free

    def note(self, text: str) -> None:
        """Write a line for the owner."""
        self._log(text)

    async def answer(self, message: Message, arrived: float | None = None, delay: float = 0.0) -> Reply:
        """The answer to a message that arrived then; messages take `delay` seconds there and back."""
        loop_time = asyncio.get_running_loop().time()
        begun = loop_time if arrived is None else arrived
        match message:
            case Info():
                return Reply(info_reply(self._name, busy=self._busy(loop_time)))
            case Preview():
                return await self._on_preview(message, begun - delay)
            case Start():
                return await self._on_start(message, begun - delay)
        current = self._match
        if current is None or current.name != message.match:
            return Reply("busy")
        current.heard = loop_time
        match message:
            case Play():
                return await self._once(current, message, begun - delay)
            case Stop():
                self._log(f"match {current.name} is over")
                self._end_match()
                return Reply("done")
            case Abort():
                self._log(f"match {current.name} was broken off")
                self._end_match()
                return Reply("aborted")

    def sent(self, reply: Reply) -> None:
        """An answer has left: learn how long that took."""
        if reply.due is not None:
            self._replying.observe(max(0.0, asyncio.get_running_loop().time() - reply.due))

    def _allow(self, *clocks: float) -> None:
        if max(clocks) > self._longest_clock:
            raise ProtocolError(f"a clock may have {self._longest_clock:g} seconds (serve --longest-clock)")

    async def _on_preview(self, message: Preview, begun: float) -> Reply:
        self._allow(message.clock)
        if self._busy(asyncio.get_running_loop().time()) or self._preview is not None:
            return Reply("busy")
        follower = self._preview = await self._take()
        give_up, deadline = self._times(begun, message.clock)
        follower.order(Compile(message.rules, deadline))
        ready = await follower.ready(give_up)
        if self._preview is follower:
            self._preview = None
            if ready and self._spare is None:
                self._spare = follower  # it is done, and warm
            else:
                self._dismiss(follower)
        return Reply("ready", min(give_up, asyncio.get_running_loop().time()))

    async def _on_start(self, message: Start, begun: float) -> Reply:
        self._allow(message.start, message.play)
        loop = asyncio.get_running_loop()
        if self._busy(loop.time()):
            return Reply("busy")
        if self._match is not None:
            self._log(f"match {self._match.name} was abandoned")
            self._end_match()
        if self._preview is not None:
            self._dismiss(self._preview)
            self._preview = None
        follower = await self._take()
        give_up, deadline = self._times(begun, message.start)
        seed = derive(0, message.match, message.role)
        begin = Begin(message.rules, message.role, deadline, message.play, seed)
        match = self._match = OngoingMatch(message.match, follower, begin, message.start, loop.time())
        self.changed()
        follower.order(begin)
        # The next match may begin as soon as this one is over; now nobody waits for a move.
        self._later(self.open())
        self._log(f"match {message.match} begins: {message.role}, clocks {message.start:g} s and {message.play:g} s")
        ready = await follower.ready(give_up)
        match.heard = loop.time()
        if ready is False:
            self._log(f"match {message.match} cannot be played")
            if self._match is match:
                self._end_match()
            return Reply("busy")
        return Reply("ready", min(give_up, loop.time()))

    async def _once(self, match: OngoingMatch, message: Play, begun: float) -> Reply:
        """The answer to PLAY. The same message that comes again meanwhile gets the same answer."""
        if message not in match.under_way:
            task = asyncio.create_task(self._on_play(match, message, begun))
            match.under_way[message] = task
            task.add_done_callback(lambda _: match.under_way.pop(message, None))
        return await asyncio.shield(match.under_way[message])

    async def _on_play(self, match: OngoingMatch, message: Play, begun: float) -> Reply:
        give_up, deadline = self._times(begun, match.play)
        match.number += 1
        number = match.number
        # An answer without a legal move is as bad as a late one, so for that a little more is risked.
        last = max(give_up, begun + match.play - reserve(match.play) / 2)
        choice = await self._choice(match, Choose(number, message.news, match.answered, deadline), give_up, last)
        match.remember(Past(message.news, match.answered))
        now = asyncio.get_running_loop().time()
        if choice.at is not None:
            self._update_delay.observe(max(0.0, now - choice.at))
        match.heard = now
        match.answered = choice.move
        if choice.at is None:
            self._log(f"match {match.name}, turn {number}: the player did not answer in time")
        return Reply(choice.move or "nil", now if choice.at is not None else min(now, give_up))

    async def _choice(self, match: OngoingMatch, order: Choose, give_up: float, last: float) -> Choice:
        """What the follower has chosen by then, or, while it does not even know what is legal, by the last moment. If
        it was lost, another one takes over."""
        choice = Choice(None, None)
        for _ in range(_LIVES):
            if match.follower.lost:
                if match is not self._match:
                    break  # it was ended meanwhile, and nobody would let another follower go
                await self._replace(match, order.deadline)
            match.follower.order(order)
            choice = await match.follower.choice(order.number, give_up, last)
            if choice.move is not None or not match.follower.lost:
                break
        return choice

    async def _replace(self, match: OngoingMatch, deadline: float) -> None:
        """Let a new follower make up for a match; half of the time that is left must do for that."""
        self._log(
            f"match {match.name}, turn {match.number}: the process that followed it has ended; a new one takes over"
        )
        match.follower.close()
        match.follower = await self._take()
        self._later(self.open())
        now = asyncio.get_running_loop().time()
        ready_by = now + max(0.0, deadline - now) / 2
        match.follower.order(replace(match.begin, deadline=ready_by, past=tuple(match.past)))

    def _times(self, begun: float, clock: float) -> tuple[float, float]:
        """When the answer has to leave, and when the player's choice has to be here for that."""
        give_up = begun + clock - max(self._replying.of(clock), reserve(clock))
        return give_up, give_up - self._update_delay.of(clock)

    def _busy(self, now: float) -> bool:
        return self.availability().busy(now)

    async def _take(self) -> Follower:
        """A follower for a match, warm if there is one. Whoever comes meanwhile finds the handler busy."""
        spare, self._spare = self._spare, None
        if spare is not None and not spare.lost:
            return spare
        if spare is not None:
            spare.close()
        self._taking = True
        self.changed()
        try:
            return await self._spawn(self._set_up)
        finally:
            self._taking = False
            self.changed()

    def _end_match(self) -> None:
        match, self._match = self._match, None
        if match is not None:
            self.changed()
            self._dismiss(match.follower)

    def _dismiss(self, follower: Follower) -> None:
        """Let a follower go, and see that the next one is warm."""
        follower.order(Leave())

        async def go() -> None:
            try:
                await follower.gone(asyncio.get_running_loop().time() + _LEAVING)
            finally:
                follower.close()
            await self.open()

        self._later(go())

    def _later(self, work: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
