"""Remote players as text: `http://host:port`, with options after a question mark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from woodstock.errors import UnknownPlayerError

PORT = 9147
"""Where players listen unless they say otherwise."""

GRACE = 1.0
"""Seconds after the clock in which an answer still counts, as in ggp-base: messages are on their way for a while."""


class Version(StrEnum):
    """What a player understands."""

    AUTO = "auto"
    """GDL, and GDL-II where the game has percepts."""
    GDL = "gdl"
    """Joint moves. Games with percepts cannot be played."""
    GDL_II = "gdl-ii"
    """The number of the turn, the own move and percepts; in games without percepts, everybody sees every move."""
    GDL_II_OLD = "gdl-ii-old"
    """Percepts alone."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a player listens, and how it is talked to."""

    text: str
    """As it was given; records have it as the player's name."""
    host: str
    port: int = PORT
    version: Version = Version.AUTO
    scramble: bool = False
    preview: float | None = None
    """Seconds for a PREVIEW before the first match; `None` for none."""
    grace: float = GRACE

    @classmethod
    def parse(cls, text: str, **defaults: Any) -> Address:
        """Read an address such as `http://localhost:9147?protocol=gdl-ii&scramble=yes`. What it does not say is as the
        defaults say, by field."""
        given = text.strip()
        try:
            parts = urlsplit(given)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port = None, None
        if host is None or parts.scheme.lower() != "http" or parts.path not in ("", "/"):
            raise UnknownPlayerError(f"{given!r} is not the address of a player; write http://host:port")
        address = cls(given, host, PORT if port is None else port, **defaults)
        for name, value in parse_qsl(parts.query, keep_blank_values=True):
            address = address._with(name, value)
        return address

    def _with(self, name: str, value: str) -> Address:
        if name not in _OPTIONS:
            raise UnknownPlayerError(
                f"{self.text!r}: there is no option {name!r}; the options are {', '.join(_OPTIONS)}"
            )
        field, read = _OPTIONS[name]
        try:
            return replace(self, **{field: read(value)})
        except (KeyError, ValueError):
            raise UnknownPlayerError(f"{self.text!r}: {name} cannot be {value!r}") from None


def is_address(text: str) -> bool:
    """Does this text name a remote player?"""
    return text.strip().lower().startswith(("http:", "https:"))


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < float("inf"):
        raise ValueError(text)
    return seconds


_OPTIONS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "protocol": ("version", Version),
    "scramble": ("scramble", {"yes": True, "no": False}.__getitem__),
    "preview": ("preview", _seconds),
    "grace": ("grace", _seconds),
}
"""What can be said after the question mark: the field it sets, and how it is read."""
