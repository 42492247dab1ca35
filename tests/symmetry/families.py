"""Coloured graphs whose automorphisms are known, or are hard to find."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import combinations, product

import numpy as np

from woodstock.symmetry.coloured_graph import ColouredGraph

Edge = tuple[int, int]


def graph(vertices: int, edges: Iterable[Edge], colours: Sequence[int] | None = None) -> ColouredGraph:
    """A graph, all of whose vertices are points."""
    return ColouredGraph(
        np.array([0] * vertices if colours is None else colours, dtype=np.int64),
        np.array(list(edges), dtype=np.int64).reshape(-1, 2),
        vertices,
    )


def relabelled(given: ColouredGraph, seed: int) -> ColouredGraph:
    """The same graph with its vertices and edges in another order."""
    chance = random.Random(seed)
    images = np.array(chance.sample(range(given.vertices), given.vertices), dtype=np.int64)
    colours = np.empty_like(given.colours)
    colours[images] = given.colours
    edges = [tuple(chance.sample(edge, 2)) for edge in images[given.edges].tolist()]
    return graph(given.vertices, chance.sample(edges, len(edges)), colours.tolist())


def joined(vertices: int, adjacent: Iterable[tuple[int, int, bool]]) -> ColouredGraph:
    """Of pairs that are adjacent or not."""
    return graph(vertices, [(one, other) for one, other, whether in adjacent if whether])


def hypercube(dimension: int) -> ColouredGraph:
    return joined(
        1 << dimension,
        ((one, other, (one ^ other).bit_count() == 1) for one, other in combinations(range(1 << dimension), 2)),
    )


def petersen() -> ColouredGraph:
    pairs = list(combinations(range(5), 2))
    return joined(10, ((i, j, not {*pairs[i]} & {*pairs[j]}) for i, j in combinations(range(10), 2)))


def paley(prime: int) -> ColouredGraph:
    """Joined if they differ by a square; strongly regular if the prime is 1 modulo 4."""
    squares = {number * number % prime for number in range(1, prime)}
    return joined(prime, ((i, j, (j - i) % prime in squares) for i, j in combinations(range(prime), 2)))


def rook() -> ColouredGraph:
    """The rook's graph on a board of 4 by 4: strongly regular with parameters 16, 6, 2, 2."""
    return joined(16, ((i, j, i % 4 == j % 4 or i // 4 == j // 4) for i, j in combinations(range(16), 2)))


def shrikhande() -> ColouredGraph:
    """The other one with the parameters of the rook's graph."""
    steps = {(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)}
    cells = list(product(range(4), repeat=2))
    return joined(
        16,
        (
            (i, j, ((cells[i][0] - cells[j][0]) % 4, (cells[i][1] - cells[j][1]) % 4) in steps)
            for i, j in combinations(range(16), 2)
        ),
    )


def triangular(switched: Iterable[Iterable[int]] = ()) -> ColouredGraph:
    """Pairs of eight that share one: strongly regular with 28, 12, 6, 4. Switched by a set of pairs, one of Chang's."""
    pairs = list(combinations(range(8), 2))
    inside = {tuple(sorted(pair)) for pair in switched}

    def adjacent(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return bool({*one} & {*other}) != ((one in inside) != (other in inside))

    return joined(28, ((i, j, adjacent(pairs[i], pairs[j])) for i, j in combinations(range(28), 2)))


def changs() -> list[ColouredGraph]:
    """The three graphs of Chang: T(8) switched by four edges apart, by an octagon, and by a triangle and a pentagon."""

    def cycle(*points: int) -> list[tuple[int, int]]:
        return list(zip(points, (*points[1:], points[0]), strict=True))

    return [
        triangular([(0, 1), (2, 3), (4, 5), (6, 7)]),
        triangular(cycle(*range(8))),
        triangular(cycle(0, 1, 2) + cycle(3, 4, 5, 6, 7)),
    ]


def cfi(base: Sequence[Edge], twisted: bool) -> ColouredGraph:
    """The graph of Cai, Fuerer and Immerman over a base; refinement cannot tell it from its twisted one."""
    vertices = sorted({end for edge in base for end in edge})
    numbers: dict[object, int] = {}
    colours: list[int] = []
    edges: list[Edge] = []

    def vertex(name: object, colour: int) -> int:
        if name not in numbers:
            numbers[name] = len(numbers)
            colours.append(colour)
        return numbers[name]

    for own in vertices:
        at = [edge for edge in base if own in edge]
        for size in range(0, len(at) + 1, 2):
            for chosen in combinations(at, size):
                middle = vertex((own, chosen), 0)
                edges += [(middle, vertex((own, edge, edge in chosen), 1)) for edge in at]
    for number, (one, other) in enumerate(base):
        twist = twisted and number == 0
        edges += [
            (numbers[one, (one, other), bit], numbers[other, (one, other), bit != twist]) for bit in (False, True)
        ]
    return graph(len(numbers), edges, colours)


def complete(size: int) -> list[Edge]:
    return list(combinations(range(size), 2))


def copies(given: ColouredGraph, count: int) -> ColouredGraph:
    """So many of it, disjoint."""
    return union([given] * count)


def union(parts: Sequence[ColouredGraph]) -> ColouredGraph:
    colours: list[int] = []
    edges: list[Edge] = []
    for part in parts:
        edges += [(one + len(colours), other + len(colours)) for one, other in part.edges.tolist()]
        colours += part.colours.tolist()
    return graph(len(colours), edges, colours)


def tree(branches: int, depth: int) -> ColouredGraph:
    """Each vertex has so many children, down to this depth."""
    edges: list[Edge] = []
    layer, count = [0], 1
    for _ in range(depth):
        below: list[int] = []
        for parent in layer:
            for _ in range(branches):
                edges.append((parent, count))
                below.append(count)
                count += 1
        layer = below
    return graph(count, edges)


def cycle(length: int) -> ColouredGraph:
    return graph(length, [(at, (at + 1) % length) for at in range(length)])


def torus(size: int) -> ColouredGraph:
    """A square grid, closed in both directions."""
    cells = np.arange(size * size).reshape(size, size)
    pairs = [np.column_stack((cells.ravel(), np.roll(cells, 1, axis).ravel())) for axis in (0, 1)]
    return ColouredGraph(np.zeros(size * size, dtype=np.int64), np.concatenate(pairs), size * size)


def wreath(ring: int, size: int) -> ColouredGraph:
    """A ring of complete graphs, each joined to the next altogether."""
    edges: list[Edge] = []
    for at in range(ring):
        own = range(at * size, (at + 1) * size)
        following = [(at + 1) % ring * size + step for step in range(size)]
        edges += [*combinations(own, 2), *product(own, following)]
    return graph(ring * size, edges)


def fano() -> ColouredGraph:
    """Points and lines of the projective plane of order 2, in one colour."""
    lines = [{(step + shift) % 7 for step in (0, 1, 3)} for shift in range(7)]
    return graph(14, [(point, 7 + number) for number, line in enumerate(lines) for point in line])
