"""Automorphisms and canonical labellings: against brute force, BLISS, nauty, and groups that are known."""

from __future__ import annotations

import threading
import time
from itertools import permutations
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import woodstock as ws
from oracles.schreier_sims import group_order
from symmetry import by_others, families
from woodstock.core import Stop
from woodstock.symmetry import By, graph_of
from woodstock.symmetry.automorphisms import AutomorphismGroup, automorphism_group, canonical_labelling
from woodstock.symmetry.coloured_graph import ColouredGraph

FAMILIES = {
    "nothing": families.graph(0, []),
    "one vertex": families.graph(1, []),
    "no edges": families.graph(40, []),
    "complete": families.graph(9, families.complete(9)),
    "petersen": families.petersen(),
    "cube of 3": families.hypercube(3),
    "cube of 6": families.hypercube(6),
    "paley 13": families.paley(13),
    "paley 37": families.paley(37),
    "rook": families.rook(),
    "shrikhande": families.shrikhande(),
    "triangular": families.triangular(),
    **{f"chang {number}": made for number, made in enumerate(families.changs(), 1)},
    "cfi over 4": families.cfi(families.complete(4), False),
    "twisted cfi over 4": families.cfi(families.complete(4), True),
    "cfi over 5": families.cfi(families.complete(5), False),
    "twisted cfi over 5": families.cfi(families.complete(5), True),
    "binary tree": families.tree(2, 5),
    "ternary tree": families.tree(3, 3),
    "path": families.graph(30, [(at, at + 1) for at in range(29)]),
    "ring of cliques": families.wreath(12, 3),
    "fano": families.fano(),
    "petersens": families.copies(families.petersen(), 4),
    "rooks and shrikhandes": families.union([families.rook(), families.shrikhande()] * 3),
    "triangles and hexagons": families.union([families.cycle(3)] * 5 + [families.cycle(6)] * 4),
    "rings apart": families.copies(families.wreath(5, 2), 3),
    "loops": families.graph(5, [(0, 0), (1, 1), (0, 1), (2, 3), (3, 4)]),
    "parallel edges": families.graph(4, [(0, 1), (1, 0), (0, 1), (2, 3)]),
}
ALIKE = ["rook", "shrikhande", "triangular", "chang 1", "chang 2", "chang 3"]
LOOPED = {"loops", "parallel edges"}
APART = {"nothing", "no edges", "petersens", "rooks and shrikhandes", "triangles and hexagons", "rings apart", *LOOPED}


@st.composite
def coloured_graphs(draw: st.DrawFn, most: int = 14) -> ColouredGraph:
    vertices = draw(st.integers(1, most))
    ends = st.integers(0, vertices - 1)
    edges = draw(st.lists(st.tuples(ends, ends).filter(lambda edge: edge[0] != edge[1]), max_size=3 * vertices))
    colours = draw(st.lists(st.integers(0, draw(st.integers(0, 2))), min_size=vertices, max_size=vertices))
    return families.graph(vertices, {(min(edge), max(edge)) for edge in edges}, colours)


def found(graph: ColouredGraph) -> AutomorphismGroup:
    group = automorphism_group(graph, canonical=True)
    assert group is not None
    return group


def form(graph: ColouredGraph) -> tuple[tuple[int, ...], frozenset[frozenset[int]]]:
    """The graph by its canonical labels."""
    labels = canonical_labelling(graph).tolist()
    assert sorted(labels) == list(range(graph.vertices))
    colours = tuple(graph.colours[np.argsort(labels)].tolist()) if labels else ()
    assert colours == tuple(sorted(colours))
    return colours, frozenset(frozenset((labels[one], labels[other])) for one, other in graph.edges.tolist())


def elements(graph: ColouredGraph, group: AutomorphismGroup) -> list[tuple[int, ...]]:
    """The generators as rows, each of which maps edges to edges and keeps colours."""
    rows: list[tuple[int, ...]] = []
    edges = {frozenset(edge) for edge in graph.edges.tolist()}
    for moved, images in group.generators:
        row = np.arange(graph.vertices)
        row[moved] = images
        assert moved.tolist() == sorted(moved.tolist()) and (row[moved] != moved).all()
        assert sorted(row.tolist()) == list(range(graph.vertices))
        assert (graph.colours[row] == graph.colours).all()
        assert {frozenset(int(row[end]) for end in edge) for edge in edges} == edges
        rows.append(tuple(row.tolist()))
    return rows


def orbits_of(representatives: list[int]) -> set[frozenset[int]]:
    return {
        frozenset(vertex for vertex, own in enumerate(representatives) if own == one) for one in set(representatives)
    }


def check(graph: ColouredGraph) -> AutomorphismGroup:
    """All that must hold of what is found, of itself and against others."""
    group = found(graph)
    rows = elements(graph, group)
    if graph.vertices <= 64 and len(rows) <= 40:
        assert group_order(rows, graph.vertices) == group.order
    order, orbits = by_others.nauty_group(graph)
    assert group.order == pytest.approx(order)
    assert orbits_of(group.orbits.tolist()) == orbits_of(orbits)
    assert group.order == by_others.bliss_order(graph)
    for seed in (1, 2):
        assert form(families.relabelled(graph, seed)) == form(graph)
    return group


