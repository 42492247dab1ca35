"""The fallback machine: plays a game by interpreting its rules, without grounding them first.

It is slower than a circuit by orders of magnitude, but needs nothing but the rules: it evaluates each query top-down.
It has the same interface as a circuit, so callers need not know the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from woodstock.core import Interpreter, InterpretError
from woodstock.engine.core_machine import CoreMachine
from woodstock.engine.interpreter_code import Functors, encode_rules
from woodstock.engine.machine import State
from woodstock.errors import BrokenGameError, IllegalMoveError, RestrictionError, WoodstockError
from woodstock.gdl import NormalRule


class EvaluationLimitError(WoodstockError):
    """Evaluating the rules would pass a limit in time, memory or depth."""


@dataclass(frozen=True, slots=True)
class InterpreterLimits:
    """The limits of an evaluation; exceeding one raises an `EvaluationLimitError`."""

    seconds: float = 60.0
    """Wall time of one query: the legal moves of a state, its successor, .."""
    terms: int = 20_000_000
    """Distinct ground terms over the lifetime of a machine."""
    term_depth: int = 10_000
    """Nesting of one term."""
    table_cells: int = 200_000_000
    """Cells of 4 bytes for everything derived at the same time."""


class InterpreterMachine(CoreMachine):
    """A `Machine` that interprets rules.

    Fluents and moves get their numbers in the order in which they are first seen; copies share them. A state is a
    bitset without trailing zero bytes. States and moves are meaningful only to this machine and its copies.
    """

    def __init__(self, rules: Sequence[NormalRule], limits: InterpreterLimits | None = None) -> None:
        self._rules = tuple(rules)
        self._limits = limits or InterpreterLimits()
        self._functors = Functors()
        with self.errors():
            # This order matters: the arities and values are those of the functors met while encoding.
            code = np.array(encode_rules(self._rules, self._functors), dtype=np.int32)
            self._interpreter = Interpreter(
                np.array([arity for _, arity in self._functors.names], dtype=np.uint32),
                np.array(self._functors.values(), dtype=np.int32),
                code,
                self._limits.seconds,
                self._limits.terms,
                self._limits.term_depth,
                self._limits.table_cells,
            )
        roles = range(self._interpreter.roles)
        super().__init__(self._interpreter, tuple(self._functors.text(self._interpreter.role(role)) for role in roles))

    def __reduce__(self) -> NoReturn:
        raise TypeError("states have no meaning in another interpreter: pickle the game, or positions")

    def fluents(self, state: State) -> list[str]:
        """The names of the fluents that hold, as KIF text, sorted."""
        numbers = self._interpreter.fluent_numbers
        bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")
        holding = [int(number) for number in np.flatnonzero(bits)]
        if holding and holding[-1] >= len(numbers):
            raise WoodstockError("this state belongs to another game")
        return sorted(self._functors.text(numbers.code(number)) for number in holding)

    def state(self, fluents: Sequence[str]) -> State:
        """The state in which exactly these fluents (KIF text) hold."""
        numbers = {self._interpreter.fluent_numbers.number(self._functors.read(fluent)) for fluent in fluents}
        bits = np.zeros(max(numbers, default=-1) + 1, dtype=np.uint8)
        bits[list(numbers)] = 1
        return State(np.packbits(bits, bitorder="little").tobytes())

    def move_name(self, role: int, move: int) -> str:
        """The move as KIF text."""
        try:
            return self._functors.text(self._interpreter.move_numbers(role).code(move))
        except (IndexError, TypeError):
            raise IllegalMoveError(f"role {role} has no move {move}") from None

    def move_number(self, role: int, name: str) -> int:
        """The number of a move given as KIF text."""
        try:
            code = self._functors.read(name)
        except WoodstockError as error:
            raise IllegalMoveError(f"no move: {error}") from None
        return int(self._interpreter.move_numbers(role).number(code))

    def percept_name(self, role: int, percept: int) -> str:
        """What a role sees, as KIF text."""
        return self._functors.text(self._interpreter.percept_numbers(role).code(percept))

    def percept_numbers(self, role: int, seen: Sequence[str]) -> list[int] | None:
        """The numbers of what was seen, ascending. A percept that was never met before gets a number too; `None` if a
        name is not a term of the game, as nobody can ever see it."""
        numbers = self._interpreter.percept_numbers(role)
        folded = {self.percept_name(role, number).lower(): number for number in range(len(numbers))}

        def number(name: str) -> int:
            met = folded.get(name.lower())
            return numbers.number(self._functors.read(name)) if met is None else met

        try:
            return sorted({number(name) for name in seen})
        except WoodstockError:
            return None

    def copy(self) -> InterpreterMachine:
        """An independent machine for the same game, with the same numbers for fluents and moves."""
        twin = object.__new__(InterpreterMachine)
        twin._rules = self._rules
        twin._limits = self._limits
        twin._functors = self._functors
        twin._interpreter = self._interpreter.copy()
        CoreMachine.__init__(twin, twin._interpreter, self.roles)
        return twin

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Wraps calls into the core that may fail because of the rules: errors name the place in the rules."""
        try:
            yield
        except InterpretError as error:
            fault, message, rule = error.args
            raise _FAULTS[fault](message, self._rules[rule].place if rule >= 0 else None) from None


_FAULTS: dict[str, type[WoodstockError]] = {
    "restriction": RestrictionError,
    "limit": EvaluationLimitError,
    "broken": BrokenGameError,
    "illegal": IllegalMoveError,
    "stopped": WoodstockError,
}
