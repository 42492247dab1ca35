"""Games written down as graphs of positions: where each joint move leads, and what the ends are worth."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

Leads = (
    Mapping[tuple[int], str]
    | Mapping[tuple[int, int], str]
    | Mapping[tuple[int, int, int], str]
    | Mapping[tuple[int, ...], str]
)
"""By joint move: the position it leads to."""


@dataclass
class Graph:
    """Positions by name; the game starts in the first one that is added. The role `random`, if it is there, is last."""

    roles: Sequence[str]
    moves: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By position: how many moves each role has."""
    leads: dict[str, dict[tuple[int, ...], str]] = field(default_factory=dict)
    ends: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def add(self, name: str, moves: tuple[int, ...], leads: Leads) -> None:
        self.moves[name] = moves
        self.leads[name] = {tuple(joint): child for joint, child in leads.items()}

    def end(self, goals: Sequence[int]) -> str:
        name = "end_" + "_".join(map(str, goals))
        self.ends[name] = tuple(goals)
        return name

    def text(self) -> str:
        """The game as a rulesheet."""
        lines = [f"(role {role})" for role in self.roles]
        names = [*self.moves, *self.ends]
        lines.append(f"(init (at {names[0]}))")
        lines += [f"(base (at {name}))" for name in names]
        for name, counts in self.moves.items():
            for role, count in zip(self.roles, counts, strict=True):
                lines += [f"(<= (legal {role} m{move}) (true (at {name})))" for move in range(count)]
        for name, leads in self.leads.items():
            for joint, child in leads.items():
                does = " ".join(f"(does {role} m{move})" for role, move in zip(self.roles, joint, strict=True))
                lines.append(f"(<= (next (at {child})) (true (at {name})) {does})")
        for name, goals in self.ends.items():
            lines.append(f"(<= terminal (true (at {name})))")
            lines += [
                f"(<= (goal {role} {goal}) (true (at {name})))"
                for role, goal in zip(self.roles, goals, strict=False)
                if role != "random"
            ]
        return "\n".join(lines)


def matrix(rows: Sequence[Sequence[int]]) -> Graph:
    """Two roles choose at once; the first has the goal in the matrix, the second the rest of 100."""
    graph = Graph(("row", "column"))
    leads = {(i, j): graph.end((goal, 100 - goal)) for i, row in enumerate(rows) for j, goal in enumerate(row)}
    graph.add("start", (len(rows), len(rows[0])), leads)
    return graph


def random_graph(seed: int) -> Graph:
    """Layers of positions that lead to later layers.

    Two roles have goals that sum to 100, or one to three roles have goals that are all different, or they want the
    same; now and then there is chance, or several choose at once.
    """
    draw = random.Random(seed)
    kind = draw.choice(("against", "against", "different", "together"))
    players = 2 if kind == "against" else draw.randint(1, 3)
    chance = draw.random() < 0.5
    graph = Graph(tuple(f"p{i}" for i in range(players)) + (("random",) if chance else ()))
    pool = [draw.sample(range(101), 60) for _ in range(players)]

    def goals() -> tuple[int, ...]:
        if kind == "against":
            own = draw.choice((0, 0, 25, 50, 100))
            return own, 100 - own
        if kind == "together":
            return (draw.randrange(0, 101, 10),) * players
        return tuple(own.pop() for own in pool)

    depth, width = draw.randint(2, 4), draw.randint(2, 4)
    ends = [graph.end(goals()) for _ in range(8)]
    layers = [["start"]] + [[f"n{layer}_{i}" for i in range(width)] for layer in range(1, depth)] + [ends]
    for number, layer in enumerate(layers[:-1]):
        later = layers[number + 1] * 3 + [name for names in layers[number + 2 :] for name in names]
        for name in layer:
            counts = [1] * len(graph.roles)
            together = draw.random() < 0.3 and kind != "different"
            for role in draw.sample(range(len(counts)), min(len(counts), 2 if together else 1)):
                counts[role] = draw.randint(2, 3)
            joint_moves = product(*(range(count) for count in counts))
            graph.add(name, tuple(counts), {joint: draw.choice(later) for joint in joint_moves})
    return graph


SADDLE = matrix([[50, 30, 60], [70, 40, 90], [20, 35, 100]])
"""The second row against the second column: 40."""

ROCK_PAPER_SCISSORS = matrix([[50, 0, 100], [100, 50, 0], [0, 100, 50]])


def three_players() -> Graph:
    """Each chooses left or right in turn; all ends are different for everybody."""
    graph = Graph(("a", "b", "c"))
    goals = iter(
        [(10, 60, 35), (80, 20, 45), (30, 90, 5), (55, 15, 75), (25, 85, 65), (95, 40, 50), (0, 70, 100), (45, 5, 8)]
    )
    for name, role in [("", 0), ("l", 1), ("r", 1), ("ll", 2), ("lr", 2), ("rl", 2), ("rr", 2)]:
        counts = tuple(2 if own == role else 1 for own in range(3))
        left, right = (graph.end(next(goals)) if role == 2 else f"at_{name}{side}" for side in "lr")
        joint = tuple(1 if own == role else 0 for own in range(3))
        graph.add(f"at_{name}" if name else "start", counts, {(0, 0, 0): left, joint: right})
    return graph


def puzzle() -> Graph:
    """One role adds 1 or 3 to a number, or doubles it, and needs 11 exactly, from 1, in at most four steps."""
    graph = Graph(("solver",))
    waiting = [(1, 0)]
    while waiting:
        number, step = waiting.pop()
        leads = {}
        for move, child in enumerate((number + 1, number + 3, number * 2)):
            if child == 11 or step == 3:
                leads[move,] = graph.end((100 if child == 11 else min(child, 90),))
            else:
                leads[move,] = f"n{child}_{step + 1}"
                waiting.append((child, step + 1))
        graph.add(f"n{number}_{step}", (3,), leads)
    return graph


def bet() -> Graph:
    """A role bets high or low while chance throws one of three: both at once. High pays in one case, low in two."""
    graph = Graph(("player", "random"))
    win, lose, little = graph.end((100,)), graph.end((0,)), graph.end((40,))
    leads = {(0, 0): win, (0, 1): lose, (0, 2): lose, (1, 0): lose, (1, 1): little, (1, 2): little}
    graph.add("start", (2, 3), leads)
    return graph


def circle() -> Graph:
    """A role walks along a line of five places, for ever if it likes; at one end there is 100, at the other 30."""
    graph = Graph(("walker",))
    places = [graph.end((30,)), "a", "start", "b", graph.end((100,))]
    for at in (2, 1, 3):
        graph.add(places[at], (2,), {(0,): places[at - 1], (1,): places[at + 1]})
    return graph


def chase() -> Graph:
    """Two in turn go round a ring; who is to move can stay in the ring or leave it, which gives 100 to the other."""
    graph = Graph(("one", "two"))
    first, second = graph.end((0, 100)), graph.end((100, 0))
    graph.add("start", (2, 1), {(0, 0): "turn", (1, 0): first})
    graph.add("turn", (1, 2), {(0, 0): "start", (0, 1): second})
    return graph
