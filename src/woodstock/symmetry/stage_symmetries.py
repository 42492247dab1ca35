"""Symmetries of one stage whose state is known (paper 001, section 4.2, propositions 3 and 4).

Which of its solutions are the same can be asked in two ways. A symmetry of the game that leaves the state as it is, an
automorphism of the graph of the game in which the fluents that hold have a colour of their own, maps what follows from
one solution to what follows from another: searches may join them.

Or the state is put in, and what is left of the network are the variables of the moves, each with the legal moves for
its values. What the stage is worth is one more constraint over them: either the exact value of every joint move, or, as
paper 002 has it, the joint moves that an estimate puts below a threshold, as nogoods. An automorphism of that
microstructure complement maps moves to moves of the same worth. By exact values it keeps minimax strategies; by
nogoods it keeps them as far as the estimates are right. It says nothing of what follows later in the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from woodstock.engine.machine import Machine, State
from woodstock.symmetry.automorphisms import generators, orbits, order
from woodstock.symmetry.coloured_graph import ColouredGraph, GraphBuilder
from woodstock.symmetry.points import Permutation, Points
from woodstock.symmetry.verification import joint_image, keeps

JointMove = tuple[int, ...]
Classes = list[list[JointMove]]
"""Joint moves, those that are symmetric together. One that is like no other is not listed."""


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


def stabiliser_classes(
    machine: Machine, points: Points, graph: ColouredGraph, state: State, joint_moves: Sequence[JointMove]
) -> Classes:
    """Joint moves of a state that symmetries of the game which leave it as it is map to each other.

    The graph is that of the game. The machine confirms each generator on the state.
    """
    bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")[: len(points.fluents)]
    chance = random.Random(1)
    found = [one for one in generators(graph.with_marked(bits.astype(np.bool_))) if points.legible(one)]
    kept = [one for one in found if keeps(machine, points, one, state, chance)]
    return _classes(joint_moves, kept, lambda one, joint_move: joint_image(points, one, joint_move))


def nogood_classes(joint_moves: Sequence[JointMove], nogoods: Iterable[JointMove]) -> Classes:
    """Joint moves that symmetries of the stage with these nogoods map to each other (paper 002, section 4)."""
    legal = [sorted({joint_move[role] for joint_move in joint_moves}) for role in range(len(joint_moves[0]))]
    place = {pair: at for at, pair in enumerate((role, move) for role, own in enumerate(legal) for move in own)}
    moves = [move for own in legal for move in own]

    def image(one: Permutation, joint_move: JointMove) -> list[int]:
        return [moves[one[place[role, move]]] for role, move in enumerate(joint_move)]

    return _classes(joint_moves, generators(_graph(legal, dict.fromkeys(nogoods, "nogood"))), image)


def _classes(
    joint_moves: Sequence[JointMove],
    found: Sequence[Permutation],
    image: Callable[[Permutation, JointMove], Sequence[int]],
) -> Classes:
    place = {joint_move: at for at, joint_move in enumerate(joint_moves)}
    on_places = [
        np.array([place[tuple(image(one, joint_move))] for joint_move in joint_moves], dtype=np.int32) for one in found
    ]
    together = orbits(on_places, range(len(joint_moves)))
    return [[joint_moves[at] for at in orbit] for orbit in together if len(orbit) > 1]


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
