"""The match that is played at a handler."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from woodstock.protocol.following import Follower
from woodstock.protocol.messages import Play
from woodstock.protocol.orders import Begin, Past

SILENCE = 60.0
"""Seconds without a message, beyond twice the longer clock, after which a match counts as abandoned."""

_LONGEST_PAST = 1 << 22
"""Characters of news that are kept of a match, so that another follower can take over."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. `due` is when it was settled, where there is a clock."""

    text: str
    due: float | None = None


@dataclass(slots=True)
class OngoingMatch:
    """What the handler knows of it: who follows it, its clocks, and what has been said."""

    name: str
    follower: Follower
    begin: Begin
    start: float
    heard: float
    number: int = 0
    answered: str | None = None
    past: list[Past] = field(default_factory=list)
    room: int = _LONGEST_PAST
    under_way: dict[Play, asyncio.Task[Reply]] = field(default_factory=dict)

    @property
    def play(self) -> float:
        """The play clock."""
        return self.begin.play

    @property
    def until(self) -> float:
        """When nobody has said anything for so long that nobody will: then the match is abandoned."""
        return self.heard + SILENCE + 2 * max(self.start, self.play)

    def remember(self, turn: Past) -> None:
        """Keep a turn for a follower that may have to take over."""
        self.room -= 100 + sum(map(len, turn.news.told or ()))
        if self.room >= 0:
            self.past.append(turn)
