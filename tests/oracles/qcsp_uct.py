"""The Monte-Carlo search of paper 004, section 3, written slowly: algorithms 1 and 2, equation 4, shallow and deep."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from oracles.qcsp import Domains, pure, strongly_consistent
from woodstock.network import Network, Value, satisfied


@dataclass
class Node:
    """A partially assigned QCSP; its evaluation is for the existential player."""

    depth: int
    domains: Domains | None  # None: SQGAC shows a violation
    value: Value = None
    wins: float = 0.0
    visits: int = 0
    dead: bool = False  # the evaluation value is minus infinity
    children: list[Node] | None = None
    share: float = 0.0  # of the terminal nodes under each child


@dataclass
class Uct:
    """One search from the first variable. `update` is shallow, deep or none (no propagation)."""

    network: Network
    update: str
    seed: int = 0
    known: dict[object, Domains | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.full: Domains = {variable.name: variable.domain for variable in self.network.variables}
        start = self.full if self.update == "none" else self.consistent(self.full)
        self.root = Node(0, start, dead=start is None)

    def consistent(self, domains: Domains) -> Domains | None:
        """SQGAC, remembered."""
        key = tuple(domains.items())
        if key not in self.known:
            self.known[key] = strongly_consistent(self.network, domains)
        return self.known[key]

    def after(self, domains: Domains, depth: int, value: Value) -> Domains | None:
        """The domains after the variable at this depth got a value."""
        below = {**domains, self.network.variables[depth].name: (value,)}
        return below if self.update == "none" else self.consistent(below)

    def search(self) -> None:
        """Algorithm 1: one trial."""
        path = [self.root]
        while path[-1].children is not None:
            alive = [child for child in path[-1].children if not child.dead]
            if not alive:
                return self.tell(path, 0.0)
            path.append(self.select(path[-1], alive))
        leaf = path[-1]
        if leaf.depth < len(self.network.variables):
            self.expand(leaf)
            assert leaf.children is not None
            if self.update == "deep" and self.deepen(path):
                return self.tell(path, 0.0)
            alive = [child for child in leaf.children if not child.dead]
            if not alive:
                return self.tell(path, 0.0)
            path.append(self.random.choice(alive))
        return self.tell(path, self.playout(path[-1]))

    def select(self, node: Node, alive: list[Node]) -> Node:
        """The child with the largest UCB value of equation 4, from the point of view of who moves."""
        sign = -1 if self.network.variables[node.depth].stochastic else 1
        for child in alive:
            if child.visits == 0:
                return child
        return max(
            alive,
            key=lambda child: sign * self.worth(child) + math.sqrt(2 * math.log(node.visits) / child.visits),
        )

    def worth(self, node: Node) -> float:
        """The mean of the playouts, times the share of terminal nodes that is not pruned."""
        return node.wins / node.visits * self.open(node) if node.visits else 0.0

    def open(self, node: Node) -> float:
        """1 - l/L, counted anew each time."""
        if node.dead or node.domains is None:
            return 0.0
        if node.children is not None:
            return sum(node.share * self.open(child) for child in node.children)
        rest = self.network.variables[node.depth :]
        return math.prod(len(node.domains[v.name]) / len(v.domain) for v in rest if not v.stochastic)

    def expand(self, node: Node) -> None:
        """Algorithm 2."""
        assert node.domains is not None
        variable = self.network.variables[node.depth]
        values = node.domains[variable.name]
        kept = values
        if free := pure(self.network, variable.name, node.domains):
            others = tuple(value for value in values if value not in free)
            kept = others if variable.stochastic and others else free[:1]
        node.share = len(values) / len(variable.domain) / len(kept)
        node.children = []
        for value in kept:
            below = self.after(node.domains, node.depth, value)
            node.children.append(Node(node.depth + 1, below, value, dead=below is None))

    def deepen(self, path: list[Node]) -> bool:
        """The deep update: minus infinity goes up as far as it decides. Is the leaf of the path decided?"""
        for node in reversed(path):
            assert node.children is not None
            dead = [child.dead for child in node.children]
            if not (any(dead) if self.network.variables[node.depth].stochastic else all(dead)):
                break
            node.dead = True
        return path[-1].dead

    def playout(self, node: Node) -> float:
        """Random values to the end, with SQGAC after each."""
        domains = node.domains
        assert domains is not None
        for depth in range(node.depth, len(self.network.variables)):
            name = self.network.variables[depth].name
            below = self.after(domains, depth, self.random.choice(domains[name]))
            if below is None:
                return 0.0
            domains = below
        return float(satisfied(self.network, {name: values[0] for name, values in domains.items()}))

    def tell(self, path: list[Node], result: float) -> None:
        """Update the evaluation values on the way."""
        for node in path:
            node.visits += 1
            node.wins += result
