"""What the machines of the core share, whether they run a circuit or interpret the rules."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from woodstock import core
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.lanes import LaneSimulator
from woodstock.engine.machine import JointMove, Machine, State
from woodstock.engine.playouts import PlayoutReport, Playouts
from woodstock.errors import BrokenGameError, IllegalMoveError, WoodstockError

_NO_GOAL = -1


class CoreMachine(ABC):
    """A `Machine` whose work is done in the core. Subclasses differ in how numbers get their names."""

    def __init__(self, machine: core.Machine, roles: tuple[str, ...]) -> None:
        self.core: Final = machine
        """The machine of the core, for searches and beliefs, which copy it."""
        self.roles: Final = roles
        """The roles in the order of the rules, `random` included."""

    @property
    def chance(self) -> int | None:
        """The number of the role `random`, if there is one."""
        return self.roles.index("random") if "random" in self.roles else None

    def lanes(self) -> LaneSimulator | None:
        """A new lane simulator of the same game, if it is compiled: states and moves mean the same to it."""
        return None

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Wraps calls into the core that may fail because of the rules: errors name the place in the rules."""
        yield

    def initial(self) -> State:
        """The state in which the game starts."""
        return State(self.core.initial())

    def terminal(self, state: State) -> bool:
        """Is the game over in this state?"""
        with self.errors():
            return self.core.terminal(state)

    def legal(self, state: State) -> list[list[int]]:
        """The legal moves of each role, ascending."""
        with self.errors():
            moves = self.core.legal(state)
            if not all(moves) and not self.core.terminal(state):
                role = next(role for role, own in zip(self.roles, moves, strict=True) if not own)
                raise BrokenGameError(
                    f"the rules give {role} no legal move in a state that is not terminal; the rulesheet is broken"
                )
        return moves

    def next(self, state: State, joint_move: JointMove) -> State:
        """The state after every role has made its move."""
        with self.errors():
            return State(self.core.next(state, self._checked(state, joint_move)))

    def goals(self, state: State) -> tuple[int | None, ...]:
        """The goal value of each role: `None` where the rules give none, the lowest where they give several."""
        with self.errors():
            return tuple(None if goal == _NO_GOAL else goal for goal in self.core.goals(state))

    def every_goal(self, state: State) -> list[list[int]]:
        """All goal values that the rules give each role, ascending: sound rules give one when the game is over."""
        with self.errors():
            return self.core.every_goal(state)

    def percepts(self, state: State, joint_move: JointMove) -> list[list[str]]:
        """What each role sees when this joint move is made in this state, sorted by name."""
        with self.errors():
            seen = self.core.percepts(state, self._checked(state, joint_move))
        return [sorted(self.percept_name(role, number) for number in own) for role, own in enumerate(seen)]

    @abstractmethod
    def move_name(self, role: int, move: int) -> str:
        """The move as KIF text."""

    @abstractmethod
    def percept_name(self, role: int, percept: int) -> str:
        """What a role sees, as KIF text."""

    @abstractmethod
    def percept_numbers(self, role: int, seen: Sequence[str]) -> list[int] | None:
        """The numbers of what was seen, ascending; `None` if the role can never see that.

        Names are taken as they are, or else without regard to case: some managers change it.
        """

    def perft(self, depth: int) -> list[int]:
        """How many joint-move sequences of each length 1 to `depth` there are from the initial state."""
        start = self.core.initial()
        with self.errors():
            counts, _ = interruptible(lambda stop: self.core.perft(start, depth, FOREVER, stop), core.Stop())
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

        `n` includes those that are capped or broken. The same seed gives the same playouts.
        """
        if n is None and seconds is None:
            raise ValueError("give a number of playouts or of seconds")
        origin = self.initial() if start is None else start
        return self.playouts_from([origin], [2**63 if n is None else n], seed, limit, seconds).summary()

    def playouts_from(
        self, starts: Sequence[State], counts: Sequence[int], seed: int, limit: int, seconds: float | None = None
    ) -> Playouts:
        """Random playouts one after another: `counts[i]` from `starts[i]`."""
        begun = time.perf_counter()
        time_limit = FOREVER if seconds is None else seconds
        wanted = np.array(counts, dtype=np.uint64)
        with self.errors():
            sums = interruptible(
                lambda stop: self.core.playouts(list(starts), wanted, self.chance, seed, limit, time_limit, stop),
                core.Stop(),
            )
        return Playouts.of(sums, len(self.roles), time.perf_counter() - begun)

    def _checked(self, state: State, joint_move: JointMove) -> list[int]:
        """The joint move, if it is legal."""
        moves: list[Any] = list(joint_move)
        if len(moves) != len(self.roles):
            raise IllegalMoveError(f"a joint move has {len(self.roles)} moves, one for each role")
        if any(isinstance(move, str) for move in moves):
            raise IllegalMoveError(
                "machines take the numbers of moves, as returned by `move_number`; positions take text"
            )
        if not all(0 <= move < 2**32 for move in moves) or not self.core.is_legal(state, moves):
            legal = self.core.legal(state)
            role = next((role for role, own in enumerate(legal) if moves[role] not in own), 0)
            raise IllegalMoveError(
                f"{self._named(role, moves[role])} is not legal for {self.roles[role]} in this state"
            )
        return moves

    def _named(self, role: int, move: int) -> str:
        try:
            return self.move_name(role, move)
        except IllegalMoveError:
            return str(move)


def in_core(machine: Machine) -> CoreMachine:
    """The same machine, if its work is done in the core, as searches and beliefs need it."""
    if not isinstance(machine, CoreMachine):
        raise WoodstockError("searches and beliefs need a game, or a machine that a game made")
    return machine
