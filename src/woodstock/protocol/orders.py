"""What the server and the process that follows a match say to each other.

Orders are pickled: the process trusts the server that started it. Update are JSON, because the process has read a
stranger's rules. Deadlines are readings of the monotonic clock, which all processes of a machine share.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from woodstock.protocol.messages import News
from woodstock.referee.process import MEMORY
from woodstock.referee.schedule import Entrant

LONGEST_UPDATE = 1 << 20
"""Bytes."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """The first order: who is to play."""

    entrant: Entrant
    memory: int = MEMORY
    ponder: bool = False


@dataclass(frozen=True, slots=True)
class Compile:
    """Make these rules playable, for later."""

    rules: str
    deadline: float


@dataclass(frozen=True, slots=True)
class Past:
    """A turn that is over: the news it began with, and the answer to the turn before."""

    news: News
    own: str | None


@dataclass(frozen=True, slots=True)
class Begin:
    """Get ready to play a role; in mid-match, where another process followed it so far, after these turns."""

    rules: str
    role: str
    deadline: float
    play: float
    seed: int
    past: tuple[Past, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """Take in the news, and choose a move. `own` is what was answered last."""

    number: int
    news: News
    own: str | None
    deadline: float


@dataclass(frozen=True, slots=True)
class Leave:
    """The match is over."""


Order = SetUp | Compile | Begin | Choose | Leave


@dataclass(frozen=True, slots=True)
class Update:
    """What the process has to say. `kind` is `warm` (all is set up), `ready`, `failed`, `legal` (a move that is
    legal in the turn with this number, whatever else comes) or `move` (the player's choice). `at` is when it was
    said."""

    kind: str
    at: float
    number: int = 0
    text: str = ""


def encode_update(update: Update) -> bytes:
    """As bytes."""
    return json.dumps(asdict(update)).encode()


def decode_update(data: bytes) -> Update:
    """What the process said; anything else raises `ValueError`."""
    match json.loads(data):
        case {"kind": str() as kind, "at": int() | float() as at, "number": int() as number, "text": str() as text}:
            return Update(kind, at, number, text)
        case _:
            raise ValueError("no update")
