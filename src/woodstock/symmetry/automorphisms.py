"""Automorphisms of coloured graphs, by BLISS (Junttila and Kaski 2007) as igraph has it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from woodstock.symmetry.coloured_graph import ColouredGraph
from woodstock.symmetry.points import Permutation

if TYPE_CHECKING:
    import igraph

_HEURISTIC = "fl"
"""How BLISS chooses the cell to split: the first largest one, which is the quickest on our graphs."""


def generators(graph: ColouredGraph) -> list[Permutation]:
    """Generators of what automorphisms do to the points. Those that move no point are left out."""
    found: dict[bytes, Permutation] = {}
    for whole in _graph(graph).automorphism_group(sh=_HEURISTIC, color=graph.colours.tolist()):
        permutation = np.array(whole[: graph.points], dtype=np.int32)
        if (permutation != np.arange(graph.points)).any():
            found.setdefault(permutation.tobytes(), permutation)
    return list(found.values())


def order(graph: ColouredGraph) -> int:
    """The order of the group of what automorphisms do to the points.

    That is the order of the whole group over that of its kernel: the automorphisms that move no point.
    """
    kernel = graph.with_fixed(range(graph.points))
    return _count(graph) // _count(kernel)


def _count(graph: ColouredGraph) -> int:
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # igraph hands large orders on as text
    try:
        return int(_graph(graph).count_automorphisms(sh=_HEURISTIC, color=graph.colours.tolist()))
    finally:
        sys.set_int_max_str_digits(digits)


def _graph(graph: ColouredGraph) -> igraph.Graph:
    import igraph  # here, for it takes a while, and most who import this module find nothing themselves

    return igraph.Graph(n=graph.vertices, edges=graph.edges)


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
