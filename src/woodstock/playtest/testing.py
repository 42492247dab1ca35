"""A play-test: playouts, a look at states, and what they say of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.engine import Game
from woodstock.playtest.findings import Finding, Judge
from woodstock.playtest.looking import Looker, Seen
from woodstock.playtest.promised import Promised, promised
from woodstock.playtest.tally import Tally, tally

PLAYOUTS = 2_000
STATES = 5_000
"""States that are met breadth first."""
WALKS = 100
"""Random matches that are followed one by one at least, in games with more states."""
LIMIT = 2_000
SECONDS = 6.0

_PLAYING = 0.5
"""The part of the time that is for playouts."""


@dataclass(frozen=True, slots=True)
class PlayTest:
    """What came of it."""

    tally: Tally
    seen: Seen
    findings: tuple[Finding, ...]


def play_test(
    game: Game, *, playouts: int = PLAYOUTS, limit: int = LIMIT, seconds: float = SECONDS, seed: int = 0
) -> PlayTest:
    """Play a game and say what is wrong with it. It takes about `seconds` at most, and less where the game is small."""
    counted = tally(game, playouts, limit=limit, seconds=_PLAYING * seconds, seed=seed)
    wanted = promised(game)
    looker = Looker(game, (1 - _PLAYING) * seconds, limit)
    looker.breadth_first(STATES)
    seen = looker.seen
    if not seen.complete:
        looker.walk(WALKS, seed, lambda: False)
        # Goals that are rare, and what playouts met: those in lanes do not tell their moves.
        looker.walk(playouts, seed + 1, lambda: _all_met(wanted, seen) and _all_found(counted, seen))
    return PlayTest(counted, seen, tuple(Judge(game, wanted, counted, seen).findings()))


def _all_met(wanted: Promised, seen: Seen) -> bool:
    """Has every goal been met that the rules promise?"""
    met = [ends | passing for ends, passing in zip(seen.goals, seen.passing, strict=True)]
    return all(goals.keys() <= own for goals, own in zip(wanted.goals, met, strict=True))


def _all_found(counted: Tally, seen: Seen) -> bool:
    """Is there an example of all that went wrong in playouts?"""
    faults = (counted.broken, seen.stuck), (counted.several, seen.several), (counted.missing, seen.missing)
    return all(found or not count for count, found in faults)
