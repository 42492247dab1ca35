"""The graph of a constraint network, for networks that are small enough to be drawn."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from woodstock.network import Network

_DRAWN = 60
"""Variables of a network that is drawn."""

Edge = tuple[int, int, int]
"""Two variables by number, and how many constraints they share."""


def edges(network: Network) -> list[Edge] | None:
    """The pairs of variables that share a constraint; nothing for a network that is too large."""
    if len(network.variables) > _DRAWN:
        return None
    place = {variable.name: at for at, variable in enumerate(network.variables)}
    shared: Counter[tuple[int, int]] = Counter()
    for constraint in network.constraints:
        shared.update(combinations(sorted({place[name] for name in constraint.scope if name in place}), 2))
    return [(one, other, count) for (one, other), count in shared.items()]
