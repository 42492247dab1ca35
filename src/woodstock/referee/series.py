"""A series: what the matches between the same players add up to."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.referee.record import Deviation, Ending, Record
from woodstock.referee.statistics import elo, elo_interval, wilson

FULL_GOAL = 100
"""The best goal value there is: what it takes to win a game for one player."""


@dataclass(frozen=True, slots=True)
class Played:
    """One match of a series: its number from 0, its record, and which role each entrant had."""

    number: int
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

    def points(self) -> tuple[float, ...]:
        """One point, shared by those with the highest goal; alone in the game, only the full goal gives it."""
        if (winner := self.winner()) is not None:
            return tuple(float(entrant == winner) for entrant in range(len(self.seats)))
        if not self.drawn():
            return (0.0,) * len(self.seats)
        goals = self.goals()
        best = max(goals)
        return tuple(1 / goals.count(best) if goal == best else 0.0 for goal in goals)


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
    def finished(self) -> int:
        """Matches that the rules ended: those that count."""
        return self.matches - self.unfinished

    @property
    def mean_goals(self) -> tuple[float | None, ...]:
        """The mean goal of each entrant over the matches that were finished."""
        goals = [match.goals() for match in self.played if match.finished]
        if not goals:
            return (None,) * len(self.entrants)
        return tuple(sum(column) / len(goals) for column in zip(*goals, strict=True))

    @property
    def points(self) -> tuple[float, ...]:
        """A point for each win of an entrant; those who draw share one."""
        columns = list(zip(*(match.points() for match in self.played), strict=True))
        return tuple(sum(column) for column in columns) if columns else (0.0,) * len(self.entrants)

    @property
    def interval(self) -> tuple[tuple[float, float], ...]:
        """Wilson's 95 % interval for each entrant's probability of winning a match (a draw is not a win)."""
        return tuple(wilson(wins, self.finished) for wins in self.wins)

    @property
    def score_interval(self) -> tuple[tuple[float, float], ...]:
        """Wilson's 95 % interval for each entrant's expected points in a match."""
        return tuple(wilson(points, self.finished) for points in self.points)

    @property
    def elo(self) -> tuple[float, float, float] | None:
        """By how many Elo points the first of two entrants is stronger, and the 95 % interval; infinite where one
        side has all the points. `None` unless there are two entrants and a finished match."""
        if len(self.entrants) != 2 or not self.finished:
            return None
        points = self.points[0]
        return (elo(points / self.finished), *elo_interval(points, self.finished))

    @property
    def deviations(self) -> tuple[tuple[int, Deviation], ...]:
        """All deviations, each with the number of its match."""
        return tuple((match.number, note) for match in self.played for note in match.record.deviations)
