"""Steps from position to position in few calls, with objects in place of move numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from threading import Lock
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from woodstock import core
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.interpreter import InterpreterMachine
from woodstock.engine.machine import State
from woodstock.errors import IllegalMoveError

M = TypeVar("M")

Make: TypeAlias = Callable[[str, int, int, int], M]
"""Makes the object of a move from its name, its role, its number and its place, which `Stepper.play` needs."""

After: TypeAlias = tuple[State, bool]
"""The next state, and whether the game is over there."""


class Stepper(Protocol[M]):
    """A machine as positions need it. All threads may share one.

    The object of a move is made once, so that moves can be compared by identity.
    """

    def terminal(self, state: State) -> bool:
        """Is the game over in this state?"""
        ...

    def choosing(self, state: State) -> list[int]:
        """The roles that have more than one legal move."""
        ...

    def legal(self, state: State, role: int) -> list[M]:
        """The legal moves of a role, ascending; empty if the rules give none."""
        ...

    def choice(self, state: State) -> list[M] | None:
        """The legal moves of the one role that chooses; `None` if no role does, or several do."""
        ...

    def play(self, state: State, object: M, place: int) -> After | None:  # noqa: A002 (as in the core)
        """What follows if one role makes a move and every other role its only one. `None` if the object does not belong
        to this move, or the joint move is not legal."""
        ...

    def next(self, state: State, joint_move: Sequence[int]) -> After | None:
        """What follows a joint move; `None` if it is not legal."""
        ...


def stepper_of(machine: CircuitMachine | InterpreterMachine, make: Make[M]) -> Stepper[M]:
    """A stepper for the game of a machine."""
    if isinstance(machine, InterpreterMachine):
        return _Interpreted(machine, make)
    places = count()
    moves = [
        tuple(make(name, role, number, next(places)) for number, name in enumerate(own))
        for role, own in enumerate(machine.moves)
    ]
    return cast(Stepper[M], core.Stepper(cast(core.EventMachine, machine.core), moves))


class _Interpreted(Generic[M]):
    """The slow way, for a game whose moves become known one by one."""

    def __init__(self, machine: InterpreterMachine, make: Make[M]) -> None:
        self._machine = machine
        self._make = make
        self._lock = Lock()
        self._moves: dict[tuple[int, int], M] = {}
        self._met: list[tuple[int, int, M]] = []
        """In the order of their places."""

    def terminal(self, state: State) -> bool:
        return self._machine.terminal(state)

    def choosing(self, state: State) -> list[int]:
        return [role for role, moves in enumerate(self._legal(state)) if len(moves) > 1]

    def legal(self, state: State, role: int) -> list[M]:
        return [self._object(role, move) for move in self._legal(state)[role]]

    def choice(self, state: State) -> list[M] | None:
        choosing = self.choosing(state)
        return self.legal(state, choosing[0]) if len(choosing) == 1 else None

    def play(self, state: State, object: M, place: int) -> After | None:  # noqa: A002
        if not place < len(self._met) or self._met[place][2] is not object:
            return None
        role, move, _ = self._met[place]
        legal = self._legal(state)
        if any(len(moves) != 1 for other, moves in enumerate(legal) if other != role):
            return None
        return self.next(state, [move if other == role else moves[0] for other, moves in enumerate(legal)])

    def next(self, state: State, joint_move: Sequence[int]) -> After | None:
        try:
            after = self._machine.next(state, joint_move)
        except IllegalMoveError:
            return None
        return after, self._machine.terminal(after)

    def _legal(self, state: State) -> list[list[int]]:
        with self._machine.errors():
            return self._machine.core.legal(state)

    def _object(self, role: int, move: int) -> M:
        known = self._moves.get((role, move))
        if known is None:
            with self._lock:
                made = self._make(self._machine.move_name(role, move), role, move, len(self._met))
                known = self._moves.setdefault((role, move), made)
                self._met.append((role, move, known))
        return known
