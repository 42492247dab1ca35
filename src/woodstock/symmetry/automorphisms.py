"""Automorphisms and canonical labellings of coloured graphs, by the search in the core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from woodstock.core import Stop, find_automorphisms
from woodstock.core.running import FOREVER, interruptible
from woodstock.symmetry.coloured_graph import ColouredGraph
from woodstock.symmetry.points import Permutation

Labels = NDArray[np.uint32]
"""For each vertex a number of its own, below the number of vertices."""

_MEMORY = 1 << 33
"""Bytes that a search may take."""


@dataclass(frozen=True, eq=False)
class AutomorphismGroup:
    """The group of all automorphisms of a graph. They permute the vertices."""

    generators: list[tuple[NDArray[np.uint32], NDArray[np.uint32]]]
    """The vertices that each of them moves, ascending, and where these go."""
    order: int
    orbits: NDArray[np.uint32]
    """For each vertex the lowest one that automorphisms map it to."""
    labels: Labels
    """For each vertex its canonical label, if that was asked for; else empty."""


def automorphism_group(
    graph: ColouredGraph,
    *,
    canonical: bool = False,
    seconds: float = FOREVER,
    memory: int = _MEMORY,
    stop: Stop | None = None,
) -> AutomorphismGroup | None:
    """The automorphisms of a graph; `None` if that takes longer, or more bytes, than it may, or is stopped."""
    edges = np.ascontiguousarray(graph.edges).reshape(-1)
    found = interruptible(
        lambda flag: find_automorphisms(graph.colours, edges, canonical, seconds, memory, flag), stop or Stop()
    )
    if found["outcome"] != "complete":
        return None
    bounds = found["offsets"][1:-1].astype(np.int64)
    moved, images = np.split(found["moved"], bounds), np.split(found["images"], bounds)
    return AutomorphismGroup(
        list(zip(moved, images, strict=True)) if len(found["offsets"]) > 1 else [],
        prod(found["factors"].tolist()),
        found["orbits"],
        found["labels"],
    )


def generators(graph: ColouredGraph) -> list[Permutation]:
    """Generators of what automorphisms do to the points. Those that move no point are left out."""
    found: dict[bytes, Permutation] = {}
    for moved, images in _whole_group(graph).generators:
        own = int(np.searchsorted(moved, graph.points))
        key = moved[:own].tobytes() + images[:own].tobytes()
        if own and key not in found:
            found[key] = np.arange(graph.points, dtype=np.int32)
            found[key][moved[:own]] = images[:own]
    return list(found.values())


def order(graph: ColouredGraph) -> int:
    """The order of the group of what automorphisms do to the points.

    That is the order of the whole group over that of its kernel: the automorphisms that move no point.
    """
    kernel = graph.with_fixed(range(graph.points))
    return _whole_group(graph).order // _whole_group(kernel).order


def canonical_labelling(graph: ColouredGraph) -> Labels:
    """For each vertex its label: two graphs are isomorphic if and only if they are the same graph by their labels.

    Colours count as the numbers that they are, and labels are in the order of colours.
    """
    return _whole_group(graph, canonical=True).labels


def _whole_group(graph: ColouredGraph, *, canonical: bool = False) -> AutomorphismGroup:
    found = automorphism_group(graph, canonical=canonical)
    if found is None:
        raise MemoryError(f"the automorphisms of a graph of {graph.vertices} vertices take too much memory")
    return found


def orbits(generators: Sequence[Permutation], points: Sequence[int]) -> list[list[int]]:
    """These points, those that some product of generators maps to each other together. Each orbit is ascending."""
    inside = set(points)
    seen: set[int] = set()
    found: list[list[int]] = []
    for start in sorted(inside):
        if start in seen:
            continue
        seen.add(start)
        orbit = [start]
        for point in orbit:  # grows while we look at it
            fresh = {int(generator[point]) for generator in generators} - seen
            seen |= fresh
            orbit += sorted(fresh)
        found.append(sorted(point for point in orbit if point in inside))
    return found
