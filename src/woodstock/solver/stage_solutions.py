"""The solutions of a one-stage network: decisions, what chance makes of them, and policies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from woodstock.network import Assignment, Leaf, Network, Policy, Table, Value, is_solution, plan, utility
from woodstock.solver.front import ZERO, Point, front
from woodstock.solver.results import Statistics


@dataclass(frozen=True)
class Drawn:
    """An outcome of chance, and all ways to set what follows it; none means that a constraint is violated."""

    values: dict[str, Value]
    probability: Fraction
    completions: tuple[dict[str, Value], ...]


@dataclass(frozen=True)
class StageSolution:
    """Decisions before the draws, and every outcome that has a positive probability then."""

    decisions: dict[str, Value]
    draws: tuple[Drawn, ...]

    @property
    def satisfaction(self) -> Fraction:
        """How likely the hard constraints hold."""
        return sum((drawn.probability for drawn in self.draws if drawn.completions), start=ZERO)


@dataclass(frozen=True)
class StageSolutions:
    """The solutions of a stage, all of them if `complete`; c_s where the stage was split."""

    network: Network
    given: Assignment
    solutions: tuple[StageSolution, ...]
    feasibility: Table | None
    complete: bool
    statistics: Statistics

    def __len__(self) -> int:
        return len(self.solutions)

    def __iter__(self) -> Iterator[StageSolution]:
        return iter(self.solutions)

    def policies(self) -> Iterator[Policy]:
        """The solutions as trees. Where a branch does not count, because it cannot come or is violated, any will do."""
        state = self.network.instantiate(self.given)
        for solution in self.solutions:
            for completed in product(*(drawn.completions or ({},) for drawn in solution.draws)):
                policy = _tree(state, solution, completed)
                if not earning(state) or is_solution(state, policy):
                    yield policy


def _tree(state: Network, solution: StageSolution, completed: tuple[dict[str, Value], ...]) -> Policy:
    """The policy that makes these decisions, and completes each outcome so."""
    answers = {tuple(drawn.values.values()): answer for drawn, answer in zip(solution.draws, completed, strict=True)}
    draws = [variable.name for variable in state.stochastic]

    def choose(name: str, past: Assignment) -> Value:
        if name in solution.decisions:
            return solution.decisions[name]
        answer = answers.get(tuple(past[draw] for draw in draws), {})
        return answer[name] if name in answer else state.variable(name).domain[0]

    return plan(state, choose)


def earning(network: Network) -> bool:
    """Can a feasible policy miss a threshold?"""
    worst = dict.fromkeys(network.players, ZERO)
    for soft in network.utilities:
        worst[soft.player] += min((*soft.table.values(), soft.default, ZERO))
    return any(threshold > low for threshold, low in zip(network.thresholds, worst.values(), strict=True))


def reaching(network: Network, solution: StageSolution, given: Assignment) -> bool:
    """Can the outcomes be completed so that every player gets the threshold in expectation?"""
    sums: tuple[Point, ...] = (Point(ZERO, (ZERO,) * len(network.players), Leaf()),)
    for drawn in solution.draws:
        if not drawn.completions:
            continue
        earned = [
            utility(network, {**given, **solution.decisions, **drawn.values, **completion})
            for completion in drawn.completions
        ]
        ways = (
            Point(
                ZERO, tuple(own + drawn.probability * gain for own, gain in zip(one.gains, gains, strict=True)), Leaf()
            )
            for one in sums
            for gains in earned
        )
        sums = front(ways, losses=False)
    return any(
        all(gain >= least for gain, least in zip(point.gains, network.thresholds, strict=True)) for point in sums
    )
