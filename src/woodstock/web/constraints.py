"""Constraint networks for people: what is in an XCSP3 instance, and what a solver makes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from woodstock.network import Network, NetworkError
from woodstock.network.xcsp3 import read_instance
from woodstock.qcsp import Problem
from woodstock.qcsp import solve as solve_exactly
from woodstock.solver import NetworkSolver, Status, best_policy, optimise
from woodstock.web.graphs import edges

_LISTED = 300
_VALUES = 24


def study(text: str, solve: bool, seconds: float) -> dict[str, Any]:
    """The variables and constraints of an instance and, if asked for, its answer with the work that it took."""
    network = read_instance(text).network
    found = {"kind": _kind(network), **_described(network)}
    return {**found, "answer": _answer(network, seconds) if solve else None}


def _kind(network: Network) -> str:
    if network.objectives:
        return "COP"
    if not network.stochastic and not network.utilities:
        return "CSP"
    try:
        Problem(network)
    except NetworkError:
        return "SCSP"
    return "QCSP"


def _described(network: Network) -> dict[str, Any]:
    shown = [
        {
            "name": variable.name,
            "domain": [str(value) for value in variable.domain[:_VALUES]],
            "size": len(variable.domain),
            "stochastic": variable.stochastic,
            "stage": variable.stage,
        }
        for variable in network.variables[:_LISTED]
    ]
    constraints = [
        {"kind": type(one).__name__, "scope": list(one.scope)[:_VALUES]} for one in network.constraints[:_LISTED]
    ]
    return {
        "variables": shown,
        "constraints": constraints,
        "counts": {
            "variables": len(network.variables),
            "constraints": len(network.constraints),
            "stochastic": len(network.stochastic),
            "largest_domain": network.largest_domain,
        },
        "edges": edges(network),
    }


def _answer(network: Network, seconds: float) -> dict[str, Any]:
    kind = _kind(network)
    if kind == "COP":
        best = optimise(network, seconds=seconds)
        return {
            "status": best.status.value,
            "objective": ", ".join(map(str, best.objectives)),
            "solution": _plain(best.solution),
            "work": _work(best.statistics.nodes, best.statistics.failures, best.statistics.seconds),
        }
    if kind == "CSP":
        network_solver = NetworkSolver(network)
        outcome = network_solver.outcome(consistency="mac", seconds=seconds)
        solution = None if outcome.solution is None else network_solver.assignment(outcome.solution)
        counted = outcome.statistics
        return {
            "status": outcome.status.value,
            "solution": _plain(solution),
            "work": _work(counted.nodes, counted.failures, counted.seconds),
        }
    if kind == "QCSP":
        answer = solve_exactly(Problem(network), seconds=seconds)
        status = {True: Status.SATISFIABLE, False: Status.UNSATISFIABLE, None: Status.UNKNOWN}[answer.winnable]
        return {"status": status.value, "solution": None, "work": _work(answer.nodes, 0, answer.seconds)}
    found = best_policy(network, by="mac", seconds=seconds)
    value = None if found.utilities is None else ", ".join(map(str, found.utilities))
    satisfied = None if found.satisfaction is None else float(Fraction(found.satisfaction))
    return {
        "status": found.status.value,
        "objective": value,
        "satisfaction": satisfied,
        "solution": None,
        "work": _work(found.nodes, found.failures, found.seconds),
    }


def _work(nodes: int, failures: int, seconds: float) -> dict[str, Any]:
    return {"nodes": nodes, "fails": failures, "seconds": round(seconds, 4)}


def _plain(values: Any) -> dict[str, str] | None:
    return None if values is None else {name: str(value) for name, value in list(values.items())[:_LISTED]}
