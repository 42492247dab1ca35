"""A network as constraints over numbers, ready for the core."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.network import (
    STAR,
    AllDifferent,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    Literal,
    Table,
    Value,
)
from woodstock.solver.numbering import Numbering
from woodstock.solver.solver import Solver


def compiled(constraints: Iterable[Constraint], numbering: Numbering) -> Solver:
    """A solver whose first variables are those of a network, or of a part of one, as they are numbered.

    After them come hidden indicators: Boolean variables that say whether a variable has a value that some literal
    speaks of. The variables of the network determine them, so there are as many solutions as the network has.
    """
    draft = _Draft(numbering)
    for constraint in constraints:
        draft.add(constraint)
    return draft.solver()


class _Draft:
    """What is to be posted. The core wants to know of all variables, hidden ones too, before the first constraint."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._sizes = [numbers.size for numbers in numbering.numbers]
        self._posts: list[tuple[str, tuple[Any, ...]]] = []
        self._indicators: dict[int, dict[int, int]] = {}  # variable -> number of a value -> the indicator of it
        self._members: dict[tuple[int, frozenset[int]], int] = {}
        self._false: int | None = None
        for place, numbers in enumerate(numbering.numbers):
            for number in numbers.missing():
                self._post("add_nogood", [(place, number)])

    def solver(self) -> Solver:
        """All that was drafted, in the core."""
        for place, indicators in self._indicators.items():
            self._channel(place, indicators)
        solver = Solver(self._sizes)
        for method, arguments in self._posts:
            getattr(solver, method)(*arguments)
        return solver

    def add(self, constraint: Constraint) -> None:
        """Draft one constraint of the network."""
        at = self._numbering.at
        match constraint:
            case Table():
                rows = self._rows(constraint)
                self._post("add_table", [at(name) for name in constraint.scope], rows, constraint.allowed)
            case Gate():
                self._post("add_gate", at(constraint.output), self._inputs(constraint), constraint.kind)
            case Equal():
                for first, second in pairwise(constraint.scope):
                    self._post("add_equal", at(first), at(second))
            case AllDifferent():
                self._post("add_all_different", [at(name) for name in constraint.scope])
            case AtMostOne():
                self._post("add_at_most_one", [(at(name), 1) for name in constraint.scope])
            case Channel():
                for value, name in constraint.indicators:
                    self._indicate(at(constraint.variable), value, at(name))

    def _post(self, method: str, *arguments: Any) -> None:
        self._posts.append((method, arguments))

    def _hidden(self) -> int:
        self._sizes.append(2)
        return len(self._sizes) - 1

    def _rows(self, table: Table) -> NDArray[np.int32]:
        columns = []
        for name, column in zip(table.scope, zip(*table.tuples, strict=True), strict=False):
            of = {**self._numbering.numbers[self._numbering.place[name]].of, STAR: -1}
            columns.append(np.fromiter(map(of.__getitem__, column), np.int32, len(column)))
        return np.stack(columns, axis=1) if columns else np.zeros((0, len(table.scope)), dtype=np.int32)

    # --- literals ------------------------------------------------------------------------------------------------

    def _inputs(self, gate: Gate) -> list[int]:
        """The literals of a gate for the core.

        Several literals that speak of one variable with many values are first made one: so the core sees at once that
        `x = 1 or x = 2` holds when nothing else is left to x.
        """
        place = self._numbering.place
        if len(gate.scope) == len(gate.inputs) + 1:
            return [self._literal(place[literal.variable], literal) for literal in gate.inputs]
        groups: dict[int, list[Literal]] = {}
        for literal in gate.inputs:
            groups.setdefault(place[literal.variable], []).append(literal)
        inputs: list[int] = []
        for variable, literals in groups.items():
            if len(literals) == 1 or self._sizes[variable] <= 2:
                inputs += [self._literal(variable, literal) for literal in literals]
            else:
                inputs.append(self._joint(variable, literals, gate.kind))
        return inputs

    def _literal(self, place: int, literal: Literal) -> int:
        found = self._indicator(place, literal.value)
        return found if literal.positive else ~found

    def _joint(self, place: int, literals: list[Literal], kind: str) -> int:
        """A literal that holds where all, or where any, of several literals over one variable do."""
        of = self._numbering.numbers[place].of
        every = frozenset(of.values())
        named = (frozenset({of[i.value]} if i.value in of else ()) for i in literals)
        holding = [own if i.positive else every - own for i, own in zip(literals, named, strict=True)]
        members = every.intersection(*holding) if kind == "and" else frozenset().union(*holding)
        if len(members) in (0, len(of)):
            return ~self._never() if members else self._never()
        if (place, members) not in self._members:
            self._members[place, members] = hidden = self._hidden()
            self._post("add_table", [place, hidden], self._membership(place, members))
        return self._members[place, members]

    def _indicator(self, place: int, value: Value) -> int:
        """The literal of the core that says: this variable has this value."""
        numbers = self._numbering.numbers[place]
        number = numbers.of.get(value)
        if number is None:
            return self._never()
        if numbers.size == 1:
            return ~self._never()
        if numbers.size == 2:
            return place if number == 1 else ~place
        indicators = self._indicators.setdefault(place, {})
        if number not in indicators:
            indicators[number] = self._hidden()
        return indicators[number]

    def _never(self) -> int:
        """A literal that is false."""
        if self._false is None:
            self._false = self._hidden()
            self._post("add_nogood", [(self._false, 1)])
        return self._false

    # --- channels ------------------------------------------------------------------------------------------------

    def _indicate(self, place: int, value: Value, indicator: int) -> None:
        """A variable of the network is the indicator of a value."""
        number = self._numbering.numbers[place].of.get(value)
        indicators = self._indicators.setdefault(place, {}) if self._sizes[place] > 2 else None
        if indicators is None or number is None or number in indicators or indicator in indicators.values():
            self._post("add_gate", indicator, [self._indicator(place, value)], "and")
        else:
            indicators[number] = indicator

    def _channel(self, place: int, indicators: dict[int, int]) -> None:
        """Tie indicators to their variable: with one channel, or one by one where only a few values have them."""
        size = self._sizes[place]
        if 4 * len(indicators) >= size:
            every = [indicators[number] if number in indicators else self._hidden() for number in range(size)]
            self._post("add_channel", place, every)
            return
        for number, indicator in indicators.items():
            self._post("add_table", [place, indicator], self._membership(place, (number,)))

    def _membership(self, place: int, members: Collection[int]) -> NDArray[np.int32]:
        """The table of a variable and what says whether its value is one of these."""
        of = self._numbering.numbers[place].of
        rows = np.zeros((len(of), 2), dtype=np.int32)
        rows[:, 0] = np.fromiter(of.values(), np.int32, len(of))
        rows[:, 1] = np.isin(rows[:, 0], np.fromiter(members, np.int32, len(members)))
        return rows
