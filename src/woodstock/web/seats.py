"""Who sits at a table, as text: a person, a level, a player of ours, or a remote player.

The text comes from outside, so no module is ever imported for it but those that the command line named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from woodstock.errors import UnknownPlayerError
from woodstock.players import names, options, parse
from woodstock.players.levels import LEVELS, USUAL
from woodstock.protocol import Address, is_address
from woodstock.web.limits import Limits, cores

PERSON = "person"
_SECONDS = 2.0
"""Seconds for each move of a player that is given by name."""
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Chair:
    """The player of a role, or a person."""

    text: str
    """As it was asked for."""
    player: str | None = None
    """The player, as `woodstock match` takes it; nothing for a person."""
    seconds: float = _SECONDS

    @property
    def person(self) -> bool:
        """Does a person sit here?"""
        return self.player is None


def chair(text: str, own: Collection[str], limits: Limits) -> Chair:
    """Who is meant. A number of seconds may follow a player: `uct:c=0.7 @ 3`."""
    given, _, clock = text.strip()[:_LONGEST].partition("@")
    given = given.strip()
    seconds = _clock(clock, limits)
    if given == PERSON:
        return Chair(PERSON)
    if given.lower() in LEVELS:
        level = LEVELS[given.lower()]
        return Chair(given.lower(), level.player, seconds or level.seconds)
    if is_address(given):
        Address.parse(given)
        return Chair(text.strip(), given, seconds or _SECONDS)
    name = given.partition(":")[0].strip()
    if name not in names() and name not in own:
        remedy = "start woodstock web --player with it" if "." in name else f"there are {', '.join(names())}"
        raise UnknownPlayerError(f"there is no player {name[:60]!r} here: {remedy}")
    spec = parse(given)
    if spec.threads > cores():
        raise UnknownPlayerError(f"a player may use up to {cores()} threads on this machine")
    return Chair(text.strip(), given, seconds or _SECONDS)


def _clock(text: str, limits: Limits) -> float | None:
    if not text.strip():
        return None
    try:
        seconds = float(text)
    except ValueError:
        raise UnknownPlayerError(f"{text.strip()[:20]!r} is no number of seconds") from None
    if not 0 < seconds <= limits.thought:
        raise UnknownPlayerError(f"a player thinks for more than 0 and up to {limits.thought:.0f} seconds")
    return seconds


def seated(roles: Iterable[str], given: dict[str, str], own: Collection[str], limits: Limits) -> dict[str, Chair]:
    """A chair for each role that is played: as given, else a person on the first and the usual level opposite."""
    found: dict[str, Chair] = {}
    for number, role in enumerate(roles):
        text = given.get(role) or (PERSON if number == 0 and not given else USUAL)
        found[role] = chair(text, own, limits)
    return found


def choices(own: Collection[str]) -> dict[str, Any]:
    """Whom the page offers."""
    return {
        "levels": [{"name": one.name, "help": one.help, "seconds": one.seconds} for one in LEVELS.values()],
        "players": [
            {"name": name, "options": [{"name": one.name, "help": one.help} for one in options(name)]}
            for name in names()
        ],
        "own": sorted(own),
        "usual": USUAL,
    }
