"""One-stage networks solved as in paper 000, section 4.2: the decision part by MAC, the stochastic part by FC.

The variables of a stage are decisions, draws, and decisions that follow the draws: the next state of section 3.3. A
solution is a choice of the first decisions; for each outcome of chance it comes with all ways to complete it. What
follows the draws depends on them, so the stochastic part N'' has every constraint that speaks of a draw or of what
follows it, and the decision part N' has the others.

First N' is propagated, and what it takes from its variables N'' need not look at. FC then enumerates N'', which gives
the feasibility constraint c_s: the rows of first decisions whose outcomes satisfy N'' as likely as the network asks.
MAC enumerates N' under c_s. The paper takes this order because N'' is small. Where it is not, because it hangs on many
variables that only N' determines, the network is solved as a whole by MAC: the solutions are the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from woodstock.network import Assignment, Network, NetworkError, Row, Table, Value, Variable
from woodstock.solver.bridge import Assignments, Bridge
from woodstock.solver.draws import outcomes
from woodstock.solver.front import ZERO
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
        self._before, self._drawn, self._after = _parts(network)
        self._determining = tuple(determining)
        self._earning = earning(network)
        self._first = dict.fromkeys(variable.name for variable in self._before)
        # Where thresholds are to be checked, solutions tell of everything.
        told = None if project is None or self._earning else frozenset(project)
        self._told_before = [v.name for v in self._before if told is None or v.name in told]
        self._told_after = [v.name for v in self._after if told is None or v.name in told]

    @cached_property
    def whole(self) -> Bridge:
        """The network as a CSP, draws and all."""
        return Bridge(self.network)

    @cached_property
    def decision_part(self) -> Bridge:
        """N': the first decisions and the constraints on them alone."""
        names = self._first.keys()
        return Bridge(Network(self._before, (c for c in self.network.constraints if names >= set(c.scope))))

    @cached_property
    def stochastic_part(self) -> Bridge:
        """N'': the draws, what follows them, and the first decisions these have to do with."""
        names = self._first.keys()
        constraints = [c for c in self.network.constraints if not names >= set(c.scope)]
        used = {name for constraint in constraints for name in constraint.scope}
        used |= {name for probability in self.network.probabilities for name in probability.scope}
        used |= {variable.name for variable in (*self._drawn, *self._after)}
        return Bridge(Network((_plain(v) for v in self.network.variables if v.name in used), constraints))

    def solve(
        self,
        given: Assignment | None = None,
        by: Consistency = "mac",
        *,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> StageSolutions:
        """All solutions in this state. With `by="fc"` forward checking does everything, for comparison."""
        limits = _Limits(nodes, None if seconds is None else time.perf_counter() + seconds)
        given = dict(given or {})
        for name, value in given.items():
            self.whole.numbering.assignment(name, value)
        if by == "mac" and self._drawn:
            within = self._narrowed(given)
            if within is None or math.prod(map(len, within.values())) <= LARGEST_SCOPE:
                return self._solve_parts(given, within, limits)
        found = self.whole.solutions(
            given, branching=self._determining, consistency=by, nodes=nodes, seconds=limits.seconds()
        )
        decisions = found.tuples(self._told_before)
        solutions = [
            StageSolution(dict(zip(self._told_before, decisions[group.row], strict=True)), group.draws)
            for group in self._feasible(found, self._first, given)
        ]
        return self._answer(given, solutions, None, found.complete, found.statistics)

    @cached_property
    def _shared(self) -> list[str]:
        """The scope of c_s: the first decisions that N'' speaks of."""
        return [name for name in self._first if name in self.stochastic_part.network]

    # --- the two parts --------------------------------------------------------------------------------------------

    def _narrowed(self, given: Assignment) -> dict[str, frozenset[Value]] | None:
        """What propagating N' leaves to the first decisions that N'' speaks of; None if N' has no solution."""
        csp = self.decision_part
        with csp.putting(_only(given, csp.network)) as possible:
            return {name: frozenset(csp.values(name)) for name in self._shared} if possible else None

    def _solve_parts(
        self, given: Assignment, within: dict[str, frozenset[Value]] | None, limits: _Limits
    ) -> StageSolutions:
        csp, rest = self.decision_part, self.stochastic_part
        scope = self._shared
        if within is None:
            return self._answer(given, [], Table(scope, []) if scope else None, True, Statistics(0, 0, 0, 0, 0.0))
        found = rest.solutions(
            _only(given, rest.network), within=within, consistency="fc", nodes=limits.nodes, seconds=limits.seconds()
        )
        groups = self._feasible(found, scope, given)
        rows = found.tuples(scope)
        draws = {rows[group.row]: group.draws for group in groups}
        complete, statistics = found.complete, found.statistics
        solutions: list[StageSolution] = []
        for part in _under(csp, _only(given, csp.network), scope, list(draws), limits):
            for row, decisions in zip(part.tuples(scope), part.tuples(self._told_before), strict=True):
                solutions.append(StageSolution(dict(zip(self._told_before, decisions, strict=True)), draws[row]))
            complete &= part.complete
            statistics += part.statistics
        return self._answer(given, solutions, Table(scope, draws) if scope else None, complete, statistics)

    # --- outcomes -------------------------------------------------------------------------------------------------

    def _feasible(self, found: Assignments, scope: Collection[str], given: Assignment) -> list[_Group]:
        """The rows over the scope whose outcomes hold as likely as the network asks, each with its outcomes."""
        rows: dict[Row, list[int]] = {}
        for number, row in enumerate(found.tuples(found.varying(scope))):
            rows.setdefault(row, []).append(number)
        drawn = [variable.name for variable in self._drawn]
        asked = list(dict.fromkeys(name for p in self.network.probabilities for name in p.scope if name not in drawn))
        conditions, results = found.tuples(asked), found.tuples(drawn)
        endings = found.tuples(self._told_after)
        groups = []
        for numbers in rows.values():
            completions: dict[Row, list[Row]] = {}
            for number in numbers:
                completions.setdefault(results[number], []).append(endings[number])
            known = dict(zip(asked, conditions[numbers[0]], strict=True))
            draws = tuple(
                Drawn(
                    dict(zip(drawn, values, strict=True)),
                    probability,
                    tuple(dict(zip(self._told_after, e, strict=True)) for e in completions.get(values, ())),
                )
                for values, probability in outcomes(self.network, self._drawn, known, given)
            )
            satisfied = sum((one.probability for one in draws if one.completions), start=ZERO)
            if satisfied >= self.network.satisfaction:
                groups.append(_Group(numbers[0], draws))
        return groups

    def _answer(
        self,
        given: Assignment,
        solutions: list[StageSolution],
        feasibility: Table | None,
        complete: bool,
        statistics: Statistics,
    ) -> StageSolutions:
        if self._earning:
            solutions = [solution for solution in solutions if reaching(self.network, solution, given)]
        return StageSolutions(self.network, given, tuple(solutions), feasibility, complete, statistics)


@dataclass(frozen=True, slots=True)
class _Group:
    """A feasible row of first decisions: a place where it stands among the solutions found, and its outcomes."""

    row: int
    draws: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class _Limits:
    nodes: int | None
    deadline: float | None

    def seconds(self) -> float | None:
        """What is left."""
        return None if self.deadline is None else max(0.0, self.deadline - time.perf_counter())


def _parts(network: Network) -> tuple[tuple[Variable, ...], tuple[Variable, ...], tuple[Variable, ...]]:
    """The decisions, the draws, and the decisions that follow. Without chance there are only decisions."""
    variables = network.variables
    places = [place for place, variable in enumerate(variables) if variable.stochastic]
    if not places:
        return variables, (), ()
    first, last = places[0], places[-1] + 1
    if last - first != len(places):
        raise NetworkError(
            f"After {variables[first].name} is drawn there are decisions and then more draws: "
            "that is not one stage; best_policy solves networks of several"
        )
    return variables[:first], variables[first:last], variables[last:]


def _plain(variable: Variable) -> Variable:
    """The variable for a CSP, in which nothing is drawn."""
    return Variable(variable.name, variable.domain)


def _only(given: Assignment, network: Network) -> dict[str, Value]:
    return {name: value for name, value in given.items() if name in network}


def _under(
    csp: Bridge, given: Assignment, scope: Sequence[str], rows: Sequence[Row], limits: _Limits
) -> Iterator[Assignments]:
    """N' under the feasibility constraint.

    A constraint that is the product of its columns is carried out on the domains. Otherwise its rows are the first
    thing to branch on.
    """
    columns = [frozenset(column) for column in zip(*rows, strict=True)]
    if rows and len(rows) == math.prod(map(len, columns)):
        within = dict(zip(scope, columns, strict=True)) if scope else {}
        yield csp.solutions(given, within=within, nodes=limits.nodes, seconds=limits.seconds())
        return
    for row in rows:
        chosen = dict(zip(scope, row, strict=True))
        yield csp.solutions({**given, **chosen}, nodes=limits.nodes, seconds=limits.seconds())
