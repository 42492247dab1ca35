"""The intermediate representation of a network: what is posted to the core, including hidden variables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.network import NetworkError, Value
from woodstock.solver.numbering import Numbering, Numbers
from woodstock.solver.solver import Solver

LARGEST_HIDDEN = 2**22
"""Values of a hidden variable."""

_BOOLEAN = Numbers({0: 0, 1: 1}, (0, 1))


class FlatModel:
    """Variables and constraints for the core, which wants to know of all variables before the first constraint.

    The first variables are those of a network. Hidden ones follow: they are determined by the variables of the network,
    so there are as many solutions as the network has. A literal is a Boolean variable, or `~` of it for its negation.
    """

    def __init__(self, numbering: Numbering) -> None:
        self.numbers: list[Numbers] = list(numbering.numbers)
        self._posts: list[tuple[str, tuple[Any, ...]]] = []
        self._integers: dict[int, Sequence[int] | None] = {}  # of the variables to compute with; None: 0, 1, 2, ..
        self._values: dict[int, Sequence[int]] = {}
        self._indicators: dict[int, dict[int, int]] = {}  # variable -> number of a value -> the indicator of it
        self._members: dict[tuple[int, frozenset[int]], int] = {}
        self._constants: dict[int, int] = {}
        self._false: int | None = None
        for place, numbers in enumerate(numbering.numbers):
            for number in numbers.missing():
                self.post("add_nogood", [(place, number)])

    def solver(self) -> Solver:
        """The whole model, in the core."""
        for place, indicators in self._indicators.items():
            self._channel(place, indicators)
        solver = Solver([numbers.size for numbers in self.numbers])
        for place, integers in self._integers.items():
            if integers is not None:
                solver.set_integers(place, integers)
        for method, arguments in self._posts:
            getattr(solver, method)(*arguments)
        return solver

    def post(self, method: str, *arguments: Any) -> None:
        """Call this method of the solver in the end."""
        self._posts.append((method, arguments))

    def hidden(self) -> int:
        """A hidden Boolean variable."""
        self.numbers.append(_BOOLEAN)
        return len(self.numbers) - 1

    # --- integers ------------------------------------------------------------------------------------------------

    def hidden_integer(self, values: Sequence[int]) -> int:
        """A hidden variable with these values, which ascend."""
        if len(values) > LARGEST_HIDDEN:
            raise NetworkError(f"An expression can have {len(values)} values; at most {LARGEST_HIDDEN} are possible")
        place = len(self.numbers)
        self.numbers.append(Numbers({value: number for number, value in enumerate(values)}, tuple(values)))
        self.integer(place)
        return place

    def constant(self, value: int) -> int:
        """A hidden variable with one value."""
        if value not in self._constants:
            self._constants[value] = self.hidden_integer([value])
        return self._constants[value]

    def integer(self, place: int) -> int:
        """The variable, which is now one to compute with."""
        if place not in self._integers:
            values = self.numbers[place].values
            if not all(isinstance(value, int) for value in values):
                raise NetworkError("Symbols cannot be computed with")
            integers = [int(value) for value in values if isinstance(value, int)]
            self._integers[place] = None if integers == list(range(len(integers))) else integers
        return place

    def values(self, place: int) -> Sequence[int]:
        """The integers that a variable may have, ascending."""
        if place not in self._values:
            self._values[place] = sorted(int(value) for value in self.numbers[place].of if isinstance(value, int))
        return self._values[place]

    def bounds(self, place: int) -> tuple[int, int]:
        """The least and the greatest of them."""
        values = self.values(place)
        return values[0], values[-1]

    def table(self, scope: Sequence[int], rows: Iterable[Sequence[Value]]) -> None:
        """One of these rows of values is taken. A row with a value that its variable does not have is left out."""
        of = [self.numbers[place].of for place in scope]
        numbered = [
            [own[value] for own, value in zip(of, row, strict=True)]
            for row in rows
            if all(value in own for own, value in zip(of, row, strict=True))
        ]
        self.post("add_table", list(scope), np.array(numbered, dtype=np.int32).reshape(-1, len(scope)))

    # --- literals ------------------------------------------------------------------------------------------------

    def indicator(self, place: int, value: Value) -> int:
        """The literal that says: this variable has this value."""
        numbers = self.numbers[place]
        number = numbers.of.get(value)
        if number is None:
            return self.never()
        if numbers.size == 1:
            return ~self.never()
        if numbers.size == 2:
            return place if number == 1 else ~place
        indicators = self._indicators.setdefault(place, {})
        if number not in indicators:
            indicators[number] = self.hidden()
        return indicators[number]

    def member(self, place: int, members: frozenset[int]) -> int:
        """The literal that says: the value of this variable has one of these numbers."""
        of = self.numbers[place].of
        if len(members) in (0, len(of)):
            return ~self.never() if members else self.never()
        if len(members) == 1 or self.numbers[place].size == 2:
            return self.indicator(place, self.numbers[place].values[min(members)])
        if len(members) == len(of) - 1:
            (other,) = frozenset(of.values()) - members
            return ~self.indicator(place, self.numbers[place].values[other])
        if (place, members) not in self._members:
            self._members[place, members] = hidden = self.hidden()
            self.post("add_table", [place, hidden], self._membership(place, members))
        return self._members[place, members]

    def never(self) -> int:
        """A literal that is false."""
        if self._false is None:
            self._false = self.hidden()
            self.post("add_nogood", [(self._false, 1)])
        return self._false

    def clause(self, literals: Iterable[int]) -> None:
        """One of the literals holds."""
        self.post("add_nogood", [(literal, 0) if literal >= 0 else (~literal, 1) for literal in literals])

    def gate(self, kind: str, literals: Sequence[int]) -> int:
        """A literal that holds when all (`and`) or one (`or`) of these do."""
        if len(literals) == 1:
            return literals[0]
        output = self.hidden()
        self.post("add_gate", output, list(literals), kind)
        return output

    # --- channels ------------------------------------------------------------------------------------------------

    def indicate(self, place: int, value: Value, indicator: int) -> None:
        """A variable of the network is the indicator of a value."""
        number = self.numbers[place].of.get(value)
        indicators = self._indicators.setdefault(place, {}) if self.numbers[place].size > 2 else None
        if indicators is None or number is None or number in indicators or indicator in indicators.values():
            self.post("add_gate", indicator, [self.indicator(place, value)], "and")
        else:
            indicators[number] = indicator

    def _channel(self, place: int, indicators: dict[int, int]) -> None:
        """Tie indicators to their variable: with one channel, or one by one where only a few values have them."""
        size = self.numbers[place].size
        if 4 * len(indicators) >= size:
            every = [indicators[number] if number in indicators else self.hidden() for number in range(size)]
            self.post("add_channel", place, every)
            return
        for number, indicator in indicators.items():
            self.post("add_table", [place, indicator], self._membership(place, (number,)))

    def _membership(self, place: int, members: Collection[int]) -> NDArray[np.int32]:
        """The table of a variable and what says whether its value is one of these."""
        of = self.numbers[place].of
        rows = np.zeros((len(of), 2), dtype=np.int32)
        rows[:, 0] = np.fromiter(of.values(), np.int32, len(of))
        rows[:, 1] = np.isin(rows[:, 0], np.fromiter(members, np.int32, len(members)))
        return rows
