"""The fallback machine: plays a game by interpreting its rules, without grounding them first.

Slower than a circuit by orders of magnitude, but it needs no more than the rules: it evaluates from the goal down
what a state asks for. Behind the same interface, so nothing above can tell.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from woodstock.core import Interpreter, InterpretError
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.interpreter_code import Functors, encode_rules
from woodstock.engine.machine import JointMove, State
from woodstock.engine.playouts import PlayoutReport
from woodstock.errors import BrokenGameError, IllegalMoveError, RestrictionError, WoodstockError
from woodstock.gdl import NormalRule


class EvaluationLimitError(WoodstockError):
    """Evaluating the rules would pass a limit in time, memory or depth."""


@dataclass(frozen=True, slots=True)
class InterpreterLimits:
    """How much one evaluation may take before it ends with an `EvaluationLimitError`."""

    seconds: float = 60.0
    """Wall time of one query: the legal moves of a state, its successor, .."""
    terms: int = 20_000_000
    """Different ground terms in the life of a machine."""
    term_depth: int = 10_000
    """Nesting of one term."""
    table_cells: int = 200_000_000
    """Cells of 4 bytes for everything derived at one time."""


class InterpreterMachine:
    """A `Machine` that interprets rules.

    Fluents and moves get their numbers in the order in which they are first seen; copies share them. A state is a
    bitset without trailing zero bytes. States and moves mean nothing to a machine that is not this one or its copy.
    """

    def __init__(self, rules: Sequence[NormalRule], limits: InterpreterLimits | None = None) -> None:
        self._rules = tuple(rules)
        self._limits = limits or InterpreterLimits()
        self._functors = Functors()
        with self._errors():
            # In this order: the arities and values are those of the functors met while encoding.
            code = np.array(encode_rules(self._rules, self._functors), dtype=np.int32)
            self._core = Interpreter(
                np.array([arity for _, arity in self._functors.names], dtype=np.uint32),
                np.array(self._functors.values(), dtype=np.int32),
                code,
                self._limits.seconds,
                self._limits.terms,
                self._limits.term_depth,
                self._limits.table_cells,
            )
        self._roles = tuple(self._functors.text(self._core.role(role)) for role in range(self._core.roles))

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles in the order of the rules, `random` included."""
        return self._roles

    @property
    def chance(self) -> int | None:
        """The number of the role `random`, if there is one."""
        return self._roles.index("random") if "random" in self._roles else None

    def initial(self) -> State:
        """The state in which the game starts."""
        with self._errors():
            return State(self._core.initial())

    def terminal(self, state: State) -> bool:
        """Is the game over in this state?"""
        with self._errors():
            return bool(self._core.terminal(state))

    def legal(self, state: State) -> list[list[int]]:
        """The legal moves of each role, ascending."""
        with self._errors():
            moves: list[list[int]] = self._core.legal(state)
            return moves

    def next(self, state: State, joint_move: JointMove) -> State:
        """The state after every role has made its move."""
        with self._errors():
            return State(self._core.next(state, self._numbers(joint_move)))

    def goals(self, state: State) -> tuple[int | None, ...]:
        """The goal value of each role: `None` where the rules give none, the lowest where they give several."""
        with self._errors():
            return tuple(self._core.goals(state))

    def percepts(self, state: State, joint_move: JointMove) -> list[list[str]]:
        """What each role sees when this joint move is made in this state, sorted by name."""
        with self._errors():
            seen = self._core.percepts(state, self._numbers(joint_move))
        return [sorted(self._functors.text(code) for code in percepts) for percepts in seen]

    def fluents(self, state: State) -> list[str]:
        """The names of the fluents that hold, as KIF text, sorted."""
        numbers = self._core.fluent_numbers
        bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")
        holding = [int(number) for number in np.flatnonzero(bits)]
        if holding and holding[-1] >= len(numbers):
            raise WoodstockError("this state belongs to another game")
        return sorted(self._functors.text(numbers.code(number)) for number in holding)

    def state(self, fluents: Sequence[str]) -> State:
        """The state in which exactly these fluents (KIF text) hold."""
        numbers = {self._core.fluent_numbers.number(self._functors.read(fluent)) for fluent in fluents}
        bits = np.zeros(max(numbers, default=-1) + 1, dtype=np.uint8)
        bits[list(numbers)] = 1
        return State(np.packbits(bits, bitorder="little").tobytes())

    def move_name(self, role: int, move: int) -> str:
        """The move as KIF text."""
        try:
            return self._functors.text(self._core.move_numbers(role).code(move))
        except (IndexError, TypeError):
            raise IllegalMoveError(f"role {role} has no move {move}") from None

    def move_number(self, role: int, name: str) -> int:
        """The number of a move given as KIF text."""
        try:
            code = self._functors.read(name)
        except WoodstockError as error:
            raise IllegalMoveError(f"no move: {error}") from None
        return int(self._core.move_numbers(role).number(code))

    def copy(self) -> InterpreterMachine:
        """An independent machine for the same game, with the same numbers for fluents and moves."""
        twin = object.__new__(InterpreterMachine)
        twin._rules = self._rules
        twin._limits = self._limits
        twin._functors = self._functors
        twin._roles = self._roles
        twin._core = self._core.copy()
        return twin

    def perft(self, depth: int) -> list[int]:
        """How many joint-move sequences of each length 1 to `depth` there are from the initial state."""
        state = self.initial()
        with self._errors():
            counts: list[int] = interruptible(lambda stop: self._core.perft(state, depth, stop), Interpreter.Stop())
            return counts

    def playouts(
        self,
        n: int | None = None,
        *,
        start: State | None = None,
        seconds: float | None = None,
        seed: int = 0,
        limit: int = 2000,
    ) -> PlayoutReport:
        """Random playouts from a state, the initial one if none is given: `n`, or as many as begin within the seconds.

        `n` counts all of them, also those that are capped or broken. The same seed gives the same playouts.
        """
        if n is None and seconds is None:
            raise ValueError("say how many playouts or how many seconds")
        wanted = 2**63 if n is None else n
        wall = FOREVER if seconds is None else seconds
        origin = self.initial() if start is None else start
        begun = time.perf_counter()
        with self._errors():
            totals = interruptible(
                lambda stop: self._core.playouts(origin, seed, 0, wanted, limit, wall, stop), Interpreter.Stop()
            )
        elapsed = time.perf_counter() - begun
        over = max(totals.finished, 1)
        return PlayoutReport(
            playouts=totals.finished,
            capped=totals.capped,
            broken=totals.broken,
            states=totals.states,
            seconds=elapsed,
            mean_length=totals.length / over,
            mean_goals=tuple(goal / over for goal in totals.goals),
        )

    @staticmethod
    def _numbers(joint_move: JointMove) -> list[int]:
        if any(move < 0 for move in joint_move):
            raise IllegalMoveError("a move has no number below 0")
        return list(joint_move)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except InterpretError as error:
            self._raise(*error.args)

    def _raise(self, fault: str, message: str, rule: int) -> NoReturn:
        place = self._rules[rule].place if rule >= 0 else None
        kinds: dict[str, type[WoodstockError]] = {
            "restriction": RestrictionError,
            "limit": EvaluationLimitError,
            "broken": BrokenGameError,
            "illegal": IllegalMoveError,
            "stopped": WoodstockError,
        }
        raise kinds[fault](message, place) from None
