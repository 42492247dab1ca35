"""What uniform play comes to, exactly: every line of a small game with its probability."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod, sqrt

from woodstock.engine.machine import Machine, State
from woodstock.engine.playouts import Playouts


@dataclass(frozen=True)
class Outcome:
    """How a game can end; no goal counts as 0."""

    length: int
    goals: tuple[int, ...]
    chance: int | None

    def won_by(self, role: int) -> bool:
        """Is the role alone at the highest goal of all but chance, or has it 100 and no opponent?"""
        if role == self.chance:
            return False
        others = [goal for other, goal in enumerate(self.goals) if other not in (role, self.chance)]
        return self.goals[role] > max(others) if others else self.goals[role] == 100


@dataclass(frozen=True)
class Enumeration:
    """The probability of every outcome of a game from some state on."""

    shares: dict[Outcome, Fraction]

    def mean(self, value: Callable[[Outcome], int]) -> Fraction:
        """The expectation of a value."""
        return sum((share * value(outcome) for outcome, share in self.shares.items()), Fraction(0))

    def check(self, result: Playouts, start: int = 0) -> None:
        """The sums of playouts are what they should be, within 4 standard deviations."""
        n = int(result.playouts[start])
        self._check_sum(int(result.lengths[start]), n, lambda outcome: outcome.length)
        for role in range(result.goals.shape[1]):
            self._check_role(result, start, role)

    def _check_role(self, result: Playouts, start: int, role: int) -> None:
        n = int(result.playouts[start])
        self._check_sum(int(result.goals[start, role]), n, lambda outcome: outcome.goals[role])
        self._check_sum(int(result.squares[start, role]), n, lambda outcome: outcome.goals[role] ** 2)
        self._check_sum(int(result.wins[start, role]), n, lambda outcome: int(outcome.won_by(role)))

    def _check_sum(self, found: int, n: int, value: Callable[[Outcome], int]) -> None:
        mean = self.mean(value)
        variance = self.mean(lambda outcome: value(outcome) ** 2) - mean**2
        assert abs(found - n * mean) <= 4 * sqrt(n * variance), f"{found / n} is not {float(mean)}"


Choices = Callable[[Machine, State], Sequence[Mapping[int, Fraction]]]
"""How likely each role makes each of its moves in a state."""


def evenly(moves: Sequence[int]) -> dict[int, Fraction]:
    """One move as likely as another."""
    return {move: Fraction(1, len(moves)) for move in moves}


def all_legal(machine: Machine, state: State) -> list[dict[int, Fraction]]:
    """How roles choose that know nothing."""
    return [evenly(own) for own in machine.legal(state)]


def enumerate_lines(machine: Machine, start: State | None = None, choices: Choices = all_legal) -> Enumeration:
    """All lines from a state on, with a memory for states that were met before."""
    known: dict[State, dict[Outcome, Fraction]] = {}

    def visit(state: State) -> dict[Outcome, Fraction]:
        if state in known:
            return known[state]
        shares: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
        if machine.terminal(state):
            shares[Outcome(0, tuple(goal or 0 for goal in machine.goals(state)), machine.chance)] = Fraction(1)
        else:
            for made in product(*(own.items() for own in choices(machine, state))):
                joint_move, likely = [move for move, _ in made], prod(each for _, each in made)
                for outcome, share in visit(machine.next(state, joint_move)).items():
                    shares[Outcome(outcome.length + 1, outcome.goals, machine.chance)] += likely * share
        known[state] = shares
        return shares

    return Enumeration(visit(machine.initial() if start is None else start))
