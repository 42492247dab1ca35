"""Games written down as trees of positions: every shape a search can meet, small enough to solve."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod


@dataclass
class Tree:
    """Positions by number: the moves of each role and where joint moves lead, or the goals at the end."""

    roles: tuple[str, ...]
    moves: dict[int, tuple[int, ...]] = field(default_factory=dict)
    children: dict[int, list[int]] = field(default_factory=dict)
    goals: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def kif(self) -> str:
        """The rules."""
        lines = [f"(role {role})" for role in self.roles] + ["(init (at 0))"]
        for node, counts in self.moves.items():
            for role, count in zip(self.roles, counts, strict=True):
                lines += [f"(<= (legal {role} (m {move})) (true (at {node})))" for move in range(count)]
            for joint_move, child in zip(product(*map(range, counts)), self.children[node], strict=True):
                does = " ".join(f"(does {r} (m {m}))" for r, m in zip(self.roles, joint_move, strict=True))
                lines.append(f"(<= (next (at {child})) (true (at {node})) {does})")
        for node, goals in self.goals.items():
            lines.append(f"(<= terminal (true (at {node})))")
            for role, goal in zip(self.roles, goals, strict=True):
                lines.append(f"(<= (goal {role} {goal}) (true (at {node})))")
        return "\n".join(lines)


def random_tree(seed: int) -> Tree:
    """A few levels of choices by one role or several, chance among them.

    Either the sum is constant, or no role has the same goal twice: of moves that are equal to the one who chooses but
    not to others a search may prove any, and the values would not be unique.
    """
    rng = random.Random(seed)
    roles = rng.choice([("a",), ("a", "b"), ("a", "b"), ("a", "b", "c"), ("a", "random"), ("a", "b", "random")])
    tree = Tree(roles)
    counter = iter(range(10**6))

    def grow(depth: int) -> int:
        node = next(counter)
        if depth == 0 or (node > 0 and rng.random() < 0.15):
            tree.goals[node] = ()
            return node
        counts = [1] * len(roles)
        for role in rng.sample(range(len(roles)), rng.choice([1, 1, 1, min(2, len(roles))])):
            counts[role] = rng.randint(2, 3)
        tree.moves[node] = tuple(counts)
        tree.children[node] = [grow(depth - 1) for _ in range(prod(counts))]
        return node

    grow(3)
    if rng.random() < 0.5 and len(tree.goals) <= 100:
        columns = [rng.sample(range(101), len(tree.goals)) for _ in roles]
    else:
        first = [rng.choice([0, 25, 50, 100]) for _ in tree.goals]
        columns = [first] + [[100 - goal for goal in first] for _ in roles[1:]]
    tree.goals = dict(zip(tree.goals, zip(*columns, strict=True), strict=True))
    return tree


def one_stage(roles: tuple[str, ...], counts: tuple[int, ...], goals: Sequence[tuple[int, ...]]) -> Tree:
    """One joint move, and it is over: goals by joint move, the last role running fastest."""
    tree = Tree(roles)
    tree.moves[0] = counts
    tree.children[0] = list(range(1, len(goals) + 1))
    tree.goals = dict(enumerate(goals, start=1))
    return tree
