"""The orders of all groups, by our search as by nauty, which the papers use."""

from __future__ import annotations

import pynauty
import pytest

import woodstock as ws
from symmetry.by_others import nauty_graph
from woodstock import games
from woodstock.symmetry import By, graph_of
from woodstock.symmetry.automorphisms import order
from woodstock.symmetry.coloured_graph import ColouredGraph

MOST_VERTICES = 20_000
"""nauty as pynauty has it keeps a matrix of vertices by vertices."""
SMALL = (
    "guess_dice kuhn_poker lights_out matching_pennies monty_hall nim orchard phantom_tic_tac_toe "
    "random_tic_tac_toe_2x2 rock_paper_scissors tic_tac_toe tic_tac_toe_2x2"
).split()


def by_nauty(graph: ColouredGraph) -> float:
    """The order of the group of what automorphisms do to the points."""
    return _order(graph) / _order(graph.with_fixed(range(graph.points)))


def _order(graph: ColouredGraph) -> float:
    made = nauty_graph(graph)
    _, mantissa, exponent, _, _ = pynauty.autgrp(made)
    return float(mantissa * 10**exponent)


@pytest.mark.parametrize("by", ["rules", "constraints"])
@pytest.mark.parametrize(
    "name", [name if name in SMALL else pytest.param(name, marks=pytest.mark.slow) for name in games.names()]
)
def test_orders_are_those_of_nauty(name: str, by: By) -> None:
    game = ws.load(name)
    for swaps in (False, True):
        graph = graph_of(game, by, swaps=swaps)
        if graph.vertices > MOST_VERTICES:
            pytest.skip(f"{graph.vertices} vertices are too many for nauty")
        assert order(graph) == by_nauty(graph)
