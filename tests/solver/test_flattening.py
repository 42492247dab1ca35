"""Random expressions: the solver finds the assignments that make them true, however they are taken apart."""

from __future__ import annotations

import random
import time
from itertools import product

import pytest

from woodstock.network import Equal, Intension, Network, Objective, Variable, satisfied
from woodstock.network.expressions import Call, Name, Tree, UndefinedError
from woodstock.solver import NetworkSolver, Status, hidden, optimise

DOMAINS = {"a": (-2, 0, 1, 3), "b": (0, 1), "c": (4, -1, 2), "d": (5, 7)}
INTEGERS = ("add", "sub", "mul", "neg", "abs", "sqr", "dist", "min", "max", "if", "div", "mod", "element")
BOOLEANS = ("lt", "le", "ge", "gt", "eq", "ne", "not", "and", "or", "xor", "iff", "imp", "in", "notin")
ARITY = {"neg": 1, "abs": 1, "sqr": 1, "not": 1, "if": 3, "element": 3}


def expression(rng: random.Random, depth: int, boolean: bool) -> Tree:
    if depth == 0 or (not boolean and rng.random() < 0.2):
        return Name(rng.choice(list(DOMAINS))) if rng.random() < 0.8 else rng.randint(-2, 4)
    name = rng.choice(BOOLEANS if boolean else INTEGERS)
    if name in ("in", "notin"):
        members = tuple(rng.sample(range(-2, 8), rng.randint(0, 3)))
        return Call(name, (expression(rng, depth - 1, False), Call("set", members)))
    count = ARITY.get(
        name, rng.choice((2, 2, 3)) if name in ("add", "max", "min", "and", "or", "xor", "eq", "ne", "lt") else 2
    )
    logical = name in ("not", "and", "or", "xor", "iff", "imp")
    first = [expression(rng, depth - 1, True)] if name == "if" else []
    rest = [expression(rng, depth - 1, logical or rng.random() < 0.15) for _ in range(count - len(first))]
    return Call(name, (*first, *rest))


@pytest.mark.parametrize("small", [0, 8, hidden.SMALL])
def test_random_expressions(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "SMALL", small)
    rng = random.Random(small)
    variables = [Variable(name, domain) for name, domain in DOMAINS.items()]
    counts = []
    for _ in range(120):
        trees = [expression(rng, rng.randint(1, 3), True) for _ in range(rng.choice((1, 1, 2)))]
        network = Network(variables, map(Intension, trees))
        wanted = {row for row in product(*DOMAINS.values()) if satisfied(network, dict(zip(DOMAINS, row, strict=True)))}
        by = rng.choice(("mac", "fc"))
        found = NetworkSolver(network).solutions(consistency="mac" if by == "mac" else "fc")
        assert len(found) == len(wanted), trees
        assert found.rows() == wanted, trees
        counts.append(len(wanted))
    assert len(set(counts)) > 10


def test_random_objectives() -> None:
    rng = random.Random(4)
    variables = [Variable(name, domain) for name, domain in DOMAINS.items()]
    judged = 0
    for _ in range(80):
        constraint = Intension(expression(rng, 2, True))
        objective = Objective(expression(rng, 2, False), rng.random() < 0.5)
        network = Network(variables, [constraint], objectives=[objective])
        values = []
        try:
            for row in product(*DOMAINS.values()):
                assignment = dict(zip(DOMAINS, row, strict=True))
                if satisfied(network, assignment):
                    values.append(objective.value(assignment))
        except UndefinedError:
            continue
        best = optimise(network)
        if not values:
            assert best.status is Status.UNSATISFIABLE
            continue
        judged += 1
        assert best.status is Status.OPTIMUM
        assert best.objectives == ((max if objective.maximise else min)(values),)
    assert judged > 30


def test_booleans_keep_their_numbers_beside_negative_values() -> None:
    """A Boolean variable is equal to one with negative values, and an expression computes with both."""
    network = Network(
        [Variable("b", (0, 1)), Variable("x", (-1, 1, 0)), Variable("y", (0, 1))],
        [Equal(("b", "x")), Intension(Call("lt", (Name("x"), Name("y"))))],
    )
    assert NetworkSolver(network).solutions().rows() == {(0, 0, 1)}


@pytest.mark.clock
def test_large_domains_are_looked_through_once() -> None:
    """A job shop has thousands of comparisons over starting times; each took a look at every time."""
    variables = [Variable(name, tuple(range(50_000))) for name in ("x", "y")]
    later = [Intension(Call("le", (Call("add", (Name("x"), gap)), Name("y")))) for gap in range(600)]
    network_solver = NetworkSolver(Network(variables, later))
    begun = time.process_time()
    assert network_solver.solver.propagate()
    assert network_solver.values("y")[0] == 599
    assert time.process_time() - begun < 3
