"""A player that lives in the referee's own process: for players that take no time, and for tests."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from woodstock.referee.clocks import Call, Clocks, Margin
from woodstock.referee.failures import failure, trace_of
from woodstock.referee.playable import Playable
from woodstock.referee.player import Player, Seat, Turn, report_of
from woodstock.referee.record import Kind
from woodstock.referee.report import from_dict, to_dict
from woodstock.referee.seated import Failure, Seated, brief
from woodstock.report import Report

GRACE = 1.0
"""Seconds that a player under a clock has to stop."""


class InProcess(Seated):
    """Without a clock the player is called directly. With one it is called in a thread of its own, which the
    referee waits for until the deadline and no longer. Python cannot stop a thread, so a player that
    hangs stays behind as a daemon; what it answers too late is dropped.
    """

    def __init__(self, make: Callable[[], Player]) -> None:
        self._make = make
        self._margin = Margin()
        self._made: list[Player] = []
        self._thread: threading.Thread | None = None

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:
        """Make a new player and let it get ready."""
        self._play_clock = clocks.play
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = None
        self._machine = game.machine()
        # A list of this match alone: a player that was hung until the next match must not come in there.
        made: list[Player] = []
        self._made = made

        def get_ready(deadline: float | None) -> None:
            made.append(self._make())
            made[0].start(Seat(game, game.machine(), role, seed, game.sees, deadline, clocks.play))

        answer = self._call(get_ready, clocks.start)
        return answer if isinstance(answer, Failure) else None

    def choose(self, turn: Turn) -> int | Failure:
        """Ask for a move: a legal one, or what went wrong."""
        if not self._made:
            return Failure(Kind.EXCEPTION, "there is no player: it could not be created")
        player = self._made[0]
        clock = turn.clock(self._play_clock)
        answer = self._call(lambda deadline: player.choose(replace(turn, deadline=deadline)), clock)
        if isinstance(answer, Failure):
            return answer
        # A bool is an int in Python, yet no move; and nothing may pass that only claims to equal one.
        if type(answer) is not int or answer not in turn.legal:
            return Failure(Kind.ILLEGAL, f"answered {described(answer)}, which is not a legal move")
        return answer

    def stop(self) -> Failure | None:
        """End the player's work; one that hangs is left behind."""
        if not self._made:
            return None
        player = self._made.pop()
        answer = self._call(lambda _: player.stop(), None if self._thread is None else GRACE)
        failure = answer if isinstance(answer, Failure) else None
        if self._thread is not None:
            self._jobs.put(None)
            if failure is None or failure.kind is not Kind.TIMEOUT:
                self._thread.join()
        return failure

    def report(self) -> Report | None:
        """What the player thought, if it reports that."""
        if not self._made:
            return None
        player = self._made[0]
        answer = self._call(lambda _: report_of(player), GRACE)
        if answer is None or isinstance(answer, Failure):
            return None
        # By way of its plain form, which checks every part of it.
        checked = _guarded(lambda _: from_dict(to_dict(answer, self._machine), self._machine), None)
        return checked if isinstance(checked, Report) else None

    def close(self) -> None:
        """End the thread, once the player comes back from what it does."""
        if self._thread is not None:
            self._jobs.put(None)

    def _call(self, function: Callable[[float | None], Any], clock: float | None) -> Any:
        """What the function, called with its deadline, returned, or the failure."""
        call = Call(clock, self._margin)
        # Once there is a thread all calls go there, so that a player never runs twice at a time.
        if clock is None and self._thread is None:
            return _guarded(function, None)
        answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        if self._thread is None:
            self._thread = threading.Thread(target=_work, args=(self._jobs,), name="woodstock-player", daemon=True)
            self._thread.start()
        self._jobs.put(lambda: answers.put(_guarded(function, call.deadline)))
        try:
            answer = answers.get(timeout=call.remaining())
        except queue.Empty:
            answer = Failure(Kind.TIMEOUT, "did not answer in time")
        call.answered()
        return answer


def described(answer: object) -> str:
    """An answer as text, whatever it is: even its own `repr` may fail."""
    try:
        return brief(repr(answer))
    except Exception as error:  # noqa: BLE001 (a player may answer with anything)
        return f"something whose repr raises {type(error).__name__}"


def _work(jobs: queue.SimpleQueue[Callable[[], None] | None]) -> None:
    while (job := jobs.get()) is not None:
        job()


def _guarded(function: Callable[[float | None], Any], deadline: float | None) -> Any:
    try:
        return function(deadline)
    except (Exception, SystemExit) as error:  # noqa: BLE001 (a player may raise anything; the match goes on)
        return Failure(Kind.EXCEPTION, failure(error), trace=trace_of(error))
