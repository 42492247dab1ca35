"""How long does it take to find the automorphisms of a graph, here and with igraph's BLISS?

    python benchmarks/automorphisms.py [GAME ..] [--most-vertices N] [--rules] [--triangles]

A row for the rule graph and for the graph of the network of each game (`--rules`: only the former): vertices, edges,
the order of the group, milliseconds for generators by either, and the ratio; then the same for canonical labellings.
Times are the processor's, each the least of several. BLISS is given a graph that is already built; ours is built from
an array of edges each time. At the end come the geometric means of the ratios (below 1 we are faster), and 3,000
disjoint triangles, on which BLISS takes a minute (`--triangles`).

Graphs of more than N vertices are left out, and so are networks of games whose rule graph has more than half of that,
for it takes long to make them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from math import exp, log

import igraph
import numpy as np

import woodstock as ws
from woodstock import games
from woodstock.errors import WoodstockError
from woodstock.symmetry import By, graph_of
from woodstock.symmetry.automorphisms import automorphism_group
from woodstock.symmetry.coloured_graph import ColouredGraph

TRIANGLES = 3_000
ENOUGH = 0.3
"""Seconds that are spent on measuring one thing."""
HEURISTIC = "fl"
"""How BLISS chooses the cell to split: the first largest one, which is its quickest on these graphs."""


def triangles(count: int) -> ColouredGraph:
    """So many of them, disjoint."""
    corners = np.arange(3 * count).reshape(-1, 3)
    edges = np.concatenate((corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]))
    return ColouredGraph(np.zeros(3 * count, dtype=np.int64), edges, 3 * count)


def graphs(names: list[str], most: int, kinds: list[By]) -> Iterator[tuple[str, ColouredGraph]]:
    """The graphs of games, each with its name."""
    for name in names:
        game = ws.load(name)
        limit = most
        for by in kinds:
            try:
                graph = graph_of(game, by) if limit else None
            except WoodstockError:
                graph = None
            if graph is None or graph.vertices > most:
                print(f"{name} {by}: left out")
                continue
            limit = most if graph.vertices <= most // 2 else 0
            yield f"{name} {by}", graph


def least(call: Callable[[], object], most: int = 50) -> float:
    """Seconds for the quickest of some calls."""
    times: list[float] = []
    while not times or (sum(times) < ENOUGH and len(times) < most):
        begun = time.process_time()
        call()
        times.append(time.process_time() - begun)
    return min(times)


def row(name: str, graph: ColouredGraph) -> tuple[float, float]:
    """Prints how long it takes, and tells the ratios, of generators and of canonical labellings."""
    made, colours = igraph.Graph(n=graph.vertices, edges=graph.edges), graph.colours.tolist()
    ours = least(lambda: automorphism_group(graph))
    theirs = least(lambda: made.automorphism_group(sh=HEURISTIC, color=colours))
    ours_canonical = least(lambda: automorphism_group(graph, canonical=True))
    theirs_canonical = least(lambda: made.canonical_permutation(sh=HEURISTIC, color=colours))
    group = automorphism_group(graph)
    assert group is not None
    order = str(group.order) if group.order < 10**9 else f"2^{group.order.bit_length() - 1}"
    print(
        f"{name:45} {graph.vertices:8} {len(graph.edges):8} {order:>10} {ours * 1e3:9.2f} {theirs * 1e3:9.2f} "
        f"{ours / theirs:6.2f}   {ours_canonical * 1e3:9.2f} {theirs_canonical * 1e3:9.2f} "
        f"{ours_canonical / theirs_canonical:6.2f}",
        flush=True,
    )
    return ours / theirs, ours_canonical / theirs_canonical


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, ratios)) / len(ratios))


def main() -> None:
    """All rows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--most-vertices", type=int, default=150_000)
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--triangles", action="store_true")
    given = parser.parse_args()
    kinds: list[By] = ["rules"] if given.rules else ["rules", "constraints"]
    print(f"{'graph':45} {'vertices':>8} {'edges':>8} {'order':>10} {'ms':>9} {'BLISS':>9} {'ratio':>6}   canonical")
    ratios = [row(*one) for one in graphs(given.games or list(games.names()), given.most_vertices, kinds)]
    print(f"geometric mean of {len(ratios)} graphs of games: {mean([one for one, _ in ratios]):.2f}", end=", ")
    print(f"canonical labellings: {mean([two for _, two in ratios]):.2f}")
    graph = triangles(TRIANGLES)
    ours = least(lambda: automorphism_group(graph))
    canonical = least(lambda: automorphism_group(graph, canonical=True))
    print(f"{TRIANGLES} triangles: {ours:.3f} s, canonical labelling {canonical:.3f} s")
    if given.triangles:
        made = igraph.Graph(n=graph.vertices, edges=graph.edges)
        print(f"BLISS: {least(lambda: made.automorphism_group(sh=HEURISTIC)):.1f} s")


if __name__ == "__main__":
    main()
