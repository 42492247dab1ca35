"""Arc consistency and singleton arc consistency by the core (paper 000, section 4.1), for networks of real size."""

from __future__ import annotations

from collections.abc import Mapping

from woodstock.network import Domains, Network, Report, Value
from woodstock.network.preprocessing import narrow_decisions
from woodstock.solver.bridge import Bridge


class CorePropagator:
    """A propagator for the steps of preprocessing. The network it was given last stays compiled."""

    def __init__(self) -> None:
        self._bridge: Bridge | None = None

    def __call__(self, network: Network, domains: Mapping[str, frozenset[Value]]) -> Domains | None:
        """The largest arc consistent domains within the given ones, or None if one is empty."""
        if self._bridge is None or self._bridge.network is not network:
            self._bridge = Bridge(network)
        solver = self._bridge.solver
        solver.push()
        try:
            return self._bridge.current() if self._bridge.narrow(domains) and solver.propagate() else None
        finally:
            solver.pop()


def singleton_arc_consistent(network: Network) -> tuple[Network, Report]:
    """The step of `woodstock.network.singleton_arc_consistency`, with one compiled network and a probe per value."""
    return narrow_decisions(network, _probed, "singleton arc consistency")


def _probed(csp: Network) -> Domains | None:
    """Try every value until a whole round takes none away."""
    bridge = Bridge(csp)
    solver = bridge.solver
    if not solver.propagate():
        return None
    changed = True
    while changed:
        changed = False
        for x in range(len(csp.variables)):
            values = solver.domain(x)
            for value in values if len(values) > 1 else ():
                solver.push()
                supported = solver.assign(x, value) and solver.propagate()
                solver.pop()
                if not supported:
                    changed = True
                    if not (solver.remove(x, value) and solver.propagate()):
                        return None
    return bridge.current()
