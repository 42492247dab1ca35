"""Rules from a stranger, made playable before a deadline: compiled if that can be done in time, else interpreted."""

from __future__ import annotations

import contextlib
import threading
import time

from woodstock.engine import Game
from woodstock.engine.game import cached, compile_game, interpreted
from woodstock.engine.source import Source
from woodstock.errors import WoodstockError
from woodstock.ground import Limits

SHARE = 0.5
"""How much of the time until the deadline compiling may take; the player wants some of it, too."""


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
    seconds = max(0.1, SHARE * (deadline - time.monotonic()))
    compiled: list[Game] = []
    limits = Limits(seconds=0.9 * seconds, memory=memory)
    thread = threading.Thread(target=_compile, args=(source, limits, compiled), name="woodstock-compiler", daemon=True)
    thread.start()
    thread.join(seconds)
    return compiled[0] if compiled else interpreted(source)


def _compile(source: Source, limits: Limits, compiled: list[Game]) -> None:
    # Whoever waits interprets the rules if this fails, and meets the same error if they are no game.
    with contextlib.suppress(WoodstockError, MemoryError):
        compiled.append(compile_game(source, limits=limits))
