"""One-stage networks solved as in paper 000, section 4.2: the decision part by MAC, the stochastic part by FC.

The core does it; how is told in `core/woodstock/solver/stage.hpp`. Here a network is put into its numbers, and what it
finds into names. Players and library share the solver: MAC-UCB takes its `core`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

from woodstock.core import StageSolver as CoreStageSolver
from woodstock.core import Stop
from woodstock.core.running import FOREVER, interruptible
from woodstock.network import Assignment, Network, NetworkError, Row, Table, Value
from woodstock.solver.compiling import compiled
from woodstock.solver.draws import outcomes
from woodstock.solver.numbering import Numbering
from woodstock.solver.results import Statistics
from woodstock.solver.solver import Consistency
from woodstock.solver.stage_solutions import Drawn, StageSolution, StageSolutions, earning, reaching

_Completions: TypeAlias = Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]]
"""Values of the draws, each with all ways to set what follows; in the numbers of the core."""

LARGEST_SCOPE = 10_000
"""Rows of first decisions that FC may have to look at in N''; with more, the network is not split."""


def solve_stage(
    network: Network,
    given: Assignment | None = None,
    by: Consistency = "mac",
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> StageSolutions:
    """All solutions of a one-stage network in which these variables have these values."""
    return StageSolver(network).solve(given, by, nodes=nodes, seconds=seconds)


class StageSolver:
    """A one-stage network, compiled once and solved in many states.

    `determining` may name variables that determine all others: they are then set first.
    """

    def __init__(self, network: Network, determining: Sequence[str] = ()) -> None:
        self.network = network
        if network.satisfaction == 0:
            raise NetworkError("With satisfaction 0 every policy is feasible; require more")
        self.numbering = Numbering.of(network)
        self._before, self._drawn, self._after = _parts(network)
        self._determining = [self.numbering.at(name) for name in determining]
        self._earning = earning(network)

    @cached_property
    def core(self) -> CoreStageSolver:
        """The stage in the core: the network as a CSP, draws and all."""
        whole = compiled(self.network.constraints, self.numbering)
        whole.propagate()
        return CoreStageSolver(whole.core, len(self._before), len(self._drawn), len(self.numbering.names))

    def parts(self) -> CoreStageSolver:
        """The core's solver, with both parts of the stage where there is chance."""
        if self._drawn:
            _ = self._shared
        return self.core

    @cached_property
    def _shared(self) -> Sequence[str]:
        """The scope of c_s: the first decisions that N'' speaks of. From now on the core has both parts."""
        first = set(self._before)
        decision_part = [one for one in self.network.constraints if first.issuperset(one.scope)]
        stochastic_part = [one for one in self.network.constraints if not first.issuperset(one.scope)]
        used = {name for one in (*stochastic_part, *self.network.probabilities) for name in one.scope}
        shared = [name for name in self._before if name in used]
        stochastic = (*shared, *self._drawn, *self._after)
        self.core.split(
            compiled(decision_part, self.numbering.part(self._before)).core,
            compiled(stochastic_part, self.numbering.part(stochastic)).core,
            [self.numbering.at(name) for name in stochastic],
        )
        return shared

    def solve(
        self,
        given: Assignment | None = None,
        by: Consistency = "mac",
        *,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> StageSolutions:
        """All solutions in this state. With `by="fc"` forward checking does everything, for comparison."""
        begun = time.perf_counter()
        given = dict(given or {})
        state = [self.numbering.assignment(name, value) for name, value in given.items()]
        most = 2**64 - 1 if nodes is None else max(nodes, 0)
        core, shared = self.core, self._shared if self._drawn and by == "mac" else self._before
        draws: dict[Row, tuple[Drawn, ...]] = {}

        def feasible(numbers: Sequence[int], completions: _Completions) -> bool:
            scope = shared if len(numbers) == len(shared) else self._before
            decisions = self._named(scope, numbers)
            solution = StageSolution(decisions, self._draws(decisions, completions, given))
            if solution.satisfaction < self.network.satisfaction:
                return False
            draws[tuple(decisions.values())] = solution.draws
            return True

        def search(stop: Stop) -> dict[str, Any]:
            time_limit = FOREVER if seconds is None else seconds - (time.perf_counter() - begun)
            return core.solve(state, feasible, by == "fc", self._determining, LARGEST_SCOPE, most, time_limit, stop)

        found = interruptible(search, Stop())
        scope = shared if found["split"] else self._before
        solutions = []
        for row in found["solutions"].reshape(found["count"], len(self._before)).tolist():
            decisions = self._named(self._before, row)
            solution = StageSolution(decisions, draws[tuple(decisions[name] for name in scope)])
            if not self._earning or reaching(self.network, solution, given):
                solutions.append(solution)
        feasibility = Table(scope, draws) if found["split"] and scope else None
        work = (found["nodes"], found["failures"], 0, found["propagations"], time.perf_counter() - begun)
        return StageSolutions(self.network, given, tuple(solutions), feasibility, found["complete"], Statistics(*work))

    # --- from numbers to names ------------------------------------------------------------------------------------

    def _named(self, names: Sequence[str], row: Sequence[int]) -> dict[str, Value]:
        numbers, place = self.numbering.numbers, self.numbering.place
        return {name: numbers[place[name]].values[number] for name, number in zip(names, row, strict=True)}

    def _draws(self, past: Assignment, completions: _Completions, given: Assignment) -> tuple[Drawn, ...]:
        """What chance can do after some decisions."""
        ways = {
            tuple(self._named(self._drawn, drawn).values()): tuple(self._named(self._after, row) for row in rows)
            for drawn, rows in completions
        }
        return tuple(
            Drawn(dict(zip(self._drawn, values, strict=True)), probability, ways.get(values, ()))
            for values, probability in outcomes(self.network, self.network.stochastic, past, given)
        )


def _parts(network: Network) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The decisions, the draws, and the decisions that follow. Without chance there are only decisions."""
    names = tuple(variable.name for variable in network.variables)
    places = [place for place, variable in enumerate(network.variables) if variable.stochastic]
    if not places:
        return names, (), ()
    first, last = places[0], places[-1] + 1
    if last - first != len(places):
        raise NetworkError(
            f"After {names[first]} is drawn there are decisions and then more draws: "
            "that is not one stage; best_policy solves networks of several"
        )
    return names[:first], names[first:last], names[last:]
