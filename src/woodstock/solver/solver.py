"""The solver of the core, for networks of plain numbers."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from woodstock.core import Solver as CoreSolver
from woodstock.core import Stop
from woodstock.core.running import FOREVER, interruptible
from woodstock.solver.results import Best, Count, Outcome, Solutions, Statistics, Status

Consistency: TypeAlias = Literal["mac", "fc"]
VariableOrder: TypeAlias = Literal["dom/wdeg", "dom", "degree", "input", "random"]
ValueOrder: TypeAlias = Literal["ascending", "random"]
Relation: TypeAlias = Literal["<=", "=", "!="]

_ALL = 2**64 - 1
_SHORT = 64
_SHORT_SECONDS = 0.05
"""Nodes and seconds of a search that nobody would want to interrupt."""


class Solver:
    """A network of constraints over variables 0 to n - 1, where variable x has the values 0 to `domains[x]` - 1.

    Constraints are added first, then the network is searched, or narrowed step by step with `push`, `assign`,
    `propagate` and `pop`. What does not fit the network is a `ValueError`. One thread at a time may use a solver.

    >>> solver = Solver([3, 3, 3])
    >>> solver.add_all_different([0, 1, 2])
    >>> solver.add_table([0, 1], [[0, 1], [0, 2], [1, -1]])
    >>> solver.enumerate().array.tolist()
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0]]
    """

    def __init__(self, domains: Sequence[int]) -> None:
        self._core = CoreSolver(_naturals(domains, "the sizes of domains"))

    @property
    def core(self) -> CoreSolver:
        """The solver of the core, for those who work with it there."""
        return self._core

    @property
    def variables(self) -> int:
        """How many variables there are."""
        return int(self._core.variables)

    @property
    def constraints(self) -> int:
        """How many constraints there are that domains alone do not express."""
        return int(self._core.constraints)

    # --- the network --------------------------------------------------------------------------------------------

    def add_table(self, scope: Sequence[int], tuples: ArrayLike, allowed: bool = True) -> None:
        """The variables of the scope take one of the tuples, or none of them. A -1 in a tuple stands for any value."""
        variables = _naturals(scope, "variables")
        array = np.asarray(tuples)
        if array.size == 0:
            array = np.zeros((0, len(variables)), dtype=np.int32)
        if array.ndim != 2 or array.shape[1] != len(variables):
            raise ValueError(f"a table over {len(variables)} variables needs rows of as many values")
        if array.dtype != np.int32:
            if array.dtype.kind not in "iu":
                raise ValueError("the tuples of a table are whole numbers")
            if array.min() < -1 or array.max() >= 2**31:
                raise ValueError("a value of a table is out of range")
        self._core.add_table(variables, np.ascontiguousarray(array, dtype=np.int32).reshape(-1), allowed)

    def add_gate(self, output: int, inputs: Sequence[int], kind: Literal["and", "or"]) -> None:
        """A variable with two values is the and, or the or, of others; `~x` stands for the negation of x."""
        self._core.add_gate(_literal(output), [_literal(one) for one in inputs], kind)

    def add_nogood(self, assignments: Iterable[tuple[int, int]]) -> None:
        """These assignments, each a variable and a value, do not all hold."""
        self._core.add_nogood(*_split(assignments))

    def add_equal(self, x: int, y: int) -> None:
        """Both variables have the same value."""
        self._core.add_equal(*_naturals((x, y), "variables"))

    def add_all_different(self, scope: Sequence[int]) -> None:
        """No two of the variables have the same value."""
        self._core.add_all_different(_naturals(scope, "variables"))

    def add_at_most_one(self, assignments: Iterable[tuple[int, int]]) -> None:
        """At most one of these assignments, each a variable and a value, holds; one that is given twice does not."""
        self._core.add_at_most_one(*_split(assignments))

    def add_channel(self, x: int, indicators: Sequence[int]) -> None:
        """Variable `indicators[v]` is 1 if x = v, and 0 otherwise."""
        self._core.add_channel(_naturals((x,), "variables")[0], _naturals(indicators, "variables"))

    # --- integers -----------------------------------------------------------------------------------------------

    def set_integers(self, x: int, values: ArrayLike) -> None:
        """The integers that the values of x stand for in what follows, ascending; else they are 0, 1, 2 and so on."""
        own = np.ascontiguousarray(values, dtype=np.int64).reshape(-1)
        self._core.set_integers(_naturals((x,), "variables")[0], own)

    def add_linear(
        self, terms: Iterable[tuple[int, int]], relation: Relation, right: int, control: int | None = None
    ) -> None:
        """A sum of terms, each a coefficient and a variable, compared with a number.

        With a control, a variable with two values or its negation `~x`, the comparison holds if and only if that does.
        """
        literal = None if control is None else _literal(control)
        self._core.add_linear(*_terms(terms), relation, right, literal)

    def add_extremum(self, result: int, scope: Sequence[int], kind: Literal["max", "min"]) -> None:
        """A variable is the greatest, or the least, of others."""
        self._core.add_extremum(_naturals((result,), "variables")[0], _naturals(scope, "variables"), kind)

    def add_element(self, items: Sequence[int], index: int, result: int) -> None:
        """Variable `items[index]`, counted from 0, equals the result."""
        self._core.add_element(_naturals(items, "variables"), *_naturals((index, result), "variables"))

    def add_product(self, x: int, y: int, z: int) -> None:
        """The product of the first two variables is the third."""
        self._core.add_product(*_naturals((x, y, z), "variables"))

    def add_circuit(self, successors: Sequence[int]) -> None:
        """The variables that do not name themselves as their successors form one circuit, of two or more.

        That all successors differ is another constraint, to be added as well.
        """
        self._core.add_circuit(_naturals(successors, "variables"))

    def set_objective(self, terms: Iterable[tuple[int, int]]) -> None:
        """The sum that `minimise` minimises."""
        self._core.set_objective(*_terms(terms))

    # --- step by step -------------------------------------------------------------------------------------------

    @property
    def level(self) -> int:
        """How many pushes there were without a pop. What is done at level 0 stays."""
        return int(self._core.level)

    def push(self) -> None:
        """Remember the domains as they are, propagated."""
        self._core.push()

    def pop(self) -> None:
        """Go back to where the last push was made."""
        self._core.pop()

    def assign(self, x: int, value: int) -> bool:
        """Give a variable a value; false if that leaves no solution. `propagate` draws the consequences."""
        return bool(self._core.assign(*_naturals((x, value), "variables and values")))

    def assign_all(self, variables: ArrayLike, values: ArrayLike) -> bool:
        """Give many variables their values at once; false if that leaves no solution."""
        return bool(self._core.assign_all(_numbers(variables), _numbers(values)))

    def remove(self, x: int, value: int) -> bool:
        """Take a value from a variable; false if that leaves no solution."""
        return bool(self._core.remove(*_naturals((x, value), "variables and values")))

    def propagate(self) -> bool:
        """Narrow the domains to the fixpoint; false if there is no solution, and then the domains mean nothing."""
        return bool(self._core.propagate())

    def set_consistency(self, consistency: Consistency) -> None:
        """How `propagate` narrows from now on; after a search it is by arc consistency again."""
        self._core.set_consistency(consistency)

    @property
    def propagations(self) -> int:
        """How often propagators have run."""
        return int(self._core.propagations)

    def domain(self, x: int) -> list[int]:
        """The values a variable still has, ascending."""
        values: NDArray[np.int32] = self._core.domain(_naturals((x,), "variables")[0])
        return list(values.tolist())

    # --- search -------------------------------------------------------------------------------------------------

    def solve(
        self,
        *,
        branching: Sequence[int] = (),
        consistency: Consistency = "mac",
        variables: VariableOrder = "dom/wdeg",
        values: ValueOrder = "ascending",
        restarts: bool = True,
        seed: int = 0,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Outcome:
        """One solution, if there is one and it is found within the limits; `branching` variables come first."""
        found, statistics = self._search(
            consistency, variables, values, restarts, seed, branching, True, 1, nodes, seconds
        )
        if found["count"]:
            return Outcome(Status.SATISFIABLE, tuple(found["solutions"].tolist()), statistics)
        return Outcome(Status.UNSATISFIABLE if found["complete"] else Status.UNKNOWN, None, statistics)

    def enumerate(
        self,
        limit: int | None = None,
        *,
        branching: Sequence[int] = (),
        shown: Sequence[int] = (),
        consistency: Consistency = "mac",
        variables: VariableOrder = "dom/wdeg",
        values: ValueOrder = "ascending",
        seed: int = 0,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Solutions:
        """All solutions, or as many as the limits allow.

        With `branching`, solutions are told apart by these variables alone, and the others are completed in one way.
        With `shown`, the solutions have the values of these variables only, in this order.
        """
        found, statistics = self._search(
            consistency, variables, values, False, seed, branching, True, limit, nodes, seconds, shown
        )
        array = found["solutions"].reshape(found["count"], len(shown) or self.variables)
        return Solutions(array, found["complete"], statistics)

    def count(
        self,
        limit: int | None = None,
        *,
        branching: Sequence[int] = (),
        consistency: Consistency = "mac",
        variables: VariableOrder = "dom/wdeg",
        values: ValueOrder = "ascending",
        seed: int = 0,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Count:
        """How many solutions `enumerate` would find."""
        found, statistics = self._search(
            consistency, variables, values, False, seed, branching, False, limit, nodes, seconds
        )
        return Count(found["count"], found["complete"], statistics)

    def minimise(
        self,
        *,
        branching: Sequence[int] = (),
        consistency: Consistency = "mac",
        variables: VariableOrder = "dom/wdeg",
        values: ValueOrder = "ascending",
        restarts: bool = True,
        seed: int = 0,
        limit: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Best:
        """The solution with the least objective, or the best that the limits allow."""
        found, statistics = self._search(
            consistency, variables, values, restarts, seed, branching, True, limit, nodes, seconds, minimise=True
        )
        if not found["count"]:
            status = Status.UNSATISFIABLE if found["complete"] else Status.UNKNOWN
            return Best(status, None, None, 0, statistics)
        status = Status.OPTIMUM if found["complete"] else Status.SATISFIABLE
        best = tuple(found["solutions"].tolist())
        return Best(status, best, int(found["objective"]), int(found["count"]), statistics)

    def _search(
        self,
        consistency: str,
        variables: str,
        values: str,
        restarts: bool,
        seed: int,
        branching: Sequence[int],
        keep: bool,
        limit: int | None,
        nodes: int | None,
        seconds: float | None,
        shown: Sequence[int] = (),
        minimise: bool = False,
    ) -> tuple[dict[str, Any], Statistics]:
        first, columns = _naturals(branching, "variables"), _naturals(shown, "variables")
        most, budget = (_ALL if bound is None else min(max(bound, 0), _ALL) for bound in (limit, nodes))
        time_limit = FOREVER if seconds is None else seconds
        begun = time.perf_counter()

        def search(nodes: int, seconds: float, stop: Stop) -> dict[str, Any]:
            chosen = (consistency, variables, values, restarts, minimise, seed % 2**64, first, keep, columns)
            found: dict[str, Any] = self._core.search(*chosen, most, nodes, seconds, stop)
            return found

        # Most searches are over before a thread would have started. One that is not is begun again, and goes the same
        # way: what was done so far is little.
        found = search(min(budget, _SHORT), min(time_limit, _SHORT_SECONDS), Stop())
        if not (found["complete"] or found["count"] == most or found["nodes"] >= budget):
            left = time_limit - (time.perf_counter() - begun)
            found = interruptible(lambda stop: search(budget, left, stop), Stop())
        work = {name: int(found[name]) for name in ("nodes", "failures", "restarts", "propagations")}
        return found, Statistics(seconds=time.perf_counter() - begun, **work)


def _naturals(numbers: Iterable[int], what: str) -> list[int]:
    own = [int(number) for number in numbers]
    if any(not 0 <= number < 2**31 for number in own):
        raise ValueError(f"{what} are numbered from 0")
    return own


def _numbers(numbers: ArrayLike) -> NDArray[np.int32]:
    array = np.asarray(numbers)
    if array.size and (array.dtype.kind not in "iu" or array.min() < 0 or array.max() >= 2**31):
        raise ValueError("variables and values are numbered from 0")
    return np.ascontiguousarray(array, dtype=np.int32).reshape(-1)


def _terms(terms: Iterable[tuple[int, int]]) -> tuple[list[int], list[int]]:
    pairs = list(terms)
    return [int(coefficient) for coefficient, _ in pairs], _naturals((x for _, x in pairs), "variables")


def _literal(signed: int) -> int:
    variable = ~signed if signed < 0 else signed
    return 2 * _naturals((variable,), "variables")[0] + (signed < 0)


def _split(assignments: Iterable[tuple[int, int]]) -> tuple[list[int], list[int]]:
    pairs = list(assignments)
    return _naturals((x for x, _ in pairs), "variables"), _naturals((v for _, v in pairs), "values")
