"""Subgames: parts of a game that do not depend on each other, found in its circuit.

Fluents and moves belong together when one is looked at to tell what becomes of the other: the next value of a fluent,
or whether a move is legal. What no move has a say in, such as a counter of steps, belongs to no part: it is the same in
all. Ends and goals may look at several parts; whoever searches parts apart has to deal with that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from woodstock.circuit import Circuit

_LARGEST = 50_000
"""Gates of a circuit beyond which nothing is looked for."""

_MOST_PARTS = 16
"""Parts that are worth a search of their own."""

_LEGAL, _GOAL = 1, 4
"""Cones; see `Circuit`."""


@dataclass(frozen=True, slots=True)
class Subgame:
    """A part of a game. Moves are numbered one after another over all roles."""

    fluents: frozenset[int]
    moves: frozenset[int]


def subgames(circuit: Circuit) -> tuple[Subgame, ...]:
    """The parts that have fluents and moves, in the order of their first fluents; none where the circuit is large."""
    if circuit.gates > _LARGEST:
        return ()
    gates = _Gates(circuit)
    swayed = gates.swayed()
    leader = list(range(gates.nodes))

    def find(node: int) -> int:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    outputs = [*zip(gates.fluents, gates.next, strict=True), *zip(gates.moves, gates.legal, strict=True)]
    needed = gates.needed_by(literal for _, literal in outputs)
    links = [(node, literal) for node in gates.own if needed[node] for literal in gates.inputs(node)]
    for node, literal in (*links, *outputs):
        if swayed[node] and swayed[literal >> 1]:
            leader[find(node)] = find(literal >> 1)
    fluents: dict[int, set[int]] = {}
    moves: dict[int, set[int]] = {}
    for number, node in enumerate(gates.fluents):
        if swayed[node]:
            fluents.setdefault(find(node), set()).add(number)
    for number, node in enumerate(gates.moves):
        moves.setdefault(find(node), set()).add(number)
    return tuple(Subgame(frozenset(own), frozenset(moves[part])) for part, own in fluents.items() if part in moves)


def apart(circuit: Circuit) -> tuple[Circuit, ...]:
    """For a puzzle in which the highest goal wants something of each part by itself: a circuit for each part, over the
    same states and moves. Moves of other parts are not legal there. It ends when its part is as wanted, with 100, and
    when the puzzle does, otherwise with 0. Nothing where there are fewer than two such parts, or very many."""
    parts = subgames(circuit)
    if not 2 <= len(parts) <= _MOST_PARTS or not circuit.goals[0]:
        return ()
    gates = _Gates(circuit)
    swayed = gates.swayed()
    wanted: list[list[int]] = [[] for _ in parts]
    for literal in gates.conjuncts(int(circuit.arrays["goal"][-1])):
        seen = {node - 1 for node in gates.support(literal) if node <= len(gates.fluents) and swayed[node]}
        if not seen:
            continue
        at = next((at for at, part in enumerate(parts) if seen <= part.fluents), None)
        if at is None:
            return ()
        wanted[at].append(literal)
    if sum(map(bool, wanted)) < 2:
        return ()
    elsewhere = [frozenset().union(*(other.moves for other in parts if other is not part)) for part in parts]
    return tuple(_part(circuit, barred, own) for barred, own in zip(elsewhere, wanted, strict=True) if own)


def _part(circuit: Circuit, barred: frozenset[int], wanted: list[int]) -> Circuit:
    """The circuit in which some moves are never legal and only some literals are outputs."""
    arrays = dict(circuit.arrays)
    legal = arrays["legal"].copy()
    legal[sorted(barred)] = 1
    first = 1 + len(circuit.fluents) + len(legal)
    count = circuit.gates
    done, going = 2 * (first + count), 2 * (first + count + 1)
    new = [wanted, [done ^ 1, int(arrays["terminal"]) ^ 1]]
    ends = np.cumsum([len(inputs) for inputs in new]) + len(arrays["literals"])
    arrays |= {
        "legal": legal,
        "terminal": going ^ 1,
        "goal": np.array([done ^ 1, done], dtype=np.uint32),
        "offsets": np.concatenate((arrays["offsets"], ends)).astype(np.uint32),
        "literals": np.concatenate((arrays["literals"], *new)).astype(np.uint32),
        "cones": np.concatenate((arrays["cones"], [_LEGAL | _GOAL] * 2)).astype(np.uint8),
    }
    made = replace(circuit, goals=((0, 100),), arrays=arrays)
    for node, needed in enumerate(_Gates(made).needed_by([going])):
        if needed and node >= first:
            arrays["cones"][node - first] |= _LEGAL | _GOAL
    return made


class _Gates:
    """The gates of a circuit, one by one."""

    def __init__(self, circuit: Circuit) -> None:
        arrays = circuit.arrays
        self.next, self.legal = arrays["next"].tolist(), arrays["legal"].tolist()
        self.fluents = range(1, 1 + len(self.next))
        self.moves = range(self.fluents.stop, self.fluents.stop + len(self.legal))
        self.nodes = self.moves.stop + circuit.gates
        self.own = range(self.moves.stop, self.nodes)
        self._offsets, self._literals = arrays["offsets"].tolist(), arrays["literals"].tolist()
        triples = arrays["components"].reshape(-1, 3).tolist()
        self._recursive = {node for begin, _, end in triples for node in range(begin, end)}

    def inputs(self, node: int) -> list[int]:
        """The literals of a gate."""
        at = node - self.moves.stop
        found: list[int] = self._literals[self._offsets[at] : self._offsets[at + 1]]
        return found

    def needed_by(self, literals: Iterable[int]) -> list[bool]:
        """By node: do these literals depend on it?"""
        needed = [False] * self.nodes
        waiting = [literal >> 1 for literal in literals]
        while waiting:
            node = waiting.pop()
            if not needed[node]:
                needed[node] = True
                waiting += [literal >> 1 for literal in self.inputs(node)] if node in self.own else []
        return needed

    def support(self, literal: int) -> list[int]:
        """The fluents and moves that a literal depends on, as nodes."""
        return [node for node, needed in enumerate(self.needed_by([literal])) if needed and 0 < node < self.moves.stop]

    def conjuncts(self, literal: int) -> list[int]:
        """What must hold for a literal to hold, as far as that is an `and`."""
        if literal & 1 or literal >> 1 not in self.own or literal >> 1 in self._recursive:
            return [literal]
        return sorted({own for each in self.inputs(literal >> 1) for own in self.conjuncts(each)})

    def swayed(self) -> list[bool]:
        """By node: can a move make a difference to it, now or later?"""
        swayed = [node in self.moves for node in range(self.nodes)]
        changed = True
        while changed:
            before = sum(swayed)
            for node in self.own:
                swayed[node] = swayed[node] or any(swayed[literal >> 1] for literal in self.inputs(node))
            for node, literal in zip(self.fluents, self.next, strict=True):
                swayed[node] = swayed[node] or swayed[literal >> 1]
            changed = sum(swayed) > before
        return swayed
