"""Searches: limits, determinism, and the same solution sets as OR-Tools CP-SAT."""

from __future__ import annotations

import random
import threading
import time
from itertools import product
from typing import get_args

import numpy as np
import pytest

from woodstock.solver import Consistency, Solver, Status, VariableOrder


def queens(n: int) -> Solver:
    solver = Solver([n] * n)
    solver.add_all_different(range(n))
    for i in range(n):
        for j in range(i):
            attacked = [[a, b] for a, b in product(range(n), repeat=2) if abs(a - b) == i - j]
            solver.add_table([i, j], attacked, allowed=False)
    return solver


@pytest.mark.parametrize("consistency", get_args(Consistency))
@pytest.mark.parametrize("order", get_args(VariableOrder))
def test_queens(consistency: Consistency, order: VariableOrder) -> None:
    solver = queens(6)
    assert solver.count(consistency=consistency, variables=order, seed=3).count == 4
    assert len(solver.enumerate(consistency=consistency, variables=order).tuples()) == 4
    outcome = solver.solve(consistency=consistency, variables=order, values="random", seed=5)
    assert outcome.status is Status.SATISFIABLE
    assert outcome.solution in solver.enumerate().tuples()


def test_forward_checking_needs_more_nodes() -> None:
    solver = queens(8)
    arc, forward = (solver.count(consistency=one, variables="input") for one in get_args(Consistency))
    assert arc.count == forward.count == 92
    assert arc.statistics.nodes < forward.statistics.nodes


def test_the_same_seed_gives_the_same_search() -> None:
    solver = queens(12)
    first, second = (solver.solve(variables="random", values="random", seed=7) for _ in range(2))
    assert first.solution == second.solution
    assert first.statistics.nodes == second.statistics.nodes


@pytest.mark.clock
def test_limits() -> None:
    solver = queens(10)
    some = solver.enumerate(5)
    assert len(some) == 5 and not some.complete
    few = solver.count(nodes=20)
    assert few.statistics.nodes == 20 and not few.complete
    assert solver.count(0).count == 0
    begun = time.perf_counter()
    late = queens(16).count(seconds=0.2)
    assert not late.complete
    assert time.perf_counter() - begun < 5


def test_the_gil_is_free_during_a_search() -> None:
    ticks = []
    solver = queens(14)
    thread = threading.Thread(target=lambda: solver.count(seconds=0.5))
    thread.start()
    while thread.is_alive():
        ticks.append(1)
        time.sleep(0.01)
    assert len(ticks) > 5


def test_what_does_not_fit_is_a_value_error() -> None:
    solver = Solver([2, 3])
    with pytest.raises(ValueError, match="no variable 2"):
        solver.add_equal(0, 2)
    with pytest.raises(ValueError, match="no value 3"):
        solver.add_table([1], [[3]])
    with pytest.raises(ValueError, match="numbered from 0"):
        solver.add_all_different([-1, 0])
    with pytest.raises(ValueError, match="rows"):
        solver.add_table([0, 1], [[1]])
    with pytest.raises(ValueError, match="out of range"):
        solver.add_table([0], [[2**40]])
    with pytest.raises(ValueError, match="two values"):
        solver.add_gate(1, [0], "and")
    with pytest.raises(ValueError, match="dom/wdge"):
        solver.count(variables="dom/wdge")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no level"):
        solver.pop()
    assert solver.count().count == 6
    solver.add_table([0, 1], [])
    assert solver.solve().status is Status.UNSATISFIABLE


def test_many_assignments_at_once() -> None:
    solver = queens(6)
    solver.push()
    assert solver.assign_all([0, 1], np.array([1, 3]))
    assert solver.enumerate().array.tolist() == [[1, 3, 5, 0, 2, 4]]
    assert not solver.assign_all([0], [2])
    solver.pop()
    assert solver.count().count == 4
    for variables, values in (([0, 1], [1]), ([6], [0]), ([0], [6]), ([-1], [0]), ([0.5], [0])):
        with pytest.raises(ValueError, match=r"variable|numbered"):
            solver.assign_all(variables, values)
    assert solver.count().count == 4


def test_solutions_over_the_variables_that_are_shown() -> None:
    solver = queens(6)
    full = solver.enumerate().array
    assert solver.enumerate(shown=[5, 0]).array.tolist() == full[:, [5, 0]].tolist()
    with pytest.raises(ValueError, match="no variable 6"):
        solver.enumerate(shown=[6])


def test_searches_do_not_learn_from_one_another() -> None:
    solver = queens(9)
    first = solver.count(branching=[4, 2])
    solver.solve(variables="dom/wdeg", restarts=True, seed=3)
    solver.count(variables="random", consistency="fc", nodes=200)
    again = solver.count(branching=[4, 2])
    assert (again.count, again.statistics.nodes) == (first.count, first.statistics.nodes)


def random_network(rng: random.Random) -> tuple[Solver, set[tuple[int, ...]]]:
    """The same random network in our solver and in CP-SAT, whose solutions are returned."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    sizes = [rng.choice((2, 2, 4)) for _ in range(14)]
    booleans = [x for x, size in enumerate(sizes) if size == 2]
    solver, model = Solver(sizes), cp_model.CpModel()
    x = [model.new_int_var(0, size - 1, f"x{i}") for i, size in enumerate(sizes)]
    b = {i: model.new_bool_var(f"b{i}") for i in booleans}
    for i in booleans:
        model.add(x[i] == b[i])
    for _ in range(6):
        scope = rng.sample(range(14), 3)
        rows = [[rng.randrange(sizes[i]) for i in scope] for _ in range(12)]
        solver.add_table(scope, rows)
        model.add_allowed_assignments([x[i] for i in scope], rows)
    for _ in range(3 if len(booleans) > 4 else 0):
        output, *inputs = rng.sample(booleans, 4)
        signed = [rng.choice((i, ~i)) for i in inputs]
        solver.add_gate(output, signed, "or")
        model.add_max_equality(b[output], [b[i] if i >= 0 else b[~i].negated() for i in signed])
    wide = [i for i, size in enumerate(sizes) if size == 4][:3]
    solver.add_all_different(wide)
    model.add_all_different([x[i] for i in wide])
    found: set[tuple[int, ...]] = set()

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
        def on_solution_callback(self) -> None:
            found.add(tuple(self.value(one) for one in x))

    searcher = cp_model.CpSolver()
    searcher.parameters.enumerate_all_solutions = True
    searcher.parameters.num_workers = 1
    searcher.solve(model, Collector())
    return solver, found


def test_solution_sets_are_those_of_cp_sat() -> None:
    rng = random.Random(11)
    nonempty = 0
    for _ in range(12):
        solver, expected = random_network(rng)
        for consistency in get_args(Consistency):
            assert solver.enumerate(consistency=consistency).tuples() == expected
        nonempty += bool(expected)
    assert nonempty > 3
