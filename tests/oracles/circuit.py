"""A circuit read gate by gate: slow and obvious, sharing nothing with the engines but the arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from woodstock.circuit import Circuit

Fluents = frozenset[int]
"""A state: the numbers of the fluents that hold."""


@dataclass(frozen=True)
class Position:
    """What holds in a state while no move is made."""

    terminal: bool
    legal: list[list[int]]
    goals: tuple[int | None, ...]


@dataclass(frozen=True)
class Step:
    """What comes of a joint move."""

    next: Fluents
    percepts: list[list[str]]


class SlowCircuit:
    """Evaluates all gates of a circuit, every time."""

    def __init__(self, circuit: Circuit) -> None:
        arrays = circuit.arrays
        self.circuit = circuit
        self.first_gate = 1 + len(circuit.fluents) + sum(len(moves) for moves in circuit.moves)
        offsets, literals = arrays["offsets"].tolist(), arrays["literals"].tolist()
        self.gates: list[list[int]] = [literals[begin:end] for begin, end in pairwise(offsets)]
        flat = arrays["components"].tolist()
        self.components: list[tuple[int, int, int]] = list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))
        self.outputs: dict[str, list[int]] = {name: arrays[name].tolist() for name in ("next", "legal", "goal", "sees")}
        self.terminal: int = arrays["terminal"]

    def initial(self) -> Fluents:
        """The fluents that hold at the start."""
        return frozenset(number for number, holds in enumerate(self.circuit.arrays["initial"].tolist()) if holds)

    def position(self, state: Fluents) -> Position:
        """Everything that is asked of a state."""
        values = self._values(state, None)
        legal = _split(self._holding(values, "legal"), [len(moves) for moves in self.circuit.moves])
        holding = _split(self._holding(values, "goal"), [len(own) for own in self.circuit.goals])
        goals = [[own[number] for number in numbers] for own, numbers in zip(self.circuit.goals, holding, strict=True)]
        return Position(_holds(values, self.terminal), legal, tuple(min(own, default=None) for own in goals))

    def step(self, state: Fluents, joint_move: Sequence[int]) -> Step:
        """The fluents that hold after a joint move, and what each role sees of it."""
        values = self._values(state, joint_move)
        seen = _split(self._holding(values, "sees"), [len(own) for own in self.circuit.percepts])
        percepts = [
            sorted(own[number] for number in numbers) for own, numbers in zip(self.circuit.percepts, seen, strict=True)
        ]
        return Step(frozenset(self._holding(values, "next")), percepts)

    def _holding(self, values: list[bool], name: str) -> list[int]:
        return [number for number, literal in enumerate(self.outputs[name]) if _holds(values, literal)]

    def _values(self, state: Fluents, joint_move: Sequence[int] | None) -> list[bool]:
        """The value of every node: the constant, the fluents, the moves, the gates."""
        values = [True, *(number in state for number in range(len(self.circuit.fluents)))]
        for role, moves in enumerate(self.circuit.moves):
            values.extend(joint_move is not None and joint_move[role] == move for move in range(len(moves)))
        ends = {begin: (atoms, end) for begin, atoms, end in self.components}
        node = len(values)
        while node < self.first_gate + len(self.gates):
            if node in ends:
                atoms, end = ends[node]
                self._solve(values, node, atoms, end)
                node = end
            else:
                values.append(self._gate(values, node))
                node += 1
        return values

    def _solve(self, values: list[bool], begin: int, atoms: int, end: int) -> None:
        """The least fixpoint of a component: bodies start false, negated heads true."""
        values.extend(node >= atoms for node in range(begin, end))
        while True:
            now = [self._gate(values, node) for node in range(begin, end)]
            if now == values[begin:end]:
                return
            values[begin:end] = now

    def _gate(self, values: list[bool], node: int) -> bool:
        return all(values[literal >> 1] != (literal & 1) for literal in self.gates[node - self.first_gate])


def _holds(values: list[bool], literal: int) -> bool:
    return values[literal >> 1] != (literal & 1)


def _split(numbers: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Numbers over lists that lie one after another, as numbers within each list."""
    parts: list[list[int]] = []
    first = 0
    for size in sizes:
        parts.append([number - first for number in numbers if first <= number < first + size])
        first += size
    return parts