@pytest.mark.parametrize("name", sorted(FAMILIES.keys() - LOOPED - {"nothing"}))
def test_families(name: str) -> None:
    check(FAMILIES[name])


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("nothing", 1),
        ("no edges", factorial(40)),
        ("petersen", 120),
        ("cube of 6", 2**6 * factorial(6)),
        ("rook", 1152),
        ("shrikhande", 192),
        ("triangular", factorial(8)),
        ("chang 1", 384),
        ("chang 2", 96),
        ("chang 3", 360),
        ("fano", 336),
        ("petersens", 120**4 * 24),
        ("rooks and shrikhandes", 1152**3 * 192**3 * 6 * 6),
        ("triangles and hexagons", 6**5 * 120 * 12**4 * 24),
        ("ring of cliques", 24 * 6**12),
        ("loops", 2 * 2),
        ("parallel edges", 8),
    ],
)
def test_known_orders(name: str, order: int) -> None:
    assert found(FAMILIES[name]).order == order


def test_graphs_that_refinement_cannot_tell_apart() -> None:
    assert len({form(FAMILIES[name]) for name in ALIKE}) == len(ALIKE)
    for size in (4, 5):
        plain, twisted = FAMILIES[f"cfi over {size}"], FAMILIES[f"twisted cfi over {size}"]
        assert form(plain) != form(twisted)
        # Two twists undo each other.
        both = families.union([plain, twisted])
        assert form(both) == form(families.union([twisted, families.relabelled(plain, 3)]))
        assert form(both) != form(families.union([plain, plain]))


@settings(max_examples=300, deadline=None)
@given(coloured_graphs())
def test_any_graph(graph: ColouredGraph) -> None:
    check(graph)


@settings(max_examples=200, deadline=None)
@given(coloured_graphs(6))
def test_all_permutations_of_few_vertices(graph: ColouredGraph) -> None:
    edges = {frozenset(edge) for edge in graph.edges.tolist()}
    colours = graph.colours.tolist()
    count = sum(
        all(colours[image] == colour for image, colour in zip(one, colours, strict=True))
        and {frozenset(one[end] for end in edge) for edge in edges} == edges
        for one in permutations(range(graph.vertices))
    )
    assert found(graph).order == count


@settings(max_examples=300, deadline=None)
@given(coloured_graphs(7), coloured_graphs(7), st.integers(0, 5))
def test_forms_are_the_same_where_nauty_s_are(one: ColouredGraph, other: ColouredGraph, seed: int) -> None:
    for second in (other, families.relabelled(one, seed)):
        same = by_others.nauty_certificate(one) == by_others.nauty_certificate(second)
        assert (form(one) == form(second)) == same


def test_all_graphs_of_five_vertices() -> None:
    """There are 34 up to isomorphism."""
    pairs = families.complete(5)
    made = (families.graph(5, [pair for bit, pair in enumerate(pairs) if bits >> bit & 1]) for bits in range(1 << 10))
    assert len({form(graph) for graph in made}) == 34


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(FAMILIES.keys() - APART)), min_size=2, max_size=4))
def test_unions(names: list[str]) -> None:
    parts = [FAMILIES[name] for name in names]
    group = found(families.union(parts))
    assert group.order == prod(found(part).order for part in parts) * prod(
        factorial(names.count(name)) for name in set(names)
    )
    assert form(families.union(parts)) == form(families.relabelled(families.union(parts[::-1]), 1))


@pytest.mark.parametrize("by", ["rules", "constraints"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "quarto", "orchard", "battleship"])
def test_graphs_of_games(name: str, by: By) -> None:
    graph = graph_of(ws.load(name), by)
    group = found(graph)
    assert group.order == by_others.bliss_order(graph)
    assert form(graph) == form(families.relabelled(graph, 1))


def test_the_same_result_always() -> None:
    graph = families.relabelled(FAMILIES["rooks and shrikhandes"], 4)
    one, other = found(graph), found(graph)
    assert (one.labels == other.labels).all()
    assert elements(graph, one) == elements(graph, other)


@pytest.mark.clock
def test_many_triangles() -> None:
    graph = families.copies(families.cycle(3), 3000)
    begun = time.monotonic()
    group = found(graph)
    assert time.monotonic() - begun < 1
    assert group.order == 6**3000 * factorial(3000)
    assert form(graph) == form(families.relabelled(graph, 1))


def test_deep_graphs_need_no_stack() -> None:
    length = 100_000
    path = families.graph(length, [(at, at + 1) for at in range(length - 1)])
    assert found(path).order == 2
    comb = families.graph(3 * length, [(at, at + 3) for at in range(0, 3 * length - 3, 3)])
    legs = [(at + leg, at) for at in range(0, 3 * length, 3) for leg in (1, 2)]
    both = families.graph(3 * length, [*map(tuple, comb.edges.tolist()), *legs])
    assert found(both).order == 2 ** (length + 1)


def test_limits() -> None:
    graph = families.copies(FAMILIES["petersens"], 50)
    assert automorphism_group(graph, seconds=0) is None
    assert automorphism_group(graph, memory=10_000) is None
    stop = Stop()
    stop.raise_()
    assert automorphism_group(graph, stop=stop) is None
    assert automorphism_group(graph) is not None


@pytest.mark.clock
def test_it_ends_soon_when_it_has_to() -> None:
    graph = families.torus(700)
    for seconds in (0.02, 20.0):
        stop = Stop()
        if seconds > 1:
            threading.Timer(0.05, stop.raise_).start()
        begun = time.monotonic()
        assert automorphism_group(graph, seconds=seconds, stop=stop) is None
        assert time.monotonic() - begun < 2
