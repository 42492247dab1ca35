"""Coloured graphs: what automorphisms are looked for in."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Colours = NDArray[np.int64]
Edges = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ColouredGraph:
    """Vertices with colours, and edges between them. The first `points` vertices are what symmetries are told of."""

    colours: Colours
    edges: Edges
    """Pairs of vertices, one a row."""
    points: int

    @property
    def vertices(self) -> int:
        """How many there are."""
        return len(self.colours)

    def with_fixed(self, fixed: Iterable[int]) -> ColouredGraph:
        """The graph in which each of these vertices has a colour of its own."""
        colours = self.colours.copy()
        for shift, vertex in enumerate(fixed):
            colours[vertex] = len(self.colours) + shift
        return ColouredGraph(colours, self.edges, self.points)

    def with_marked(self, marked: NDArray[np.bool_]) -> ColouredGraph:
        """The graph in which the points that are marked differ in colour from those that are not."""
        colours = self.colours * 2
        colours[: len(marked)] += marked
        return ColouredGraph(colours, self.edges, self.points)


class GraphBuilder:
    """A coloured graph as it grows. Any two colours that compare equal are one."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._colours: list[int] = []
        self._from: list[int] = []
        self._to: list[int] = []

    def vertex(self, colour: Hashable, *neighbours: int) -> int:
        """A new vertex, joined to these."""
        number = len(self._colours)
        self._colours.append(self._numbers.setdefault(colour, len(self._numbers)))
        for neighbour in neighbours:
            self.edge(number, neighbour)
        return number

    def edge(self, one: int, other: int) -> None:
        """Join two vertices."""
        self._from.append(one)
        self._to.append(other)

    def graph(self, points: int) -> ColouredGraph:
        """What was built."""
        edges = np.column_stack((np.array(self._from, dtype=np.int64), np.array(self._to, dtype=np.int64)))
        return ColouredGraph(np.array(self._colours, dtype=np.int64), edges.reshape(-1, 2), points)
