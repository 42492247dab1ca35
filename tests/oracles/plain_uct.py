"""UCT in plain Python, slow and obvious: what the tree search of the core is held to."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError, WoodstockError
from woodstock.report import MoveReport, Report

_LONGEST_PLAYOUT = 2000
_MOST_NODES = 200_000


@dataclass(slots=True)
class _Arm:
    """A move of a role: how often it was tried and what came of it to that role."""

    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


@dataclass(slots=True)
class _Node:
    """A position that has been visited. Without legal moves it is one where the game is over, or broken."""

    state: State
    legal: list[list[int]]
    outcome: tuple[float, ...] | None
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    arms: list[dict[int, _Arm]] = field(default_factory=list)
    children: dict[tuple[int, ...], _Node] = field(default_factory=dict)


class PlainUct:
    """Decoupled UCT with the interface of `Searcher`. It proves nothing but the ends of games.

    What cannot be told, a playout of more than 2000 steps or a state in which the rules go no further, counts as half.
    The tree is kept while it holds fewer than 200,000 nodes; then it no longer grows.
    """

    def __init__(self, machine: Machine, *, c: float = 0.4, seed: int = 0) -> None:
        self._machine = machine.copy()
        self._roles = len(machine.roles)
        self._c = c
        self._random = random.Random(seed)
        self._root: _Node | None = None
        self._nodes = self._descents = self._depth = 0
        self._seconds = 0.0

    def search(self, state: State, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this state until a limit is met; what is known of it is kept."""
        if seconds is None and playouts is None:
            raise WoodstockError("a search needs a limit: seconds or playouts")
        begun = time.perf_counter()
        deadline = math.inf if seconds is None else begun + seconds
        left = math.inf if playouts is None else playouts
        root = self._set_root(state)
        while left > 0 and root.outcome is None and time.perf_counter() < deadline:
            self._descend(root, deadline)
            left -= 1
        self._seconds = time.perf_counter() - begun

    def _set_root(self, state: State) -> _Node:
        """The node of the state: the root, one below it, or a new one."""
        known = [self._root] if self._root else []
        if self._root:
            known += self._root.children.values()
            known += [second for first in self._root.children.values() for second in first.children.values()]
        self._root = next((node for node in known if node.state == state), None) or self._new(state)
        self._nodes = _count(self._root)
        self._descents = self._depth = 0
        return self._root

    def _new(self, state: State) -> _Node:
        zeros = [0.0] * self._roles
        if self._machine.terminal(state):
            return _Node(state, [], tuple((goal or 0) / 100 for goal in self._machine.goals(state)), 0, zeros)
        try:
            legal = self._machine.legal(state)
        except BrokenGameError:
            return _Node(state, [], (0.5,) * self._roles, 0, zeros)
        return _Node(state, legal, None, 0, zeros, [{move: _Arm() for move in own} for own in legal])

    def _descend(self, root: _Node, deadline: float) -> None:
        """Down to a joint move not made before, a playout from there, and back up. Nothing is learnt out of time."""
        path: list[tuple[_Node, tuple[int, ...]]] = []
        node = root
        while node.outcome is None:
            joint_move = tuple(self._choose(node, role) for role in range(self._roles))
            path.append((node, joint_move))
            child = node.children.get(joint_move)
            if child is None or len(path) > _LONGEST_PLAYOUT:
                child = self._new(self._machine.next(node.state, joint_move))
                if self._nodes < _MOST_NODES:
                    node.children[joint_move] = child
                    self._nodes += 1
                node = child
                break
            node = child
        outcome = node.outcome or self._play_out(node.state, deadline)
        if outcome is None:
            return
        self._descents += 1
        self._depth = max(self._depth, len(path))
        for visited, joint_move in path:
            visited.visits += 1
            for role, move in enumerate(joint_move):
                arm = visited.arms[role][move]
                arm.visits += 1
                arm.total += outcome[role]
                visited.totals[role] += outcome[role]

    def _choose(self, node: _Node, role: int) -> int:
        legal = node.legal[role]
        if len(legal) == 1 or role == self._machine.chance:
            return self._random.choice(legal)
        arms = node.arms[role]
        untried = [move for move in legal if arms[move].visits == 0]
        if untried:
            return self._random.choice(untried)
        bonus = self._c * math.sqrt(math.log(node.visits))
        return max(legal, key=lambda move: arms[move].mean + bonus / math.sqrt(arms[move].visits))

    def _play_out(self, state: State, deadline: float) -> tuple[float, ...] | None:
        for _ in range(_LONGEST_PLAYOUT):
            if self._machine.terminal(state):
                return tuple((goal or 0) / 100 for goal in self._machine.goals(state))
            if time.perf_counter() >= deadline:
                return None
            try:
                legal = self._machine.legal(state)
            except BrokenGameError:
                break
            state = self._machine.next(state, [self._random.choice(own) for own in legal])
        return (0.5,) * self._roles

    def report(self, role: int) -> Report:
        """What a role is to think of the state last searched from."""
        root = self._root
        if root is None:
            raise WoodstockError("search from a state before asking for a report")
        values = root.outcome or tuple(total / max(root.visits, 1) for total in root.totals)
        arms = root.arms[role] if root.arms else {}
        moves = tuple(_move_report(move, arm) for move, arm in arms.items())
        best = max(moves, key=lambda move: (move.visits, move.value)).move if moves else 0
        return Report(
            role=role,
            moves=moves,
            best=best,
            values=tuple(0.0 if other == self._machine.chance else value for other, value in enumerate(values)),
            line=_line(root),
            nodes=self._nodes,
            descents=self._descents,
            playouts=self._descents,
            depth=self._depth,
            proved=self._machine.terminal(root.state),
            seconds=self._seconds,
        )


def _count(root: _Node) -> int:
    open_nodes: list[_Node] = [root]
    count = 0
    while open_nodes:
        count += 1
        open_nodes.extend(open_nodes.pop().children.values())
    return count


def _line(node: _Node) -> tuple[tuple[int, ...], ...]:
    """The moves tried most, one after another."""
    line: list[tuple[int, ...]] = []
    while node.visits:
        joint_move = tuple(max(arms, key=lambda move: (arms[move].visits, arms[move].mean)) for arms in node.arms)
        line.append(joint_move)
        if joint_move not in node.children:
            break
        node = node.children[joint_move]
    return tuple(line)


def _move_report(move: int, arm: _Arm) -> MoveReport:
    low, high = _bounds(arm)
    return MoveReport(move, arm.mean, arm.visits, low, high, proved=False)


def _bounds(arm: _Arm) -> tuple[float, float]:
    """Wilson's interval of about 95 %; see core/woodstock/confidence.hpp."""
    squared = 1.96**2
    middle = arm.total + squared / 2
    half = 1.96 * math.sqrt(max(arm.total * (1 - arm.mean), 0.0) + squared / 4)
    low, high = ((middle + side * half) / (arm.visits + squared) for side in (-1, 1))
    return max(low, 0.0), min(high, 1.0)
