"""What a role knows: its own moves and its percepts, step by step. Histories that give it the same are one to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from woodstock.engine.machine import Machine, State

Information = tuple[tuple[str, tuple[str, ...]], ...]
"""For each step the own move and what was seen, as KIF text."""


Strategy = Callable[[int, Information, list[int]], Mapping[int, Fraction]]
"""From a role, what it knows and its legal moves to the odds of each."""


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


def uniform(_role: int, _known: Information, legal: list[int]) -> Mapping[int, Fraction]:
    """Every legal move is as likely as any other: chance."""
    return dict.fromkeys(legal, Fraction(1, len(legal)))


Belief = list[tuple[Fraction, Node]]
"""Nodes that are the same to a role, each with the odds to come there."""


def best_value(machine: Machine, role: int, others: Strategy = uniform, belief: Belief | None = None) -> Fraction:
    """What a role can expect at most, if it knows no more than it should and the others play a known strategy. The odds
    of a belief need not sum to one: the value is in proportion."""
    belief = belief or [(Fraction(1), root(machine))]
    if machine.terminal(belief[0][1].state):
        return sum((odds * (machine.goals(node.state)[role] or 0) for odds, node in belief), Fraction(0))
    values = []
    for move in machine.legal(belief[0][1].state)[role]:
        groups: dict[Information, Belief] = {}
        for odds, node in belief:
            choices = [
                {move: Fraction(1)}
                if each == role
                else (uniform if each == machine.chance else others)(each, known, legal)
                for each, (known, legal) in enumerate(zip(node.known, machine.legal(node.state), strict=True))
            ]
            for joint in product(*choices):
                weight = odds * prod(choice[made] for choice, made in zip(choices, joint, strict=True))
                if weight:
                    reached = after(machine, node, list(joint))
                    groups.setdefault(reached.known[role], []).append((weight, reached))
        values.append(sum((best_value(machine, role, others, group) for group in groups.values()), Fraction(0)))
    return max(values)
