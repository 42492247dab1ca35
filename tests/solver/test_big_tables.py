"""Big tables: memory and counting in proportion, and the plain filtering of rows as oracle."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from woodstock.solver import Solver, Status

PEAK = """
import sys
import numpy as np
from woodstock.solver import Solver

def peak():  # not getrusage: that has the memory of the process before it became this one
    return next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))

count, arity, size = map(int, sys.argv[1:])
tuples = np.random.default_rng(1).integers(0, size, size=(count, arity), dtype=np.int32)
Solver([2, 2, 2]).add_table([0, 1, 2], [[0, 0, 0]])
before = peak()
solver = Solver([size] * arity)
solver.add_table(range(arity), tuples)
assert solver.propagate()
solver.push()
assert solver.assign(0, int(tuples[0, 0])) and solver.propagate()
print((peak() - before) / tuples.nbytes)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize(("arity", "size"), [(3, 1000), (4, 64), (2, 20000)])
def test_a_million_tuples_take_at_most_four_times_their_size(arity: int, size: int) -> None:
    command = [sys.executable, "-c", PEAK, "1000000", str(arity), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert 0.5 < float(done.stdout) < 4


@pytest.mark.long
def test_counting_takes_time_in_proportion_to_the_count() -> None:
    # Time for each solution, small against ten times as big; each node used to look at all values of all domains.
    spent = []
    for count in (20_000, 200_000):
        tuples = np.random.default_rng(2).integers(0, 1000, size=(count, 3), dtype=np.int32)
        expected = len(np.unique(tuples, axis=0))
        solver = Solver([1000] * 3)
        solver.add_table([0, 1, 2], tuples)
        assert solver.propagate()
        begun = time.process_time()
        counted = solver.count()
        spent.append((time.process_time() - begun) / expected)
        assert counted.complete
        assert counted.count == expected
        assert counted.statistics.failures == 0, "arc consistency on the only constraint: no dead ends"
    assert spent[1] < 5 * spent[0]


@pytest.mark.parametrize("size", [20, 64, 65, 300])
def test_all_solutions_of_a_table_are_its_tuples(size: int) -> None:
    tuples = np.random.default_rng(size).integers(0, size, size=(5000, 4), dtype=np.int32)
    solver = Solver([size] * 4)
    solver.add_table(range(4), tuples)
    assert solver.enumerate().tuples() == set(map(tuple, tuples.tolist()))


def supported(rows: NDArray[np.int32], domains: list[set[int]]) -> list[set[int]]:
    """The values that some row within the domains has; a star has all values of its domain."""
    inside = [np.isin(rows[:, x], [-1, *domain]) for x, domain in enumerate(domains)]
    left = rows[np.logical_and.reduce(inside)]
    if not len(left):
        return [set() for _ in domains]
    return [
        domain if (left[:, x] == -1).any() else domain & set(left[:, x].tolist()) for x, domain in enumerate(domains)
    ]


@pytest.mark.parametrize("stars", [0.0, 0.002, 0.1])
def test_big_tables_are_arc_consistent(stars: float) -> None:
    rng = random.Random(stars)
    for round_number in range(25):
        sizes = [rng.choice((3, 40, 70, 150, 400)) for _ in range(rng.randint(2, 4))]
        draw = np.random.default_rng(round_number)
        columns = [draw.integers(0, size, rng.choice((200, 3000))) for size in sizes]
        rows = np.stack([column[: min(map(len, columns))] for column in columns], axis=1).astype(np.int32)
        rows[draw.random(rows.shape) < stars] = -1
        solver = Solver(sizes)
        solver.add_table(range(len(sizes)), rows)
        narrow_and_return(solver, rows, [set(range(size)) for size in sizes], rng, 5)


def narrow_and_return(
    solver: Solver, rows: NDArray[np.int32], domains: list[set[int]], rng: random.Random, depth: int
) -> None:
    """Removes and assigns at random, looks at each fixpoint, goes on from it, and comes back."""
    expected = supported(rows, domains)
    assert solver.propagate() == all(expected)
    if not all(expected):
        return
    assert [set(solver.domain(x)) for x in range(len(domains))] == expected
    if depth == 0:
        return
    for _ in range(2):
        narrower = [set(domain) for domain in expected]
        solver.push()
        x = rng.randrange(len(domains))
        values = sorted(narrower[x])
        if rng.random() < 0.3:
            narrower[x] = {rng.choice(values)}
            assert solver.assign(x, *narrower[x])
        else:
            for v in rng.sample(values, rng.choice((1, len(values) // 2))) if len(values) > 1 else ():
                narrower[x].discard(v)
                assert solver.remove(x, v)
        narrow_and_return(solver, rows, narrower, rng, depth - 1)
        solver.pop()
        assert solver.propagate()
        assert [set(solver.domain(x)) for x in range(len(domains))] == expected


def test_a_hundred_thousand_short_forbidden_tuples() -> None:
    draw = np.random.default_rng(3)
    count, variables, size = 100_000, 20, 10
    rows = np.full((count, variables), -1, dtype=np.int32)
    for _ in range(4):  # up to four values in each
        rows[np.arange(count), draw.integers(0, variables, count)] = draw.integers(0, size, count)
    rows = rows[(rows != -1).sum(axis=1) >= 3]
    solver = Solver([size] * variables)
    begun = time.process_time()
    solver.add_table(range(variables), rows, allowed=False)
    outcome = solver.solve(nodes=3000)
    assert time.process_time() - begun < 20
    if outcome.status is Status.SATISFIABLE:
        assert outcome.solution is not None
        hits = (rows == -1) | (rows == np.array(outcome.solution))
        assert not hits.all(axis=1).any()


def test_short_forbidden_tuples_against_brute_force() -> None:
    # Over so many combinations that the table is not turned round: every tuple is a nogood.
    rng = random.Random(4)
    sizes = [3, 3, 3, 40, 40, 40]
    rows = [[rng.choice((-1, rng.randrange(3))) for _ in sizes] for _ in range(300)]
    solver = Solver(sizes)
    solver.add_table(range(6), rows, allowed=False)
    for x in (3, 4, 5):
        solver.add_table([x], [[0], [1], [2]])
    allowed = {
        values
        for values in product(range(3), repeat=6)
        if not any(all(a in (-1, b) for a, b in zip(row, values, strict=True)) for row in rows)
    }
    assert solver.enumerate().tuples() == allowed
