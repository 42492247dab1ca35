"""Each propagator against brute force, on random cases, up and down the levels."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
import pytest

from solver.harness import Posted, check, domains_of, solver_of, supported
from woodstock.solver import Solver

CASES = 1000


def sizes_of(rng: random.Random, fewest: int = 2, most: int = 4, largest: int = 5) -> tuple[int, ...]:
    return tuple(rng.randint(1, largest) for _ in range(rng.randint(fewest, most)))


def table(rng: random.Random, *, allowed: bool, stars: bool, sizes: tuple[int, ...], gac: bool = True) -> Posted:
    scope = list(range(len(sizes)))
    rows = [
        [-1 if stars and rng.random() < 0.2 else rng.randrange(size) for size in sizes]
        for _ in range(rng.randint(0, 25))
    ]

    def covered(values: Sequence[int]) -> bool:
        return any(all(a in (-1, b) for a, b in zip(row, values, strict=True)) for row in rows)

    return Posted(sizes, lambda s: s.add_table(scope, rows, allowed), lambda v: covered(v) == allowed, gac)


def allowed_table(rng: random.Random) -> Posted:
    return table(rng, allowed=True, stars=rng.random() < 0.5, sizes=sizes_of(rng, 3))


def binary_table(rng: random.Random) -> Posted:
    return table(rng, allowed=rng.random() < 0.5, stars=rng.random() < 0.5, sizes=sizes_of(rng, 2, 2, 9))


def forbidden_table(rng: random.Random) -> Posted:
    return table(rng, allowed=False, stars=rng.random() < 0.5, sizes=sizes_of(rng))


def wide_table(rng: random.Random) -> Posted:
    """Few tuples over many values: kept sparse, beyond one word of a domain."""
    sizes = tuple(rng.choice((3, 130, 200)) for _ in range(3))
    values = [rng.sample(range(size), min(size, 5)) for size in sizes]
    rows = [[-1 if rng.random() < 0.05 else rng.choice(own) for own in values] for _ in range(rng.randint(1, 90))]

    def post(solver: Solver) -> None:
        solver.add_table([0, 1, 2], rows)
        for x, own in enumerate(values):  # keeps brute force quick
            solver.add_table([x], [[v] for v in own])

    def holds(v: Sequence[int]) -> bool:
        if any(a not in own for a, own in zip(v, values, strict=True)):
            return False
        return any(all(a in (-1, b) for a, b in zip(row, v, strict=True)) for row in rows)

    return Posted(sizes, post, holds)


def repeated_variable(rng: random.Random) -> Posted:
    sizes = (3, 3, 2)
    scope = [rng.randrange(3) for _ in range(4)]
    allowed = rng.random() < 0.5
    rows = [[rng.randrange(-1, sizes[x]) for x in scope] for _ in range(rng.randint(1, 12))]

    def covered(values: Sequence[int]) -> bool:
        return any(all(a in (-1, values[x]) for a, x in zip(row, scope, strict=True)) for row in rows)

    return Posted(sizes, lambda s: s.add_table(scope, rows, allowed), lambda v: covered(v) == allowed)


def gate(rng: random.Random) -> Posted:
    count = rng.randint(1, 6)
    output, *inputs = (x if rng.random() < 0.5 else ~x for x in rng.sample(range(count), rng.randint(1, count)))
    return _gate(count, output, inputs, rng.random() < 0.5, gac=True)


def wide_gate(rng: random.Random) -> Posted:
    """So many inputs that two of them are watched."""
    count = rng.randint(7, 9)
    output, *inputs = (x if rng.random() < 0.5 else ~x for x in rng.sample(range(count), count))
    return _gate(count, output, inputs, rng.random() < 0.5, gac=True)


def tangled_gate(rng: random.Random) -> Posted:
    """The same variable in several places."""
    literals = [rng.choice((x, ~x)) for x in rng.choices(range(3), k=rng.randint(1, 5))]
    return _gate(3, literals[0], literals[1:], rng.random() < 0.5, gac=False)


def _gate(count: int, output: int, inputs: list[int], either: bool, *, gac: bool) -> Posted:
    def holds(values: Sequence[int]) -> bool:
        own = [values[x] == 1 if x >= 0 else values[~x] == 0 for x in [output, *inputs]]
        return own[0] == (any(own[1:]) if either else all(own[1:]))

    return Posted((2,) * count, lambda s: s.add_gate(output, inputs, "or" if either else "and"), holds, gac)


def nogood(rng: random.Random) -> Posted:
    sizes = sizes_of(rng, 1)
    own = [(x, rng.randrange(sizes[x])) for x in rng.choices(range(len(sizes)), k=rng.randint(1, 4))]
    return Posted(sizes, lambda s: s.add_nogood(own), lambda v: not all(v[x] == a for x, a in own))


def equal(rng: random.Random) -> Posted:
    sizes = (rng.choice((2, 5, 70)), rng.choice((2, 6, 70)))
    return Posted(sizes, lambda s: s.add_equal(0, 1), lambda v: v[0] == v[1])


def all_different(rng: random.Random) -> Posted:
    sizes = tuple(rng.randint(1, 6) for _ in range(rng.randint(1, 5)))
    return Posted(sizes, lambda s: s.add_all_different(range(len(sizes))), lambda v: len(set(v)) == len(v))


def at_most_one(rng: random.Random) -> Posted:
    sizes = sizes_of(rng)
    own = [(x, rng.randrange(size)) for x, size in enumerate(sizes)]
    return Posted(sizes, lambda s: s.add_at_most_one(own), lambda v: sum(v[x] == a for x, a in own) <= 1)


def at_most_one_tangled(rng: random.Random) -> Posted:
    sizes = sizes_of(rng)
    own = [(x, rng.randrange(sizes[x])) for x in rng.choices(range(len(sizes)), k=4)]
    return Posted(sizes, lambda s: s.add_at_most_one(own), lambda v: sum(v[x] == a for x, a in own) <= 1, gac=False)


def channel(rng: random.Random) -> Posted:
    size = rng.randint(1, 5)
    return Posted(
        (size, *[2] * size),
        lambda s: s.add_channel(0, range(1, size + 1)),
        lambda v: all((v[0] == i) == (b == 1) for i, b in enumerate(v[1:])),
    )


KINDS = (
    allowed_table,
    binary_table,
    forbidden_table,
    wide_table,
    repeated_variable,
    gate,
    wide_gate,
    tangled_gate,
    nogood,
    equal,
    all_different,
    at_most_one,
    at_most_one_tangled,
    channel,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_propagator_does_what_brute_force_does(kind: Callable[[random.Random], Posted]) -> None:
    rng = random.Random(kind.__name__)
    cases = CASES // 10 if kind in (wide_table, wide_gate) else CASES
    for _ in range(cases):
        check(kind(rng), rng)


def test_a_big_forbidden_table_is_arc_consistent() -> None:
    # Too many combinations to turn round: 50^4. All that completes x0 = 0 and x1 < 2 with two values each is forbidden.
    rows = np.array([[0, a, b, c] for a, b, c in product(range(2), repeat=3)], dtype=np.int32)

    def post(solver: Solver) -> None:
        solver.add_table([0, 1, 2, 3], rows, False)
        for x in range(1, 4):
            solver.add_table([x], [[0], [1], [7]])
        solver.add_table([0], [[0], [3]])

    def holds(v: Sequence[int]) -> bool:
        return v[0] in (0, 3) and all(a in (0, 1, 7) for a in v[1:]) and not (v[0] == 0 and max(v[1:]) < 2)

    rng = random.Random(5)
    small = Posted((50,) * 4, post, lambda v: True)
    for _ in range(200):
        solver = solver_of(small)
        assert solver.propagate()
        for x in range(1, 4):
            if rng.random() < 0.8:
                solver.remove(x, 7)
        before = domains_of(solver)
        assert solver.propagate()
        assert domains_of(solver) == supported(before, holds)
