"""A player at the table: calls it under a clock and turns whatever goes wrong into a value."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from woodstock.match.player import Player, Seat, Turn
from woodstock.match.record import Kind

GRACE = 0.05
"""Seconds after the deadline in which an answer still counts: handing it over takes time, too."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """A call of a player that gave no usable answer."""

    kind: Kind
    detail: str


class Seated:
    """A player that has taken its seat.

    Without a deadline the player is called directly. With one it is called in a thread of its own, which the
    referee waits for until the deadline and no longer. Python cannot stop a thread, so a player that
    hangs stays behind as a daemon; what it answers too late is dropped.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def start(self, seat: Seat) -> Mishap | None:
        """Let the player get ready."""
        answer = self._call(lambda: self._player.start(seat), seat.start_deadline)
        return answer if isinstance(answer, Mishap) else None

    def choose(self, turn: Turn) -> int | Mishap:
        """Ask for a move: a legal one, or what went wrong."""
        answer = self._call(lambda: self._player.choose(turn), turn.deadline)
        if isinstance(answer, Mishap):
            return answer
        # A bool is an int in Python, yet no move; and nothing may pass that only claims to equal one.
        if type(answer) is not int or answer not in turn.legal:
            return Mishap(Kind.ILLEGAL, f"answered {_brief(repr(answer))}, which is no legal move")
        return answer

    def stop(self, patience: float = 1.0) -> Mishap | None:
        """End the player's work; one that hangs is left behind."""
        deadline = None if self._thread is None else time.monotonic() + patience
        answer = self._call(self._player.stop, deadline)
        self._jobs.put(None)
        return answer if isinstance(answer, Mishap) else None

    def _call(self, function: Callable[[], Any], deadline: float | None) -> Any:
        """What the function returned, or the mishap."""
        # Once there is a thread all calls go there, so that a player never runs twice at a time.
        if deadline is None and self._thread is None:
            return _guarded(function)
        answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="woodstock-player", daemon=True)
            self._thread.start()
        self._jobs.put(lambda: answers.put(_guarded(function)))
        try:
            return answers.get(timeout=None if deadline is None else max(0.0, deadline + GRACE - time.monotonic()))
        except queue.Empty:
            return Mishap(Kind.TIMEOUT, "did not answer in time")

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _guarded(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except Exception as error:  # noqa: BLE001 (a player may raise anything; the match goes on)
        return Mishap(Kind.EXCEPTION, _brief(f"{type(error).__name__}: {error}"))


def _brief(text: str, length: int = 200) -> str:
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 3] + "..."
