"""SQGAC, QAC, the weaker consistency, pure and dominated values, each against its definition."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import qcsp as oracle
from qcsp.networks import binary_networks, networks
from woodstock.network import AllDifferent, Network, Table, Universal, Value, Variable
from woodstock.qcsp import Problem
from woodstock.qcsp.generator import prefix, quantified

MANY = settings(max_examples=200)


def some_domains(network: Network, data: st.DataObject) -> dict[str, tuple[Value, ...]]:
    """Domains as a game might have them: existential ones smaller, and the first variables set."""
    depth = data.draw(st.integers(0, len(network.variables)))
    domains: dict[str, tuple[Value, ...]] = {}
    for place, variable in enumerate(network.variables):
        if place < depth:
            domains[variable.name] = (data.draw(st.sampled_from(variable.domain)),)
        elif variable.stochastic:
            domains[variable.name] = variable.domain
        else:
            kept = data.draw(st.sets(st.sampled_from(variable.domain), min_size=1))
            domains[variable.name] = tuple(value for value in variable.domain if value in kept)
    return domains


def check_consistency(network: Network, data: st.DataObject) -> None:
    domains = some_domains(network, data)
    assert Problem(network).propagate(domains) == oracle.strongly_consistent(network, domains)
    assert Problem(network).propagate(domains, strong=False) == oracle.weakly_consistent(network, domains)


def check_pure(network: Network, data: st.DataObject) -> None:
    domains = some_domains(network, data)
    name = data.draw(st.sampled_from([variable.name for variable in network.variables]))
    assert Problem(network).pure(name, domains) == oracle.pure(network, name, domains)


def check_dominated(network: Network, data: st.DataObject) -> None:
    """Without a dominated value of the next variable, the answer is the same."""
    problem = Problem(network)
    depth = data.draw(st.integers(0, len(network.variables) - 1))
    played = tuple(data.draw(st.sampled_from(variable.domain)) for variable in network.variables[:depth])
    start = problem.propagate(dict(zip(problem.names, ((value,) for value in played), strict=False)))
    if start is None:
        return
    variable = network.variables[depth]
    gone = problem.dominated(variable.name, start)
    kept = [value for value in start[variable.name] if value not in gone]
    assert kept
    below = [oracle.wins(network, (*played, value)) for value in kept]
    assert (all(below) if variable.stochastic else any(below)) == oracle.wins(network, played)


@given(networks(), st.data())
@MANY
def test_consistency(network: Network, data: st.DataObject) -> None:
    check_consistency(network, data)


@given(binary_networks(), st.data())
@MANY
def test_binary_consistency(network: Network, data: st.DataObject) -> None:
    check_consistency(network, data)


@given(networks(), st.data())
@MANY
def test_pure_values(network: Network, data: st.DataObject) -> None:
    check_pure(network, data)


@given(binary_networks(), st.data())
@MANY
def test_dominated_values_need_no_try(network: Network, data: st.DataObject) -> None:
    check_dominated(network, data)


@pytest.mark.slow
@given(networks(), binary_networks(), st.data())
@settings(max_examples=1_000)
def test_many_more(network: Network, binary: Network, data: st.DataObject) -> None:
    for one in (network, binary):
        check_consistency(one, data)
        check_pure(one, data)
    check_dominated(binary, data)


def test_the_example_of_the_paper() -> None:
    """Equation 2: x1 < x4 must hold for every x4 that comes after x1, and x3 answers x2 and x1."""
    variables = prefix([False, True, False, True], [(1, 2, 3), (1, 2), (1, 2, 3), (2, 3)], ["x1", "x2", "x3", "x4"])
    less = Table(("x1", "x4"), [(a, b) for a, b in product((1, 2, 3), (2, 3)) if a < b])
    network = quantified(variables, [AllDifferent(("x1", "x3")), less, AllDifferent(("x2", "x3"))])
    assert Problem(network).propagate() == {"x1": (1,), "x2": (1, 2), "x3": (2, 3), "x4": (2, 3)}


def test_many_values_and_long_scopes() -> None:
    """64 values fill a mask; a long AllDifferent is a diagram, one that is too long is taken in pairs."""
    wide = Network([Variable("x", range(64)), Variable("y", range(64))], [Table("xy", [(63, 0), (0, 63)])])  # type: ignore[arg-type]
    assert Problem(wide).propagate() == {"x": (0, 63), "y": (0, 63)}
    names = [f"v{i}" for i in range(7)]
    holes = Network([Variable(name, range(6)) for name in names], [AllDifferent(tuple(names))])  # type: ignore[arg-type]
    assert Problem(holes).propagate() is None
    names = [f"v{i}" for i in range(24)]
    long = Network([Variable(name, range(24)) for name in names], [AllDifferent(tuple(names))])  # type: ignore[arg-type]
    left = Problem(long).propagate({"v0": (3,)})
    assert left is not None
    assert 3 not in left["v1"]


def test_a_universal_variable_alone() -> None:
    """A unary constraint on a universal variable is lost, unless the adversary errs."""
    network = Network(
        [Variable("y", (0, 1), stochastic=True)], [Table(("y",), [(1,)])], probabilities=[Universal("y", 2)]
    )
    assert Problem(network).propagate() is None
    assert Problem(network).propagate(strong=False) == {"y": (0, 1)}
    assert Problem(network).propagate({"y": (1,)}) == {"y": (1,)}
