"""The usual machine: a circuit run event by event in the core."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from woodstock.circuit import Circuit
from woodstock.core import EventMachine, Stop
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.lanes import LaneSimulator
from woodstock.engine.machine import JointMove, State
from woodstock.engine.playouts import PlayoutReport
from woodstock.errors import BrokenGameError, IllegalMoveError, WoodstockError

_NO_GOAL = -1


class CircuitMachine:
    """A `Machine` over a circuit. Fluents and moves are numbered as in the circuit."""

    def __init__(self, circuit: Circuit, core: EventMachine | None = None) -> None:
        self._circuit = circuit
        self._core = core or EventMachine(
            circuit.arrays,
            [role for role, values in enumerate(circuit.goals) for _ in values],
            [value for values in circuit.goals for value in values],
        )
        self._size = (len(circuit.fluents) + 63) // 64 * 8
        self._fluent_numbers = {name: number for number, name in enumerate(circuit.fluents)}
        self._move_numbers = [{name: number for number, name in enumerate(names)} for names in circuit.moves]

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles in the order of the rules, `random` included."""
        return self._circuit.roles

    @property
    def chance(self) -> int | None:
        """The number of the role `random`, if there is one."""
        return self._circuit.chance

    @property
    def core(self) -> EventMachine:
        """The machine of the core, for searches, which copy it."""
        return self._core

    @property
    def percept_names(self) -> tuple[tuple[str, ...], ...]:
        """What each role can ever see, as KIF text: percepts are numbered by their places here."""
        return self._circuit.percepts

    def lanes(self) -> LaneSimulator:
        """A new lane simulator of the same game: states and moves mean the same to it."""
        return LaneSimulator(self._circuit)

    def initial(self) -> State:
        """The state in which the game starts."""
        return State(self._core.initial())

    def terminal(self, state: State) -> bool:
        """Is the game over in this state?"""
        return bool(self._core.terminal(state))

    def legal(self, state: State) -> list[list[int]]:
        """The legal moves of each role, ascending."""
        moves: list[list[int]] = self._core.legal(state)
        if not all(moves) and not self._core.terminal(state):
            role = next(role for role, own in zip(self.roles, moves, strict=True) if not own)
            raise BrokenGameError(
                f"the rules give {role} no legal move in a state that is not terminal; the rulesheet is broken"
            )
        return moves

    def next(self, state: State, joint_move: JointMove) -> State:
        """The state after every role has made its move."""
        self._check(state, joint_move)
        return State(self._core.next(state, list(joint_move)))

    def goals(self, state: State) -> tuple[int | None, ...]:
        """The goal value of each role: `None` where the rules give none, the lowest where they give several."""
        return tuple(None if goal == _NO_GOAL else goal for goal in self._core.goals(state))

    def percepts(self, state: State, joint_move: JointMove) -> list[list[str]]:
        """What each role sees when this joint move is made in this state, sorted by name."""
        self._check(state, joint_move)
        seen = iter(self._core.sees(state, list(joint_move)))
        return [sorted(name for name in names if next(seen)) for names in self._circuit.percepts]

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

    def copy(self) -> CircuitMachine:
        """An independent machine for the same game."""
        return CircuitMachine(self._circuit, self._core.copy())

    def perft(self, depth: int) -> list[int]:
        """How many joint-move sequences of each length 1 to `depth` there are from the initial state."""
        start = self._core.initial()
        counts, _ = interruptible(lambda stop: self._core.perft(start, depth, FOREVER, stop), Stop())
        return list(counts)

    def playouts(
        self,
        n: int | None = None,
        *,
        start: State | None = None,
        seconds: float | None = None,
        seed: int = 0,
        limit: int = 2000,
    ) -> PlayoutReport:
        """Random playouts from a state, the initial one if none is given: `n`, or as many as end within the seconds.

        `n` counts all of them, also those that are capped or broken. The same seed gives the same playouts.
        """
        if n is None and seconds is None:
            raise ValueError("say how many playouts or how many seconds")
        wanted = 2**63 if n is None else n
        patience = FOREVER if seconds is None else seconds
        origin = self._core.initial() if start is None else start
        begun = time.perf_counter()
        finished, capped, broken, states, length, goals = interruptible(
            lambda stop: self._core.playouts(origin, wanted, seed, limit, patience, stop), Stop()
        )
        over = max(finished, 1)
        return PlayoutReport(
            playouts=finished,
            capped=capped,
            broken=broken,
            states=states,
            seconds=time.perf_counter() - begun,
            mean_length=length / over,
            mean_goals=tuple(goal / over for goal in goals),
        )

    def _check(self, state: State, joint_move: JointMove) -> None:
        if len(joint_move) != len(self.roles):
            raise IllegalMoveError(f"a joint move has {len(self.roles)} moves, one for each role")
        for role, (move, names) in enumerate(zip(joint_move, self._circuit.moves, strict=True)):
            known = 0 <= move < len(names)
            if not (known and self._core.is_legal(state, role, move)):
                name = names[move] if known else str(move)
                raise IllegalMoveError(f"{name} is not legal for {self.roles[role]} in this state")
