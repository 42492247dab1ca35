"""Counterfactual regret minimisation as its authors write it down: recursion over histories, nothing shared."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field

from woodstock.beliefs import information_state, told_state
from woodstock.engine import CircuitMachine, Game
from woodstock.engine.machine import State

Known = tuple[object, ...]
Key = tuple[int, Known]


@dataclass
class Regrets:
    """CFR, or CFR+ with `plus`, on a game that is small enough to be walked through again and again."""

    game: Game
    plus: bool
    regrets: dict[Key, dict[int, float]] = field(default_factory=dict)
    sums: dict[Key, dict[int, float]] = field(default_factory=dict)
    iterations: int = 0

    def __post_init__(self) -> None:
        machine = self.game.machine()
        assert isinstance(machine, CircuitMachine)
        self.machine = machine
        self.players = [role for role in range(len(self.game.roles)) if role != self.game.chance]

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterations += 1
            for learner in self.players:
                current = {key: self.matched(key) for key in self.regrets}
                found: dict[Key, dict[int, float]] = defaultdict(lambda: defaultdict(float))
                own: dict[Key, float] = {}
                start: list[Known] = [() for _ in self.game.roles]
                self.walk(self.machine.initial(), start, learner, 1.0, 1.0, current, found, own)
                self.update(found, own, current)

    def update(
        self, found: dict[Key, dict[int, float]], own: dict[Key, float], current: dict[Key, dict[int, float]]
    ) -> None:
        for key, worth in found.items():
            strategy = current.get(key) or self.matched(key)
            value = sum(strategy[move] * worth[move] for move in strategy)
            for move in strategy:
                self.regrets[key][move] += worth[move] - value
                if self.plus:
                    self.regrets[key][move] = max(0.0, self.regrets[key][move])
                weight = self.iterations if self.plus else 1
                self.sums[key][move] += weight * own[key] * strategy[move]

    def matched(self, key: Key) -> dict[int, float]:
        positive = {move: max(0.0, regret) for move, regret in self.regrets[key].items()}
        whole = sum(positive.values())
        return {move: one / whole if whole > 0 else 1 / len(positive) for move, one in positive.items()}

    def walk(
        self,
        state: State,
        known: list[Known],
        learner: int,
        own_reach: float,
        others_reach: float,
        current: dict[Key, dict[int, float]],
        found: dict[Key, dict[int, float]],
        own: dict[Key, float],
    ) -> float:
        """What the state is worth to the learner."""
        machine = self.machine
        if machine.terminal(state):
            return (machine.goals(state)[learner] or 0) / 100
        legal = machine.legal(state)
        strategies: list[dict[int, float]] = []
        for role, moves in enumerate(legal):
            key = role, known[role]
            if role == self.game.chance or len(moves) == 1:
                strategies.append(dict.fromkeys(moves, 1 / len(moves)))
                continue
            if key not in self.regrets:
                self.regrets[key] = dict.fromkeys(moves, 0.0)
                self.sums[key] = dict.fromkeys(moves, 0.0)
            strategies.append(current.get(key) or self.matched(key))
        worth: dict[int, float] = defaultdict(float)
        for joint_move in itertools.product(*legal):
            likely = 1.0
            for role, move in enumerate(joint_move):
                likely *= strategies[role][move] if role != learner else 1.0
            seen = machine.percepts(state, joint_move)
            told = [
                (*known[role], (joint_move[role], tuple(seen[role])) if self.game.sees else joint_move)
                for role in range(len(legal))
            ]
            below = self.walk(
                machine.next(state, joint_move),
                told,
                learner,
                own_reach * strategies[learner][joint_move[learner]],
                others_reach * likely,
                current,
                found,
                own,
            )
            worth[joint_move[learner]] += likely * below
        if len(legal[learner]) > 1:
            key = learner, known[learner]
            own[key] = own_reach
            for move, one in worth.items():
                found[key][move] += others_reach * one
        return sum(strategies[learner][move] * one for move, one in worth.items())

    def average(self) -> dict[tuple[int, int, int], float]:
        """By role, information state and move."""
        out = {}
        for (role, known), sums in self.sums.items():
            info = self.number(role, known)
            whole = sum(sums.values())
            for move, one in sums.items():
                out[role, info, move] = one / whole if whole > 0 else 1 / len(sums)
        return out

    def number(self, role: int, known: Known) -> int:
        if not self.game.sees:
            return told_state(role, known)  # type: ignore[arg-type]
        number = information_state(self.machine, role, known)  # type: ignore[arg-type]
        assert number is not None
        return number
