"""Named levels of play, for people: which player the opponent is, and how long it thinks.

The weaker levels count playouts, so that a faster machine does not make a beginner stronger; the others have a clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.errors import UnknownPlayerError, hint


@dataclass(frozen=True, slots=True)
class Level:
    """A level: the player as text, and the seconds that it has for each move."""

    name: str
    player: str
    seconds: float
    help: str


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", "woodstock:playouts=30", 2.0, "sees little: a good one to learn a game against"),
        Level("easy", "woodstock:playouts=300", 2.0, "sees what is near"),
        Level("medium", "woodstock:playouts=5000", 5.0, "plays with some care"),
        Level("hard", "woodstock", 1.0, "our best player, quick"),
        Level("best", "woodstock", 8.0, "our best player, with time to think"),
    )
}
"""From the weakest to the strongest."""

USUAL = "easy"
"""The level if none is named."""


def level(name: str) -> Level:
    """The level of this name, whatever its case; an unknown one raises `UnknownPlayerError`."""
    if name.lower() not in LEVELS:
        meant = hint(name.lower(), LEVELS, f"the levels are {', '.join(LEVELS)}")
        raise UnknownPlayerError(f"there is no level {name!r}: {meant}")
    return LEVELS[name.lower()]
