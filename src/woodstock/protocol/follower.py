"""The process that follows one match: it reads the rules, knows the state, and has the player asked.

The server must answer in time whatever a stranger's rules do to those who read them, so nothing of that happens in its
own process. The player lives in yet another one, started from here: when it hangs or dies, the legal moves are still
known.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
import warnings

from woodstock.engine import FallbackWarning, Game
from woodstock.engine.game import cached, compile_game, interpreted
from woodstock.engine.source import Source
from woodstock.errors import WoodstockError
from woodstock.ground import Limits
from woodstock.kif.terms import place_of
from woodstock.processes.channel import Channel
from woodstock.processes.trusted import unpack
from woodstock.protocol.asker import Asker
from woodstock.protocol.knowledge import Knowledge, knowledge_of
from woodstock.protocol.orders import Begin, Choose, Compile, Leave, Order, SetUp, Update, encode_update

_LOOKING = 0.4
"""The part of the time for a turn that may go into finding states that fit what was seen."""

_SHARE = 0.5
"""How much of the time until the deadline compiling may take; the player wants some of it, too."""


def main(channel: Channel) -> None:
    """Serve at the other end of this channel until it is closed."""
    warnings.simplefilter("ignore", FallbackWarning)
    _Follower(channel).work()
    # Threads that compile or ask are left behind.
    os._exit(0)


class _Follower:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lock = threading.Lock()
        self._knowledge: Knowledge | None = None

    def work(self) -> None:
        """Obey until told to leave."""
        while (data := self._channel.receive()) is not None:
            order: Order = unpack(data)
            self._obey(order)
            if isinstance(order, Leave):
                return

    def _obey(self, order: Order) -> None:
        try:
            match order:
                case SetUp():
                    self._memory = order.memory
                    self._asker = Asker(order.entrant, order.memory, ponder=order.ponder)
                    self._tell("warm")
                case Compile():
                    game_until(order.rules, order.deadline, self._memory)
                    self._tell("ready")
                case Begin():
                    self._begin(order)
                case Choose():
                    self._choose(order)
                case Leave():
                    self._asker.leave()
        except (WoodstockError, RecursionError) as error:
            self._tell("failed", text=str(error)[:1000])

    def _begin(self, order: Begin) -> None:
        game = game_until(order.rules, order.deadline, self._memory)
        role = place_of(order.role, game.roles)
        if role is None:
            raise WoodstockError(f"the rules have no role {order.role[:100]}")
        self._role, self._machine = role, game.machine()
        self._asker.begin(game, role, order.seed, order.deadline, order.play, lambda: self._tell("ready"))
        knowledge = knowledge_of(game, role, order.seed)
        for turn in order.past:
            knowledge.follow(turn.news, turn.own, order.deadline)
        self._knowledge = knowledge

    def _choose(self, order: Choose) -> None:
        knowledge = self._knowledge
        if knowledge is None:
            return
        now = time.monotonic()
        knowledge.follow(order.news, order.own, now + _LOOKING * max(0.0, order.deadline - now))
        turn = knowledge.turn(order.deadline, shown=self._asker.shown)
        if not turn.legal:
            return
        self._tell("legal", order.number, self._name(turn.legal[0]))
        self._asker.choose(turn, lambda move: self._tell("move", order.number, self._name(move)))

    def _name(self, move: int) -> str:
        return self._machine.move_name(self._role, move)

    def _tell(self, kind: str, number: int = 0, text: str = "") -> None:
        with self._lock:
            self._channel.send(encode_update(Update(kind, time.monotonic(), number, text)))


def source_of(rules: str) -> Source:
    """The rules of a message. Those of strangers are read with lenience: they are what is played."""
    return Source("match", rules.encode(), lenient=True)


def game_until(rules: str, deadline: float, memory: int) -> Game:
    """The game of these rules. What is no game raises `WoodstockError`.

    Grounding runs in a process of its own, which ends when its time is over. What comes before and after it cannot be
    stopped, so it runs in a thread that is left alone when it takes too long.
    """
    source = source_of(rules)
    if known := cached(source):
        return known
    seconds = max(0.1, _SHARE * (deadline - time.monotonic()))
    compiled: list[Game] = []
    limits = limits_of(0.9 * seconds, memory)
    thread = threading.Thread(target=_compile, args=(source, limits, compiled), name="woodstock-compiler", daemon=True)
    thread.start()
    thread.join(seconds)
    return compiled[0] if compiled else interpreted(source)


def limits_of(seconds: float, memory: int) -> Limits:
    """The limits for rules of strangers: never beyond those for one's own."""
    usual = Limits()
    return Limits(min(seconds, usual.seconds), min(memory, usual.memory), wall=min(seconds, usual.wall_seconds))


def _compile(source: Source, limits: Limits, compiled: list[Game]) -> None:
    # Whoever waits interprets the rules if this fails, and meets the same error if they are no game.
    with contextlib.suppress(WoodstockError, MemoryError):
        compiled.append(compile_game(source, limits=limits))
