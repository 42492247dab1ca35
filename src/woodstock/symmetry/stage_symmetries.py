"""Symmetries of one stage whose state is known (paper 001, section 4.2, propositions 3 and 4).

With the state put in, what is left of the network of a stage are the variables of the moves, each with the legal moves
for its values. What the stage is worth is one more constraint over them: either the exact value of every joint move,
or, as paper 002 has it, the joint moves that an estimate puts below a threshold, as nogoods. An automorphism of that
microstructure complement maps moves to moves of the same worth. By exact values it keeps minimax strategies; by
nogoods it keeps them as far as the estimates are right. It says nothing of what follows later in the game, so trees
are not searched up to these symmetries.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from woodstock.symmetry.automorphisms import generators, orbits, order
from woodstock.symmetry.coloured_graph import ColouredGraph, GraphBuilder

JointMove = tuple[int, ...]


@dataclass(frozen=True)
class StageSymmetries:
    """What can be renamed among the legal moves of a state."""

    orbits: tuple[tuple[tuple[int, ...], ...], ...]
    """For each role its legal moves, those that are symmetric together."""
    order: int
    generators: int


def by_values(legal: Sequence[Sequence[int]], values: Mapping[JointMove, Hashable]) -> StageSymmetries:
    """Of the stage in which each joint move has this value: constraints Q of proposition 3."""
    return _symmetries(legal, values)


def by_nogoods(legal: Sequence[Sequence[int]], nogoods: Iterable[JointMove]) -> StageSymmetries:
    """Of the stage in which these joint moves are below the threshold (paper 002, section 4)."""
    return _symmetries(legal, dict.fromkeys(nogoods, "nogood"))


def _symmetries(legal: Sequence[Sequence[int]], rows: Mapping[JointMove, Hashable]) -> StageSymmetries:
    graph = _graph(legal, rows)
    found = generators(graph)
    first = 0
    by_role: list[tuple[tuple[int, ...], ...]] = []
    for own in legal:
        places = range(first, first + len(own))
        by_role.append(tuple(tuple(own[point - first] for point in orbit) for orbit in orbits(found, places)))
        first += len(own)
    return StageSymmetries(tuple(by_role), order(graph), len(found))


def _graph(legal: Sequence[Sequence[int]], rows: Mapping[JointMove, Hashable]) -> ColouredGraph:
    build = GraphBuilder()
    pairs = [{move: build.vertex(("move", role)) for move in own} for role, own in enumerate(legal)]
    for joint_move, colour in rows.items():
        build.vertex(("row", colour), *(own[move] for own, move in zip(pairs, joint_move, strict=True)))
    return build.graph(sum(map(len, legal)))
