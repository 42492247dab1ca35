"""Each propagator that computes with integers against brute force, and branch and bound against all solutions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import get_args

import numpy as np
import pytest

from solver.harness import Posted, check, solver_of
from woodstock.solver import Consistency, Solver, Status
from woodstock.solver.solver import Relation

CASES = 400
RELATIONS: tuple[Relation, ...] = get_args(Relation)
Case = tuple[tuple[int, ...], list[list[int]]]


def integers(rng: random.Random, count: int, largest: int = 5, *, booleans: int = 0) -> Case:
    """The sizes of some domains and the integers in them, often with holes; then Boolean variables."""
    values = [sorted(rng.sample(range(-4, 8), rng.randint(1, largest))) for _ in range(count)]
    values += [[0, 1]] * booleans
    return tuple(map(len, values)), values


def posted(case: Case, post: Callable[[Solver], None], holds: Callable[[Sequence[int]], bool], *, gac: bool) -> Posted:
    """A constraint over integers for the harness, which knows numbers of values only."""
    sizes, values = case

    def post_all(solver: Solver) -> None:
        for x, own in enumerate(values):
            solver.set_integers(x, own)
        post(solver)

    return Posted(sizes, post_all, lambda row: holds([own[n] for own, n in zip(values, row, strict=True)]), gac)


def linear(rng: random.Random) -> Posted:
    case = integers(rng, rng.randint(1, 4))
    terms = [(rng.randint(-3, 3), rng.randrange(len(case[0]))) for _ in range(rng.randint(1, 5))]
    relation, right = rng.choice(RELATIONS), rng.randint(-9, 9)
    return posted(
        case,
        lambda solver: solver.add_linear(terms, relation, right),
        lambda v: _compare(sum(c * v[x] for c, x in terms), relation, right),
        gac=False,
    )


def _compare(left: int, relation: str, right: int) -> bool:
    return {"<=": left <= right, "=": left == right, "!=": left != right}[relation]


def controlled_linear(rng: random.Random) -> Posted:
    count = rng.randint(1, 3)
    case = integers(rng, count, booleans=1)
    terms = [(rng.randint(-3, 3), rng.randrange(count)) for _ in range(rng.randint(1, 4))]
    relation, right, negated = rng.choice(RELATIONS), rng.randint(-6, 6), rng.random() < 0.5
    return posted(
        case,
        lambda solver: solver.add_linear(terms, relation, right, ~count if negated else count),
        lambda v: _compare(sum(c * v[x] for c, x in terms), relation, right) == (v[count] != negated),
        gac=False,
    )


def inequality(rng: random.Random) -> Posted:
    """Without repeated variables, a sum that is bounded on one side is arc consistent."""
    case = integers(rng, rng.randint(1, 4))
    terms = [(rng.choice((-3, -2, -1, 1, 2, 3)), x) for x in range(len(case[0]))]
    right = rng.randint(-9, 9)
    return posted(
        case,
        lambda solver: solver.add_linear(terms, "<=", right),
        lambda v: sum(c * v[x] for c, x in terms) <= right,
        gac=True,
    )


def extremum(rng: random.Random) -> Posted:
    case = integers(rng, rng.randint(2, 5))
    scope = rng.choices(range(1, len(case[0])), k=rng.randint(1, 4))
    kind, best = rng.choice((("max", max), ("min", min)))
    return posted(
        case,
        lambda solver: solver.add_extremum(0, scope, "max" if kind == "max" else "min"),
        lambda v: v[0] == best(v[x] for x in scope),
        gac=False,
    )


def element(rng: random.Random) -> Posted:
    count = rng.randint(1, 4)
    case = integers(rng, count + 2, 4)
    return posted(
        case,
        lambda solver: solver.add_element(range(2, count + 2), 0, 1),
        lambda v: 0 <= v[0] < count and v[2 + v[0]] == v[1],
        gac=True,
    )


def tangled_element(rng: random.Random) -> Posted:
    """The index, the result and the items may be the same variables."""
    case = integers(rng, 3)
    items, index, result = rng.choices(range(3), k=rng.randint(1, 4)), rng.randrange(3), rng.randrange(3)
    return posted(
        case,
        lambda solver: solver.add_element(items, index, result),
        lambda v: 0 <= v[index] < len(items) and v[items[v[index]]] == v[result],
        gac=False,
    )


def product(rng: random.Random) -> Posted:
    case = integers(rng, 3, 6)
    x, y, z = rng.sample(range(3), 3) if rng.random() < 0.8 else rng.choices(range(3), k=3)
    return posted(case, lambda solver: solver.add_product(x, y, z), lambda v: v[x] * v[y] == v[z], gac=False)


def circuit(rng: random.Random) -> Posted:
    count = rng.randint(1, 5)
    values = [sorted(rng.sample(range(-1, count + 1), rng.randint(1, count))) for _ in range(count)]

    def post(solver: Solver) -> None:
        for x in range(count):
            for y in range(x):  # that all differ is another constraint
                solver.add_linear([(1, x), (-1, y)], "!=", 0)
        solver.add_circuit(range(count))

    return posted((tuple(map(len, values)), values), post, _is_circuit, gac=False)


def _is_circuit(successors: Sequence[int]) -> bool:
    if sorted(successors) != list(range(len(successors))):
        return False
    inside = [node for node, successor in enumerate(successors) if node != successor]
    if not inside:
        return False
    node, length = successors[inside[0]], 1
    while node != inside[0]:
        node, length = successors[node], length + 1
    return length == len(inside)


KINDS = (linear, controlled_linear, inequality, extremum, element, tangled_element, product, circuit)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_propagator_does_what_brute_force_does(kind: Callable[[random.Random], Posted]) -> None:
    rng = random.Random(kind.__name__)
    for _ in range(CASES):
        check(kind(rng), rng)


@pytest.mark.parametrize("consistency", get_args(Consistency))
def test_the_least_objective_is_that_of_the_best_solution(consistency: Consistency) -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(150):
        case = integers(rng, 5)
        terms = [[(rng.randint(-3, 3), x) for x in range(5)] for _ in range(3)]
        rights = [rng.randint(-9, 15) for _ in terms]

        def post(solver: Solver, terms: list[list[tuple[int, int]]] = terms, rights: list[int] = rights) -> None:
            solver.add_linear(terms[0], "<=", rights[0])
            solver.add_linear(terms[1], "!=", rights[1])
            solver.set_objective(terms[2])

        solver = solver_of(posted(case, post, lambda _: True, gac=False))
        found = [
            sum(c * case[1][x][row[x]] for c, x in terms[2])
            for row in solver.enumerate(consistency=consistency).array.tolist()
        ]
        best = solver.minimise(consistency=consistency)
        assert best.status is (Status.OPTIMUM if found else Status.UNSATISFIABLE)
        assert best.objective == (min(found) if found else None)
        if best.solution is not None:
            assert best.objective == sum(c * case[1][x][best.solution[x]] for c, x in terms[2])
        assert solver.count().count == len(found), "the bound is gone afterwards"
        seen.add(best.status)
    assert len(seen) == 2


def test_a_search_that_is_cut_short_has_a_solution_but_no_proof() -> None:
    solver = Solver([40] * 6)
    solver.add_all_different(range(6))
    solver.add_linear([(1, 0), (2, 1), (-1, 2), (3, 3), (-2, 4)], "=", 50)
    solver.set_objective([(-3, 0), (2, 3), (-1, 5)])
    assert solver.minimise(limit=1).status is Status.SATISFIABLE
    assert solver.minimise().status is Status.OPTIMUM


def test_what_does_not_fit_is_a_value_error() -> None:
    solver = Solver([2, 3])
    with pytest.raises(ValueError, match="must ascend"):
        solver.set_integers(1, [3, 2, 4])
    with pytest.raises(ValueError, match="one integer for each"):
        solver.set_integers(1, np.array([1, 2]))
    with pytest.raises(ValueError, match="2\\^40"):
        solver.set_integers(0, [0, 2**41])
    with pytest.raises(ValueError, match="2\\^60"):
        solver.add_linear([(2**40, 0)], "<=", 2**61)
    with pytest.raises(ValueError, match="cannot occur in it"):
        solver.add_linear([(1, 0)], "<=", 0, 0)
    with pytest.raises(ValueError, match="no objective"):
        solver.minimise()
    solver.add_product(0, 0, 1)
    with pytest.raises(ValueError, match="computed with already"):
        solver.set_integers(0, [4, 5])
    assert solver.count().count == 2
