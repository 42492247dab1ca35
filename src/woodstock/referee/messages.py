"""What referee and player processes say to each other.

The referee's messages are pickled: the player trusts it. A player's replies are JSON, because the referee trusts
nobody: what cannot be read is a `ValueError`, never code that runs. Moves and fluents go by name, since numbers mean
nothing to the machine of another process when rules are interpreted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

REPLY_LENGTH = 16 << 20
"""Bytes that a reply may have."""


@dataclass(frozen=True, slots=True)
class Load:
    """The first message: the game and the entrant, pickled together."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins: make a player and let it get ready within that many seconds."""

    role: int
    seed: int
    seconds: float | None
    play_clock: float | None


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a move within that many seconds."""

    step: int
    legal: tuple[str, ...]
    state: tuple[str, ...] | None
    last: tuple[str, ...] | None
    own_last: str | None
    percepts: tuple[str, ...]
    history: tuple[tuple[str, tuple[str, ...]], ...]
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Stop:
    """The match is over."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Report on the last choice."""


Message = Load | Start | Choose | Stop | Tell


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call gave: a value (the name of a move, a report, nothing), or, if it failed, the text of the error.

    `seconds` is how long the player was at it, `trace` the traceback of what it raised.
    """

    value: Any = None
    failure: str | None = None
    seconds: float = 0.0
    trace: str = ""


def encode_reply(reply: Reply) -> bytes:
    """As bytes for the way to the referee."""
    return json.dumps(
        {"value": reply.value, "failure": reply.failure, "seconds": reply.seconds, "trace": reply.trace}
    ).encode()


def decode_reply(data: bytes) -> Reply:
    """What a player's process said; anything else raises `ValueError`."""
    try:
        parts = json.loads(data)
    except RecursionError:
        raise ValueError("a reply nested too deep") from None
    match parts:
        case {
            "value": value,
            "failure": str() | None as failure,
            "seconds": int() | float() as seconds,
            "trace": str() as trace,
        }:
            return Reply(value, failure, float(seconds), trace)
        case _:
            raise ValueError("no reply")
