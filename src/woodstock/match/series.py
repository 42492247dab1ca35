"""A series: the same players meet again and again, and the results are counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from woodstock.errors import WoodstockError
from woodstock.match.player import Player
from woodstock.match.record import Deviation, Ending, Record
from woodstock.match.referee import LENGTH_LIMIT, Clocks, EachState, Playable, play
from woodstock.match.seeds import derive
from woodstock.match.statistics import wilson

FULL_GOAL = 100
"""The best goal value there is: what it takes to win a game for one player."""


class Entrant(Protocol):
    """Somebody who enters a series: a name, and a fresh player for every match."""

    @property
    def name(self) -> str:
        """What the record and the tables say."""
        ...

    def make(self) -> Player:
        """A new player."""
        ...


@dataclass(frozen=True, slots=True)
class Played:
    """One match of a series: its record, and which role each entrant had."""

    record: Record
    seats: tuple[int, ...]

    @property
    def finished(self) -> bool:
        """Did the rules end it? Only then it counts."""
        return self.record.ending is Ending.TERMINAL

    def goals(self) -> tuple[int, ...]:
        """The goal of each entrant; one that the rules leave out is worth 0."""
        return tuple(self.record.goals[seat] or 0 for seat in self.seats)

    def winner(self) -> int | None:
        """The entrant with the strictly highest goal; alone in the game, it takes a goal of 100 to win."""
        if not self.finished:
            return None
        goals = self.goals()
        if len(goals) == 1:
            return 0 if goals[0] == FULL_GOAL else None
        best = max(goals)
        return goals.index(best) if goals.count(best) == 1 else None

    def drawn(self) -> bool:
        """Did it end with two or more sharing the highest goal?"""
        return self.finished and len(self.seats) > 1 and self.winner() is None


@dataclass(frozen=True, slots=True)
class Series:
    """The matches of a series, and what they add up to, in the order of the entrants."""

    entrants: tuple[str, ...]
    played: tuple[Played, ...]

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return len(self.played)

    @property
    def wins(self) -> tuple[int, ...]:
        """Matches won by each entrant."""
        winners = [match.winner() for match in self.played]
        return tuple(winners.count(entrant) for entrant in range(len(self.entrants)))

    @property
    def draws(self) -> int:
        """Matches that ended without a winner."""
        return sum(match.drawn() for match in self.played)

    @property
    def unfinished(self) -> int:
        """Matches that the rules did not end; they count for nobody."""
        return sum(not match.finished for match in self.played)

    @property
    def mean_goals(self) -> tuple[float | None, ...]:
        """The mean goal of each entrant over the matches that were finished."""
        goals = [match.goals() for match in self.played if match.finished]
        if not goals:
            return (None,) * len(self.entrants)
        return tuple(sum(column) / len(goals) for column in zip(*goals, strict=True))

    @property
    def interval(self) -> tuple[tuple[float, float], ...]:
        """Wilson's 95 % interval for each entrant's probability of winning a match (a draw is no win)."""
        return tuple(wilson(wins, self.matches) for wins in self.wins)

    @property
    def deviations(self) -> tuple[tuple[int, Deviation], ...]:
        """All deviations, each with the number of its match."""
        return tuple((number, note) for number, match in enumerate(self.played) for note in match.record.deviations)


def series(
    game: Playable,
    entrants: Sequence[Entrant],
    matches: int = 1,
    *,
    swap: bool = False,
    seed: int = 0,
    clocks: Clocks | None = None,
    limit: int = LENGTH_LIMIT,
    each_state: EachState | None = None,
    each_match: Callable[[Played], None] | None = None,
) -> Series:
    """Play `matches` matches. The entrants take the roles (but `random`) in order; with `swap` each match moves
    every entrant on by one role. Each match has its own seed, drawn from `seed`. `each_state` looks on at every
    match; `each_match` is called after it.
    """
    if matches < 1:
        raise WoodstockError("a series has at least one match")
    roles = [role for role in range(len(game.roles)) if role != game.chance]
    if len(entrants) != len(roles):
        raise WoodstockError(f"{game.name} takes {len(roles)} player(s), not {len(entrants)}")
    played: list[Played] = []
    for number in range(matches):
        shift = number % len(roles) if swap else 0
        seats = tuple(roles[(entrant + shift) % len(roles)] for entrant in range(len(entrants)))
        seated = sorted(zip(seats, entrants, strict=True), key=lambda pair: pair[0])
        record = play(
            game,
            [entrant.make() for _, entrant in seated],
            names=[entrant.name for _, entrant in seated],
            clocks=clocks,
            seed=derive(seed, "match", number),
            limit=limit,
            each_state=each_state,
        )
        played.append(Played(record, seats))
        if each_match:
            each_match(played[-1])
    return Series(tuple(entrant.name for entrant in entrants), tuple(played))
