"""The best solution of a network with objectives, by branch and bound."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from woodstock.network import Intension, Network, NetworkError, Value
from woodstock.network.expressions import Call
from woodstock.solver.compiling import compiled_with
from woodstock.solver.network_solver import NetworkSolver
from woodstock.solver.results import Statistics, Status
from woodstock.solver.solver import Consistency


@dataclass(frozen=True)
class Optimum:
    """The best solution that was found, what each objective is worth in it, and how many better ones led to it."""

    status: Status
    objectives: tuple[int, ...]
    solution: dict[str, Value] | None
    solutions: int
    statistics: Statistics


def optimise(
    network: Network,
    *,
    consistency: Consistency = "mac",
    limit: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Optimum:
    """The best solution, or the best that the limits allow.

    With several objectives, each is settled before the next one is looked at. With `limit`, the search for each ends
    after so many solutions, each better than the one before.
    """
    if not network.objectives:
        raise NetworkError("The network has no objective")
    deadline = None if seconds is None else time.perf_counter() + seconds
    best: Optimum | None = None
    for objective in network.objectives:
        network_solver = NetworkSolver(network)
        solver, added = compiled_with(network.constraints, network_solver.numbering, objective)
        found = solver.minimise(
            branching=network_solver.branching,
            consistency=consistency,
            limit=limit,
            nodes=nodes,
            seconds=None if deadline is None else max(deadline - time.perf_counter(), 0.001),
        )
        before = best
        solution = None if found.solution is None else network_solver.assignment(found.solution)
        if solution is None and before is not None:  # the last one stays, but nothing was proved
            return replace(before, status=Status.SATISFIABLE, statistics=_sum(before.statistics, found.statistics))
        objectives = tuple(one.value(solution) for one in network.objectives) if solution else ()
        if solution and objective.value(solution) != (-1 if objective.maximise else 1) * (found.objective or 0) + added:
            raise AssertionError("the solver and the network disagree on the value of a solution")
        statistics = _sum(before.statistics, found.statistics) if before else found.statistics
        count = found.solutions + (before.solutions if before else 0)
        best = Optimum(found.status, objectives, solution, count, statistics)
        if found.status is not Status.OPTIMUM or solution is None:
            return best
        settled = Intension(Call("eq", (objective.tree, objective.value(solution))))
        network = network.with_constraints((*network.constraints, settled))
    assert best is not None
    return best


def _sum(one: Statistics, other: Statistics) -> Statistics:
    return Statistics(
        one.nodes + other.nodes,
        one.failures + other.failures,
        one.restarts + other.restarts,
        one.propagations + other.propagations,
        one.seconds + other.seconds,
    )
