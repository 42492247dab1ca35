"""Automorphisms and canonical forms as igraph's BLISS and nauty find them."""

from __future__ import annotations

import sys

import igraph
import pynauty

from woodstock.symmetry.coloured_graph import ColouredGraph


def bliss_order(graph: ColouredGraph) -> int:
    """The order of the group of all automorphisms."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # igraph hands large orders on as text
    try:
        made = igraph.Graph(n=graph.vertices, edges=graph.edges.tolist())
        return int(made.count_automorphisms(sh="fl", color=graph.colours.tolist()))
    finally:
        sys.set_int_max_str_digits(digits)


def nauty_group(graph: ColouredGraph) -> tuple[float, list[int]]:
    """The order of the group of all automorphisms, and for each vertex one that stands for its orbit."""
    _, mantissa, exponent, orbits, _ = pynauty.autgrp(nauty_graph(graph))
    return float(mantissa * 10**exponent), list(orbits)


def nauty_certificate(graph: ColouredGraph) -> tuple[object, ...]:
    """The same for isomorphic graphs, and for no others."""
    classes = [(colour, graph.colours.tolist().count(colour)) for colour in sorted(set(graph.colours.tolist()))]
    return tuple(classes), pynauty.certificate(nauty_graph(graph))


def nauty_graph(graph: ColouredGraph) -> pynauty.Graph:
    """The graph in the form of pynauty, with its colours in order."""
    classes: dict[int, set[int]] = {}
    for vertex, colour in enumerate(graph.colours.tolist()):
        classes.setdefault(colour, set()).add(vertex)
    neighbours: dict[int, list[int]] = {}
    for one, other in graph.edges.tolist():
        neighbours.setdefault(one, []).append(other)
    return pynauty.Graph(
        graph.vertices,
        adjacency_dict=neighbours,
        vertex_coloring=[classes[colour] for colour in sorted(classes)],
    )
