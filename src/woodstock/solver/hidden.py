"""Hidden variables that are functions of other variables, each by the constraint that sees most.

Functions of few values are tables, which are arc consistent. Sums are linear constraints, which are bounds consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod

from woodstock.network import NetworkError, Value
from woodstock.network.expressions import UndefinedError
from woodstock.solver.flat_model import LARGEST_HIDDEN, FlatModel

SMALL = 2_000
"""Rows of a table that a function is worth."""
LARGE = 200_000
"""Rows of a table for a function of which nothing else is known."""


def integer(value: Value) -> int:
    """A value to compute with."""
    if not isinstance(value, int):
        raise NetworkError(f"{value} is a symbol, and cannot be computed with")
    return int(value)


class Hidden:
    """Adds hidden variables over variables at given places to the intermediate representation (`FlatModel`)."""

    def __init__(self, model: FlatModel) -> None:
        self._model = model

    def rows(self, places: Iterable[int]) -> int:
        """How many combinations of values some variables have."""
        return prod(len(self._model.numbers[place].of) for place in places)

    def combinations(self, places: Iterable[int]) -> Iterable[tuple[int, ...]]:
        """All of them."""
        return product(*(self._model.values(place) for place in places))

    def terms(self, terms: dict[int, int]) -> list[tuple[int, int]]:
        """Coefficients of variables, as the core wants them."""
        return [(factor, self._model.integer(place)) for place, factor in terms.items()]

    # --- by tables -----------------------------------------------------------------------------------------------

    def function(self, places: Sequence[int], work_out: Callable[..., Value]) -> int:
        """What is worked out of the values of these variables; where it is undefined, they do not have these values."""
        if self.rows(places) > LARGE:
            raise NetworkError(f"An operator has more than {LARGE} pairs of values to try")
        found = []
        for row in self.combinations(places):
            try:
                found.append((row, integer(work_out(*row))))
            except UndefinedError:
                continue
        return self.by_rows(places, found)

    def by_rows(self, places: Sequence[int], rows: Sequence[tuple[tuple[Value, ...], int]]) -> int:
        """The value that each row gives; rows that are not there are forbidden."""
        hidden = self._model.hidden_integer(sorted({value for _, value in rows}) or [0])
        self._model.table([*places, hidden], [(*row, value) for row, value in rows])
        return hidden

    def same(self, one: int, other: int) -> int:
        """The literal that says whether two literals are both true or both false."""
        found = self._model.hidden()
        signs = [int(literal >= 0) for literal in (one, other)]
        places = [literal if literal >= 0 else ~literal for literal in (one, other)]
        rows = [(a, b, int((a == signs[0]) == (b == signs[1]))) for a, b in product((0, 1), repeat=2)]
        self._model.post("add_table", [*places, found], rows)
        return found

    def truth(self, literal: int) -> int:
        """A variable that is 1 where the literal holds, and 0 elsewhere."""
        if literal < 0:
            return self.sum({self.flag(~literal): -1}, 1)
        return self.flag(literal)

    def flag(self, place: int) -> int:
        """The same of a literal that is not negated; the two values of its variable may be others."""
        if self._model.numbers[place].values == (0, 1):
            return place
        found = self._model.hidden()
        self._model.post("add_gate", found, [place], "and")
        return found

    # --- by propagators ------------------------------------------------------------------------------------------

    def sum(self, terms: dict[int, int], constant: int) -> int:
        """The sum of variables times their coefficients, and a constant."""
        if len(terms) == 1 and constant == 0 and 1 in terms.values():
            return next(iter(terms))
        low = high = constant
        for place, factor in terms.items():
            ends = [factor * bound for bound in self._model.bounds(place)]
            low, high = low + min(ends), high + max(ends)
        hidden = self._interval(low, high)
        self._model.post("add_linear", [*self.terms(terms), (-1, hidden)], "=", -constant)
        return hidden

    def extremum(self, kind: str, places: Sequence[int], result: int | None = None) -> int:
        """The greatest (`max`) or the least of some variables; the result may be there already."""
        if result is None:
            choose = max if kind == "max" else min
            bounds = [self._model.bounds(place) for place in places]
            result = self._interval(choose(low for low, _ in bounds), choose(high for _, high in bounds))
        for place in (*places, result):
            self._model.integer(place)
        self._model.post("add_extremum", result, places, kind)
        return result

    def product(self, x: int, y: int) -> int:
        """The product of two variables."""
        if self.rows((x, y)) <= SMALL and x != y:
            return self.function([x, y], lambda a, b: a * b)
        ends = [a * b for a in self._model.bounds(x) for b in self._model.bounds(y)]
        result = self._interval(min(ends), max(ends))
        self._model.post("add_product", self._model.integer(x), self._model.integer(y), result)
        return result

    def element(self, index: int, places: Sequence[int], result: int | None = None) -> int:
        """The variable that the index names, counted from 0; the result may be there already."""
        if result is None:
            values = {value for place in dict.fromkeys(places) for value in self._model.values(place)}
            result = self._model.hidden_integer(sorted(values))
        items = [self._model.integer(place) for place in places]
        self._model.post("add_element", items, self._model.integer(index), self._model.integer(result))
        return result

    def constant_element(self, index: int, items: Sequence[int]) -> int:
        """The integer that the index names, counted from 0."""
        inside = [value for value in self._model.values(self._model.integer(index)) if 0 <= value < len(items)]
        return self.by_rows([index], [((value,), items[value]) for value in inside])

    def alike(self, places: Sequence[int]) -> list[int]:
        """Copies of variables that number their values alike: the core compares numbers."""
        every = sorted({value for place in places for value in self._model.values(place)})
        copies = []
        for place in places:
            copies.append(self._model.hidden_integer(every))
            self._model.table([place, copies[-1]], [(value, value) for value in self._model.values(place)])
        return copies

    def _interval(self, low: int, high: int) -> int:
        if high - low >= LARGEST_HIDDEN:
            raise NetworkError(f"An expression can be from {low} to {high}; that is too large")
        return self._model.hidden_integer(range(low, high + 1))
