"""What a role knows: its own moves and its percepts, step by step. Two histories that give it the same are one to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from woodstock.engine.machine import Machine, State

Information = tuple[tuple[str, tuple[str, ...]], ...]
"""For each step the own move and what was seen, as KIF text."""


@dataclass(frozen=True)
class Node:
    """A state on the way, with what each role knows there."""

    state: State
    known: tuple[Information, ...]


def root(machine: Machine) -> Node:
    """The start, where nobody has moved or seen anything."""
    return Node(machine.initial(), tuple(() for _ in machine.roles))


def after(machine: Machine, node: Node, joint: list[int]) -> Node:
    """The node to which a joint move leads."""
    seen = machine.percepts(node.state, joint)
    known = tuple(
        (*before, (machine.move_name(role, move), tuple(percepts)))
        for role, (before, move, percepts) in enumerate(zip(node.known, joint, seen, strict=True))
    )
    return Node(machine.next(node.state, joint), known)


def walk(machine: Machine, role: int, rng: random.Random, *, keep: int = 24, tries: int = 3) -> Iterator[set[State]]:
    """A random game to its end. At each step, some states that are the same to this role, the true one among them:
    whatever the others may have done instead, as long as it would have seen the same."""
    state, twins = machine.initial(), {machine.initial()}
    yield twins
    while not machine.terminal(state):
        joint = [rng.choice(moves) for moves in machine.legal(state)]
        seen = machine.percepts(state, joint)[role]
        found = []
        for twin in twins:
            if machine.terminal(twin):
                continue
            legal = machine.legal(twin)
            for _ in range(tries):
                other = [rng.choice(moves) for moves in legal]
                other[role] = joint[role]
                if machine.percepts(twin, other)[role] == seen:
                    found.append(machine.next(twin, other))
        state = machine.next(state, joint)
        twins = {state, *rng.sample(found, min(len(found), keep))}
        yield twins
