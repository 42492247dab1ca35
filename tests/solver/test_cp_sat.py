"""Networks too large for brute force: the solutions are those of OR-Tools CP-SAT."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings

pytest.importorskip("ortools")

from network.strategies import csps
from oracles.cp_sat import CpSatModel
from oracles.scsp import solutions
from woodstock.network import (
    STAR,
    AllDifferent,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    Literal,
    Network,
    Table,
    Variable,
    preprocess,
)
from woodstock.solver import NetworkSolver, singleton_arc_consistent

COLOURS = ("red", "green", "blue", "grey", "pink")


@given(csps())
@settings(max_examples=30, deadline=None)
def test_the_translation_is_right(network: Network) -> None:
    found = CpSatModel(network).solutions([variable.name for variable in network.variables])
    assert len(found) == len(set(found))
    assert set(found) == solutions(network)


def random_network(rng: random.Random) -> Network:
    """Twelve Boolean variables and eight with up to five values, under constraints of every kind."""
    booleans = [Variable(f"b{i}", (0, 1)) for i in range(12)]
    wide = [Variable(f"x{i}", tuple(rng.sample(COLOURS, rng.randint(3, 5)))) for i in range(8)]
    variables = [*booleans, *wide]
    constraints: list[Constraint] = []
    for _ in range(7):
        scope = rng.sample(variables, 3)
        rows = [[rng.choice((*v.domain, v.domain[0], STAR)) for v in scope] for _ in range(rng.randint(20, 40))]
        constraints.append(Table([v.name for v in scope], rows, allowed=rng.random() < 0.9))
    outputs = booleans[:4]
    for output in outputs:
        inputs = [Literal(v.name, rng.random() < 0.5) for v in rng.sample(booleans[4:], 2)]
        x = rng.choice(wide)
        inputs += [Literal(x.name, rng.random() < 0.7, value) for value in rng.sample(x.domain, rng.randint(1, 2))]
        constraints.append(Gate("and" if rng.random() < 0.5 else "or", output.name, tuple(inputs)))
    x, y, z, v, w = rng.sample(wide, 5)
    constraints.append(AllDifferent((x.name, y.name, z.name)))
    constraints.append(Equal((v.name, w.name)))
    constraints.append(AtMostOne(tuple(v.name for v in rng.sample(booleans, 4))))
    flags = rng.sample(booleans, 3)
    values = rng.sample(COLOURS, 3)
    constraints.append(Channel(x.name, tuple(zip(values, (v.name for v in flags), strict=True))))
    return Network(variables, constraints)


@pytest.mark.long
def test_solutions_are_those_of_cp_sat() -> None:
    rng = random.Random(5)
    counts = Counter[bool]()
    for _ in range(8):
        network = random_network(rng)
        state = {v.name: rng.choice(v.domain) for v in rng.sample(network.variables, 2)}
        names = [variable.name for variable in network.variables]
        expected = CpSatModel(network, state).solutions(names)
        counts[bool(expected)] += 1
        network_solver = NetworkSolver(network)
        for consistency in ("mac", "fc"):
            found = network_solver.solutions(state, consistency=consistency)
            assert len(found) == len(expected)
            assert found.rows() == set(expected)
        reduced, _ = preprocess(network.instantiate(state))
        assert NetworkSolver(reduced).solutions().rows() == set(expected)
        reduced, _ = singleton_arc_consistent(network.instantiate(state))
        assert NetworkSolver(reduced).solutions(consistency="fc").rows() == set(expected)
        projected = network_solver.solutions(state, names[::3])
        assert projected.rows() == {row[::3] for row in expected}
    assert counts[True] > 3
