"""Clocks, and the time that passes between a player's answer and the referee's ear."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from heapq import nlargest

from woodstock.errors import WoodstockError

GRACE = 0.05
"""Seconds after the deadline in which an answer still counts: handing it over takes time, too."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds to get ready before a match and seconds for each move; `None` is as long as it takes."""

    start: float | None = None
    play: float | None = None

    def __post_init__(self) -> None:
        for seconds in (self.start, self.play):
            # Written so that "not a number" is refused as well.
            if seconds is not None and not seconds > 0:
                raise WoodstockError("a clock must allow some time")


class Margin:
    """How much earlier than the referee's a player's deadline is.

    The referee's clock runs while a message is on its way and while the machine, busy with something else, wakes
    nobody up. What that took is observed at every call. The margin grows at once: it is twice the worst of the last two
    calls. What happened once in many calls, as when a core of a virtual machine stands still, is then forgotten; what
    happens again is a habit of the machine, and the margin is twice the second worst of the recent past. It never takes
    more than a share of the clock.
    """

    FLOOR = 0.002
    SHARE = 1 / 3
    LAST = 2
    """Calls for which a single delay counts."""
    RECENT = 100
    """Calls among which a second delay is a habit."""

    def __init__(self, first_guess: float = 0.005, share: float = SHARE) -> None:
        self._share = share
        self._recent = deque([first_guess] * self.LAST, self.RECENT)

    def of(self, clock: float) -> float:
        """The margin in seconds, for a clock of this many seconds."""
        return min(clock * self._share, self.FLOOR + 2 * self._overhead())

    def observe(self, overhead: float) -> None:
        """So many seconds passed that the player could not use."""
        self._recent.append(overhead)

    def _overhead(self) -> float:
        _, habit = nlargest(2, self._recent)
        return max(habit, *(self._recent[-at] for at in range(1, self.LAST + 1)))


class Call:
    """One call of a player under a clock: when it began, what the player is given, and when the referee gives up."""

    def __init__(self, clock: float | None, margin: Margin) -> None:
        self._margin = margin
        self._begun = time.monotonic()
        self.given = None if clock is None else clock - margin.of(clock)
        """Seconds that the player is told."""
        self.end = None if clock is None else self._begun + clock + GRACE
        """When the referee waits no longer."""

    @property
    def deadline(self) -> float | None:
        """What the player is given, as a reading of `time.monotonic()`."""
        return None if self.given is None else self._begun + self.given

    def remaining(self) -> float | None:
        """Seconds until the referee gives up; `None` is forever."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def answered(self, thinking: float | None = None) -> None:
        """The answer is here; and how many seconds the player says it was busy, if it says so."""
        if self.given is None:
            return
        elapsed = time.monotonic() - self._begun
        overheads = [0.0, elapsed - self.given]
        if thinking is not None:
            overheads.append(elapsed - thinking)
        self._margin.observe(max(overheads))
