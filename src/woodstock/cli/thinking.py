"""Progress while an opponent thinks: a line with the time it has, for the person who waits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from woodstock.cli.terminal import console
from woodstock.printable import one_line
from woodstock.referee import Clocks, Failure, Playable, Report, Seated, Turn

_TICK = 0.1


class Thinking(Seated):
    """The same player, with a word on what it does."""

    def __init__(self, seated: Seated, name: str) -> None:
        self._seated = seated
        self._name = name

    def open(self, game: Playable) -> None:
        """Get the game to the player."""
        self._seated.open(game)

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:
        """Let it get ready."""
        self._who = f"{game.roles[role]} ({self._name})"
        self._clock = clocks.play
        with _progress(f"{self._who} is preparing", clocks.start):
            return self._seated.start(game, role, seed, clocks)

    def choose(self, turn: Turn) -> int | Failure:
        """Ask for a move."""
        if len(turn.legal) == 1:
            return self._seated.choose(turn)
        with _progress(f"{self._who} is thinking", self._clock):
            return self._seated.choose(turn)

    def end(self, turn: Turn) -> Failure | None:
        """The rules ended the match."""
        return self._seated.end(turn)

    def stop(self) -> Failure | None:
        """The match is over."""
        return self._seated.stop()

    def report(self) -> Report | None:
        """What the player thought."""
        return self._seated.report()

    def close(self) -> None:
        """Let the player go for good."""
        self._seated.close()


@contextmanager
def _progress(text: str, seconds: float | None) -> Iterator[None]:
    """A progress bar for something that takes at most this number of seconds, on standard error."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(20), TextColumn("at most {task.total:g} s"))
    over = threading.Event()
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(one_line(text), total=seconds)

        def tick() -> None:
            while not over.wait(_TICK):
                bar.advance(task, _TICK)

        ticking = threading.Thread(target=tick, name="woodstock-progress", daemon=True)
        ticking.start()
        try:
            yield
        finally:
            over.set()
            ticking.join()
