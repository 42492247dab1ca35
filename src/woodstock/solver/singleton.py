"""Arc consistency and singleton arc consistency by the core (paper 000, section 4.1), for networks of real size."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from functools import partial

from woodstock.network import Domains, Network, Report, Value, merge_equal_scopes, project_unary, remove_universal
from woodstock.network.preprocessing import narrow_decisions, preprocess
from woodstock.solver.network_solver import NetworkSolver

SECONDS = 5.0
"""Of CPU time, for trying values where a network is preprocessed for a player."""
MOST_VALUES = 60_000
"""With more values than this it is not begun: it would take minutes."""

_STEP = "singleton arc consistency"


def preprocessed(network: Network) -> tuple[Network, tuple[Report, ...]]:
    """The network after the four steps of the paper, and what each did; one that would take long is left out.

    It has the same solutions. A network that has none is left as it is.
    """
    bounded = partial(singleton_arc_consistent, seconds=SECONDS)
    reduced, reports = preprocess(network, (merge_equal_scopes, project_unary, remove_universal, bounded))
    return (reduced if all(report.consistent for report in reports) else network), reports


class CorePropagator:
    """A propagator for the steps of preprocessing. The network it was given last stays compiled."""

    def __init__(self) -> None:
        self._network_solver: NetworkSolver | None = None

    def __call__(self, network: Network, domains: Mapping[str, frozenset[Value]]) -> Domains | None:
        """The largest arc consistent domains within the given ones, or None if one is empty."""
        if self._network_solver is None or self._network_solver.network is not network:
            self._network_solver = NetworkSolver(network)
        solver = self._network_solver.solver
        solver.push()
        try:
            return (
                self._network_solver.current() if self._network_solver.narrow(domains) and solver.propagate() else None
            )
        finally:
            solver.pop()


def singleton_arc_consistent(network: Network, seconds: float | None = None) -> tuple[Network, Report]:
    """The step of `woodstock.network.singleton_arc_consistency`, with one compiled network and a probe per value.

    Given a time (of the CPU), the step is left out where it takes longer.
    """
    deadline = math.inf if seconds is None else time.thread_time() + seconds
    try:
        if seconds is not None and sum(len(variable.domain) for variable in network.decisions) > MOST_VALUES:
            raise TimeoutError
        return narrow_decisions(network, partial(_probed, deadline=deadline), _STEP)
    except TimeoutError:
        return network, Report(_STEP, finished=False)


def _probed(csp: Network, deadline: float) -> Domains | None:
    """Try every value until a whole round takes none away."""
    network_solver = NetworkSolver(csp)
    solver = network_solver.solver
    if not solver.propagate():
        return None
    changed = True
    while changed:
        changed = False
        for x in range(len(csp.variables)):
            if time.thread_time() > deadline:
                raise TimeoutError
            values = solver.domain(x)
            for value in values if len(values) > 1 else ():
                solver.push()
                supported = solver.assign(x, value) and solver.propagate()
                solver.pop()
                if not supported:
                    changed = True
                    if not (solver.remove(x, value) and solver.propagate()):
                        return None
    return network_solver.current()
