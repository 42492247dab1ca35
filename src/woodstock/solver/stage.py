"""One-stage networks solved as in paper 000, section 4.2: the decision part by MAC, the stochastic part by FC.

The core does it; how is told in `core/woodstock/solver/stage.hpp`. Here a network is put into its numbers, and what it
finds into names. Players and library share the solver: MAC-UCB takes its `core`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from woodstock.core import StageSolver as CoreStageSolver
from woodstock.core import Stop
from woodstock.core.running import FOREVER, interruptible
from woodstock.network import (
    Assignment,
    ConditionalTable,
    Network,
    NetworkError,
    Row,
    Share,
    Table,
    Value,
)
from woodstock.solver.compiling import compiled
from woodstock.solver.draws import distribution
from woodstock.solver.numbering import Numbering
from woodstock.solver.results import Statistics
from woodstock.solver.solver import Consistency
from woodstock.solver.stage_solutions import Drawn, StageSolution, StageSolutions, earning, reaching

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

    `determining` may name variables that determine all others: they are then set first. `project` names the variables
    that solutions are to tell of, when not all are of interest; solutions are not merged by that.
    """

    def __init__(self, network: Network, determining: Sequence[str] = (), project: Sequence[str] | None = None) -> None:
        self.network = network
        if network.satisfaction == 0:
            raise NetworkError("With satisfaction 0 every policy is feasible: ask for more, and there is a question")
        self.numbering = Numbering.of(network)
        self._before, self._drawn, self._after = _parts(network)
        self._determining = [self.numbering.at(name) for name in determining]
        self._earning = earning(network)
        # Where thresholds are to be checked, solutions tell of everything.
        self._told = set(self.numbering.names if project is None or self._earning else project)

    @cached_property
    def core(self) -> CoreStageSolver:
        """The stage in the core: the network as a CSP, draws and all, and how they are drawn."""
        whole = compiled(self.network.constraints, self.numbering)
        whole.propagate()
        draws = [self._draw(name) for name in self._drawn]
        satisfaction = self.network.satisfaction.as_integer_ratio()
        try:
            return CoreStageSolver(whole.core, len(self._before), len(self.numbering.names), draws, satisfaction)
        except TypeError:  # numbers that the core cannot take
            raise NetworkError("The probabilities have too many digits") from None

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
        core, shared = self.core, self._shared if self._drawn and by == "mac" else ()

        def search(stop: Stop) -> dict[str, Any]:
            patience = FOREVER if seconds is None else seconds - (time.perf_counter() - begun)
            return core.solve(state, by == "fc", self._determining, LARGEST_SCOPE, most, patience, stop)

        try:
            found = interruptible(search, Stop())
        except OverflowError as error:
            raise NetworkError(f"The stage cannot be solved: {error}") from None
        scope = shared if found["split"] else self._before
        solutions, rows = self._solutions(found, scope, given)
        feasibility = Table(scope, rows) if found["split"] and scope else None
        work = (found["nodes"], found["failures"], 0, found["propagations"], time.perf_counter() - begun)
        return StageSolutions(self.network, given, tuple(solutions), feasibility, found["complete"], Statistics(*work))

    # --- from names to numbers ------------------------------------------------------------------------------------

    def _draw(self, name: str) -> tuple[list[int], list[Any], list[tuple[int, int]]]:
        """How a variable is drawn: what it depends on and a distribution for each row of that; or its indicators."""
        numbering, probability = self.numbering, self.network.probability(name)
        if isinstance(probability, Share):
            pairs = (numbering.assignment(name, value) for value, _ in probability.indicators)
            return [], [], [(value, numbering.at(b)) for (_, value), b in zip(pairs, probability.scope, strict=True)]
        scope, domain = probability.scope, self.network.variable(name).domain
        table = []
        for row in probability.table if isinstance(probability, ConditionalTable) else [()]:
            past = dict(zip(scope, row, strict=True))
            chances = distribution(probability, domain, past).items()
            weights = [(numbering.assignment(name, value)[1], chance.as_integer_ratio()) for value, chance in chances]
            table.append(([numbering.assignment(*one)[1] for one in past.items()], weights))
        return [numbering.at(other) for other in scope], table, []

    # --- from numbers to names ------------------------------------------------------------------------------------

    def _solutions(
        self, found: dict[str, Any], scope: Sequence[str], given: Assignment
    ) -> tuple[list[StageSolution], list[Row]]:
        """The solutions, and the rows over the scope that they come from."""
        rows, draws = [], []
        for decisions, outcomes in found["feasible"]:
            rows.append(self._values(scope, decisions))
            draws.append(self._draws(dict(zip(scope, rows[-1], strict=True)), outcomes, given))
        choices = found["solutions"].reshape(len(found["row_of"]), len(self._before))
        solutions = [
            StageSolution(self._named(self._before, decisions), draws[row])
            for decisions, row in zip(choices.tolist(), found["row_of"].tolist(), strict=True)
        ]
        if self._earning:
            solutions = [solution for solution in solutions if reaching(self.network, solution, given)]
        return solutions, rows

    def _values(self, names: Sequence[str], row: Sequence[int]) -> Row:
        numbers, place = self.numbering.numbers, self.numbering.place
        return tuple(numbers[place[name]].values[number] for name, number in zip(names, row, strict=True))

    def _named(self, names: Sequence[str], row: Sequence[int]) -> dict[str, Value]:
        """What is to be told of these variables."""
        return {name: value for name, value in zip(names, self._values(names, row), strict=True) if name in self._told}

    def _draws(self, past: Assignment, outcomes: list[Any], given: Assignment) -> tuple[Drawn, ...]:
        """The outcomes after some decisions. What was observed is drawn no more."""
        draws = []
        for drawn, ways, following in outcomes:
            values = dict(zip(self._drawn, self._values(self._drawn, drawn), strict=True))
            chances = (
                self.network.probability(name).probability(value, {**past, **values})
                for name, value in values.items()
                if name not in given
            )
            width = len(self._after)
            completions = (self._named(self._after, following[at * width : (at + 1) * width]) for at in range(ways))
            draws.append(Drawn(values, math.prod(chances, start=Fraction(1)), tuple(completions)))
        return tuple(draws)


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
