"""The usual machine: a circuit, evaluated incrementally in the core."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from woodstock.circuit import Circuit
from woodstock.core import EventMachine
from woodstock.engine.core_machine import CoreMachine
from woodstock.engine.lanes import LaneSimulator
from woodstock.engine.machine import State
from woodstock.errors import IllegalMoveError, WoodstockError


class CircuitMachine(CoreMachine):
    """A machine over a circuit. Fluents, moves and percepts are numbered as in the circuit."""

    def __init__(self, circuit: Circuit, core: EventMachine | None = None) -> None:
        self._circuit = circuit
        self._events = core or EventMachine(
            circuit.arrays,
            [role for role, values in enumerate(circuit.goals) for _ in values],
            [value for values in circuit.goals for value in values],
        )
        super().__init__(self._events, circuit.roles)
        self._size = (len(circuit.fluents) + 63) // 64 * 8
        self._fluent_numbers = {name: number for number, name in enumerate(circuit.fluents)}
        self._move_numbers = [{name: number for number, name in enumerate(names)} for names in circuit.moves]

    def lanes(self) -> LaneSimulator:
        """A new lane simulator of the same game: states and moves mean the same to it."""
        return LaneSimulator(self._circuit)

    def fluents(self, state: State) -> list[str]:
        """The names of the fluents that hold, as KIF text, sorted."""
        bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")
        holding = np.flatnonzero(bits)
        if len(state) != self._size or (len(holding) and holding[-1] >= len(self._circuit.fluents)):
            raise ValueError("this state belongs to another game")
        return sorted(self._circuit.fluents[number] for number in holding)

    def state(self, fluents: Sequence[str]) -> State:
        """The state in which exactly these fluents (KIF text) hold."""
        bits = np.zeros(self._size * 8, dtype=np.uint8)
        for name in fluents:
            if name not in self._fluent_numbers:
                raise WoodstockError(f"no state of this game has the fluent {name}")
            bits[self._fluent_numbers[name]] = 1
        return State(np.packbits(bits, bitorder="little").tobytes())

    @property
    def moves(self) -> tuple[tuple[str, ...], ...]:
        """The names of the moves of each role, by their numbers."""
        return self._circuit.moves

    def move_name(self, role: int, move: int) -> str:
        """The move as KIF text."""
        if not 0 <= move < len(self._circuit.moves[role]):
            raise IllegalMoveError(f"{self.roles[role]} has no move {move}")
        return self._circuit.moves[role][move]

    def move_number(self, role: int, name: str) -> int:
        """The number of a move given as KIF text."""
        try:
            return self._move_numbers[role][name]
        except KeyError:
            raise IllegalMoveError(f"{self.roles[role]} never has a move {name}") from None

    def percept_name(self, role: int, percept: int) -> str:
        """What a role sees, as KIF text."""
        return self._circuit.percepts[role][percept]

    def percept_numbers(self, role: int, seen: Sequence[str]) -> list[int] | None:
        """The numbers of what was seen, ascending; `None` if the role can never see that."""
        numbers, folded = _numbered(self._circuit.percepts[role])
        found = {numbers.get(name, folded.get(name.lower())) for name in seen}
        return None if None in found else sorted(number for number in found if number is not None)

    def copy(self) -> CircuitMachine:
        """An independent machine for the same game."""
        return CircuitMachine(self._circuit, self._events.copy())

    def __reduce__(self) -> tuple[type[CircuitMachine], tuple[Circuit]]:
        return CircuitMachine, (self._circuit,)


@lru_cache(maxsize=64)
def _numbered(names: tuple[str, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """The numbers of names, as they are and in lower case. Some games have many thousands."""
    exact = {name: number for number, name in enumerate(names)}
    return exact, {name.lower(): number for name, number in exact.items()}
