"""The exact answer to a QCSP, and the winning strategy that shows it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from woodstock.core import Stop
from woodstock.core.running import FOREVER, interruptible
from woodstock.network import Chance, Decide, Leaf, Policy, Value
from woodstock.qcsp.problem import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNLIMITED = 2**63


@dataclass(frozen=True)
class Strategy:
    """What the existential player does whatever the adversary does; branches share what they have in common."""

    problem: Problem
    depth: int  # the first variable it speaks of
    root: int
    variables: NDArray[np.uint32]
    values: NDArray[np.uint32]
    following: NDArray[np.uint32]
    branches: NDArray[np.uint32]

    def value(self, played: Sequence[Value]) -> Value:
        """The answer to the values that were played so far, of the first variables in their order."""
        node = self.root
        for place in range(self.depth, len(played)):
            node = self._after(node, place, self.problem.number(place, played[place]))
        if self.problem.universal[len(played)]:
            raise ValueError(f"{self.problem.names[len(played)]} is set by the universal player")
        return self.problem.domains[len(played)][int(self.values[node])]

    def policy(self) -> Policy:
        """The same as a policy of the network. Its branches are shared: as a tree it may be too large to be walked."""
        made: dict[int, Policy] = {0: Leaf()}
        for node in sorted(self._reached()):  # what follows a node was made before it
            place = int(self.variables[node])
            name, domain = self.problem.names[place], self.problem.domains[place]
            if self.problem.universal[place]:
                below = (self._after(node, place, number) for number in range(len(domain)))
                made[node] = Chance(name, {value: made[child] for value, child in zip(domain, below, strict=True)})
            else:
                number = int(self.values[node])
                made[node] = Decide(name, domain[number], made[self._after(node, place, number)])
        return made[self.root]

    def _reached(self) -> set[int]:
        """The nodes but for the end."""
        reached: set[int] = set()
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node == 0 or node in reached:
                continue
            reached.add(node)
            place = int(self.variables[node])
            numbers = range(len(self.problem.domains[place])) if self.problem.universal[place] else (0,)
            waiting += {self._after(node, place, number) for number in numbers}
        return reached

    def _after(self, node: int, place: int, number: int) -> int:
        following = int(self.following[node])
        return int(self.branches[following + number]) if self.problem.universal[place] else following


@dataclass(frozen=True)
class Answer:
    """Is there a winning strategy? `None` if the limits came first."""

    winnable: bool | None
    strategy: Strategy | None
    nodes: int
    seconds: float


def solve(
    problem: Problem,
    played: Sequence[Value] = (),
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Does the existential player win, when the first variables have these values, whatever the adversary does?

    Backtracking with SQGAC, pure and dominated values, solution-directed pruning and a memory (see the core's
    `qcsp_solver.hpp`).
    """
    begun = time.perf_counter()
    numbers = problem.numbers(played)
    limits = (FOREVER if seconds is None else seconds, UNLIMITED if nodes is None else nodes)
    found = interruptible(lambda flag: problem.core.solve(numbers, *limits, flag), stop or Stop())
    winnable = {"won": True, "lost": False}.get(found["verdict"])
    strategy = None
    if winnable:
        strategy = Strategy(
            problem, len(played), found["root"], found["variables"], found["values"], found["next"], found["branches"]
        )
    return Answer(winnable, strategy, found["nodes"], time.perf_counter() - begun)
