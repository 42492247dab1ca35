"""Networks with names, solved by the core: compiled once, then put into many states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from woodstock.network import (
    Assignment,
    Circuit,
    Domains,
    Intension,
    Inverse,
    Lex,
    Network,
    NetworkError,
    Value,
)
from woodstock.solver.compiling import compiled
from woodstock.solver.numbering import Numbering
from woodstock.solver.results import Outcome, Statistics, Status
from woodstock.solver.solver import Consistency, Solver, VariableOrder


@dataclass(frozen=True, eq=False)
class Assignments:
    """Solutions of a network: a row of `array` for each, a column for each name; all there are if `complete`.

    The array holds the numbers of values: `values[column][number]` is the value. Iterating makes assignments.
    """

    names: tuple[str, ...]
    column: Mapping[str, int]
    values: tuple[tuple[Value, ...], ...]
    array: NDArray[np.int32]
    complete: bool
    statistics: Statistics

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[dict[str, Value]]:
        for row in self.array.tolist():
            yield {name: values[number] for name, values, number in zip(self.names, self.values, row, strict=True)}

    def tuples(self, names: Sequence[str]) -> list[tuple[Value, ...]]:
        """The solutions as rows of values over some of the names."""
        columns = [self.column[name] for name in names]
        values = [self.values[column] for column in columns]
        return [
            tuple(own[number] for own, number in zip(values, row, strict=True))
            for row in self.array[:, columns].tolist()
        ]

    def rows(self) -> set[tuple[Value, ...]]:
        """The solutions as a set of rows of values."""
        return set(self.tuples(self.names))


class NetworkSolver:
    """A network in the core, solved as a plain CSP: stochastic variables are treated like all others.

    >>> from woodstock.network import AllDifferent, Network, Variable
    >>> pair = NetworkSolver(Network([Variable("a", "xy"), Variable("b", "yz")], [AllDifferent(("a", "b"))]))
    >>> list(pair.solutions({"a": "y"}))
    [{'a': 'y', 'b': 'z'}]
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.numbering = Numbering.of(network)

    @cached_property
    def solver(self) -> Solver:
        """The compiled network. Its variables are numbered as in the network; hidden ones follow."""
        return compiled(self.network.constraints, self.numbering)

    @cached_property
    def _values(self) -> tuple[tuple[Value, ...], ...]:
        return tuple(numbers.values for numbers in self.numbering.numbers)

    @contextmanager
    def putting(self, given: Assignment) -> Iterator[bool]:
        """Inside the block the solver has these values and what follows; false if they cannot be."""
        pairs = [self.numbering.assignment(name, value) for name, value in given.items()]
        self.solver.push()
        try:
            possible = self.solver.assign_all([x for x, _ in pairs], [value for _, value in pairs])
            yield possible and self.solver.propagate()
        finally:
            self.solver.pop()

    def solutions(
        self,
        given: Assignment | None = None,
        project: Sequence[str] | None = None,
        *,
        consistency: Consistency = "mac",
        variables: VariableOrder = "dom/wdeg",
        limit: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Assignments:
        """The solutions in which these variables have these values, or as many as the limits allow.

        With `project`, solutions are restricted to these variables and listed once each.
        """
        if project is not None and not project:
            raise NetworkError("Solutions are projected on no variable; name at least one")
        chosen = None if project is None else [self.numbering.at(name) for name in project]
        with self.putting(given or {}):
            found = self.solver.enumerate(
                limit,
                branching=chosen or self.branching,
                consistency=consistency,
                variables=variables,
                nodes=nodes,
                seconds=seconds,
            )
        names, column, values = self.numbering.names, self.numbering.place, self._values
        if project is None or chosen is None:
            array = found.array[:, : len(names)]
        else:
            names, column = tuple(project), {name: place for place, name in enumerate(project)}
            values, array = tuple(self._values[place] for place in chosen), found.array[:, chosen]
        return Assignments(names, column, values, array, found.complete, found.statistics)

    def solution(
        self,
        given: Assignment | None = None,
        *,
        consistency: Consistency = "mac",
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> tuple[Status, dict[str, Value] | None]:
        """One solution, by a search with restarts; or only the status if none was found."""
        outcome = self.outcome(given, consistency=consistency, nodes=nodes, seconds=seconds)
        return outcome.status, None if outcome.solution is None else self.assignment(outcome.solution)

    def outcome(
        self,
        given: Assignment | None = None,
        *,
        consistency: Consistency = "mac",
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Outcome:
        """The same in numbers, with the work it took."""
        with self.putting(given or {}):
            return self.solver.solve(branching=self.branching, consistency=consistency, nodes=nodes, seconds=seconds)

    def assignment(self, solution: Sequence[int]) -> dict[str, Value]:
        """A solution of the solver in names and values."""
        pairs = zip(self.numbering.names, self._values, solution, strict=False)
        return {name: values[number] for name, values, number in pairs}

    @cached_property
    def branching(self) -> Sequence[int]:
        """The variables to branch on: those of the network alone where expressions have hidden ones."""
        computing = any(isinstance(one, Intension | Lex | Inverse | Circuit) for one in self.network.constraints)
        return range(len(self.numbering.names)) if computing or self.network.objectives else ()

    def domains(self, given: Assignment | None = None) -> Domains | None:
        """The values that propagation leaves to each variable, or None if it finds that there is no solution."""
        with self.putting(given or {}) as possible:
            return self.current() if possible else None

    def current(self) -> Domains:
        """The values that each variable has in the solver now."""
        return {name: frozenset(self.values(name)) for name in self.numbering.names}

    def values(self, name: str) -> list[Value]:
        """The values that a variable has in the solver now."""
        place = self.numbering.at(name)
        values = self._values[place]
        return [values[number] for number in self.solver.domain(place)]

    def narrow(self, domains: Mapping[str, frozenset[Value]]) -> bool:
        """Take all other values from the variables, for good or until a pop; false if that leaves no solution."""
        return all(
            self.solver.remove(place, number)
            for name, kept in domains.items()
            for place in (self.numbering.at(name),)
            for value, number in self.numbering.numbers[place].of.items()
            if value not in kept
        )
