"""Networks compiled for the core: the same solutions as brute force, whatever the constraints and the values."""

from __future__ import annotations

import doctest
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from network.strategies import csps, scsps
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
    NetworkError,
    Table,
    Value,
    Variable,
    arc_consistent,
    domains_of,
    satisfied,
    singleton_arc_consistency,
)
from woodstock.network.preprocessing import STEPS
from woodstock.solver import CorePropagator, NetworkSolver, singleton_arc_consistent
from woodstock.solver import exact as exact_module
from woodstock.solver import network_solver as network_solver_module

BINARY = (0, 1)
COLOURS = ("red", "green", "blue", "grey", "pink")


def check(network: Network) -> None:
    """MAC and FC find what brute force finds, each solution once."""
    expected = solutions(network)
    network_solver = NetworkSolver(network)
    for consistency in ("mac", "fc"):
        found = network_solver.solutions(consistency=consistency)
        assert found.complete
        assert len(found) == len(expected)
        assert found.rows() == expected


@given(csps())
@settings(max_examples=80, deadline=None)
def test_random_networks(network: Network) -> None:
    check(network)


@given(csps(symbols=True))
@settings(max_examples=60, deadline=None)
def test_values_that_are_no_numbers(network: Network) -> None:
    check(network)


@given(scsps())
@settings(max_examples=60, deadline=None)
def test_chance_is_a_plain_variable(network: Network) -> None:
    check(network)


@given(csps(), st.data())
@settings(max_examples=60, deadline=None)
def test_one_compiled_network_in_many_states(network: Network, data: st.DataObject) -> None:
    network_solver = NetworkSolver(network)
    names = [variable.name for variable in network.variables]
    for _ in range(3):
        chosen = data.draw(st.lists(st.sampled_from(names), unique=True))
        state = {name: data.draw(st.sampled_from(network.variable(name).domain)) for name in chosen}
        project = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
        columns = [names.index(name) for name in project]
        expected = {
            tuple(row[column] for column in columns)
            for row in solutions(network)
            if all(row[names.index(name)] == value for name, value in state.items())
        }
        found = network_solver.solutions(state, project)
        assert found.names == tuple(project)
        assert len(found) == len(expected)
        assert found.rows() == expected
        assert all(tuple(assignment) == tuple(project) for assignment in found)


def many_values() -> list[Variable]:
    return [
        *(Variable(name, BINARY) for name in "abc"),
        Variable("x", COLOURS),
        Variable("y", COLOURS[1:]),
        Variable("z", ("red", "pink", 0, 1)),
    ]


@pytest.mark.parametrize(
    "constraints",
    [
        [Equal(("x", "y", "z"))],
        [Equal(("a", "z"))],
        [AllDifferent(("x", "y", "z"))],
        [AllDifferent(("a", "b", "z")), Equal(("x", "y"))],
        [Channel("x", (("red", "a"), ("blue", "b")))],
        [Channel("y", (("red", "a"), ("blue", "b")))],  # red is not in the domain
        [Channel("x", (("red", "a"),)), Channel("x", (("blue", "a"), ("red", "b")))],
        [Channel("x", (("red", "a"),)), Channel("y", (("blue", "a"), ("pink", "b")))],
        [Channel("a", ((0, "b"), (1, "c")))],
        [Channel("z", ((0, "b"), (1, "c"), ("pink", "a")))],
        [Gate("or", "a", (Literal("x", True, "red"), Literal("y", False, "blue"), Literal("b")))],
        [Gate("and", "a", (Literal("x", False, "red"), Literal("x", False, "blue"), Literal("b", False)))],
        [Gate("or", "a", (Literal("x", True, "red"), Literal("x", True, "blue")))],
        [Gate("and", "a", (Literal("x", True, "red"), Literal("x", True, "blue")))],
        [Gate("or", "a", (Literal("x", False, "red"), Literal("x", False, "blue")))],
        [Gate("and", "a", (Literal("b", True, 0), Literal("b", True, 1)))],
        [Gate("and", "a", (Literal("a", False), Literal("b"))), Gate("or", "c", (Literal("c"), Literal("b")))],
        [Gate("and", "a", (Literal("x", True, "red"),)), Channel("x", (("red", "b"),))],
        [AtMostOne(("a", "b", "c")), Gate("or", "b", ()), Gate("and", "c", ())],
        [Table(("x", "z"), [("red", STAR), (STAR, 0)]), Table(("x", "a"), [("red", STAR)], allowed=False)],
        [Table(("x",), [])],
        [Table(("x",), [], allowed=False)],
    ],
)
def test_each_constraint_with_many_values(constraints: list[Constraint]) -> None:
    network = Network(many_values(), constraints)
    check(network)
    domains = domains_of(network)
    assert CorePropagator()(network, domains) == arc_consistent(network, domains)


@pytest.mark.parametrize("domain", [(), (0,), (1,), (1, 0), (True, False)])
def test_boolean_variables_that_lost_a_value(domain: tuple[Value, ...]) -> None:
    variables = [Variable("a", domain), Variable("b", BINARY), Variable("x", COLOURS)]
    inputs = (Literal("a"), Literal("x", True, "red"))
    check(Network(variables, [Gate("or", "b", inputs)]))
    check(Network(variables, [AllDifferent(("a", "b"))]))
    check(Network(variables, [Equal(("a", "b"))]))
    check(Network(variables, [AtMostOne(("a", "b"))]))
    check(Network(variables, [Channel("a", ((1, "b"),)), Gate("and", "a", inputs[1:])]))


def test_one_indicator_among_many_values() -> None:
    network = Network(
        [Variable("x", tuple(range(100))), Variable("a", BINARY), Variable("b", BINARY)],
        [Channel("x", ((7, "a"),)), Gate("or", "b", (Literal("x", True, 8), Literal("x", True, 9)))],
    )
    assert NetworkSolver(network).solver.variables == 4
    check(network)


def test_the_docstrings() -> None:
    for module in (network_solver_module, exact_module):
        results = doctest.testmod(module)
        assert (results.failed, results.attempted > 0) == (0, True)


def test_a_network_without_variables() -> None:
    found = NetworkSolver(Network([])).solutions()
    assert (len(found), found.complete) == (1, True)


def test_what_is_not_there() -> None:
    network_solver = NetworkSolver(Network([Variable("a", BINARY)]))
    for given_, project, complaint in (
        ({"b": 0}, None, "no variable b"),
        ({"a": 2}, None, "2 is not in the domain of a"),
        ({"a": []}, None, "not in the domain"),
        ({}, ["b"], "no variable b"),
    ):
        with pytest.raises(NetworkError, match=complaint):
            network_solver.solutions(given_, project)  # type: ignore[arg-type]
        assert network_solver.solver.level == 0


def test_limits_are_kept() -> None:
    network_solver = NetworkSolver(Network([Variable(f"x{i}", tuple(range(4))) for i in range(8)]))
    some = network_solver.solutions({"x0": 1}, limit=5)
    assert (len(some), some.complete) == (5, False)
    assert not network_solver.solutions(nodes=3).complete
    assert not network_solver.solutions(seconds=0.0).complete


# --- preprocessing ------------------------------------------------------------------------------------------------


@given(csps())
@settings(max_examples=60, deadline=None)
def test_the_core_propagates_like_the_reference(network: Network) -> None:
    propagate = CorePropagator()
    domains = domains_of(network)
    found = propagate(network, domains)
    assert found == arc_consistent(network, domains)
    for name, values in (found or {}).items():
        for value in values:
            narrowed = {**domains, name: frozenset({value})}
            assert propagate(network, narrowed) == arc_consistent(network, narrowed)


@given(st.one_of(csps(), scsps()))
@settings(max_examples=60, deadline=None)
def test_singleton_arc_consistency_is_that_of_the_reference(network: Network) -> None:
    expected, report = singleton_arc_consistency(network)
    assert singleton_arc_consistent(network) == (expected, report)
    assert singleton_arc_consistency(network, propagate=CorePropagator()) == (expected, report)


@given(csps())
@settings(max_examples=60, deadline=None)
def test_the_solutions_stay_after_each_step(network: Network) -> None:
    expected = NetworkSolver(network).solutions().rows()
    for step in (*STEPS, singleton_arc_consistent):
        network, _ = step(network)
        for consistency in ("mac", "fc"):
            assert NetworkSolver(network).solutions(consistency=consistency).rows() == expected


# --- size ---------------------------------------------------------------------------------------------------------


def chain(length: int, inputs: int = 100) -> Network:
    """Gates, each over the one before and an input."""
    variables = [Variable(f"f{i}", BINARY) for i in range(inputs)]
    variables += [Variable(f"g{i}", BINARY) for i in range(length)]
    gates = [
        Gate(
            "and" if i % 3 else "or",
            f"g{i}",
            (Literal(f"g{i - 1}" if i else "f0", i % 2 == 0), Literal(f"f{i % inputs}")),
        )
        for i in range(length)
    ]
    return Network(variables, gates)


@pytest.mark.clock
def test_a_big_network_is_compiled_once_and_put_into_a_state_quickly() -> None:
    network = chain(50_000)
    begun = time.perf_counter()
    network_solver = NetworkSolver(network)
    network_solver.solver.propagate()
    assert time.perf_counter() - begun < 10
    state = {f"f{i}": i % 2 for i in range(100)}
    (only,) = network_solver.solutions(state)
    assert satisfied(network, only)


@pytest.mark.clock
def test_probing_many_values() -> None:
    """Values go that propagation alone leaves, and none of them was part of a solution."""
    network = chain(2_000)
    last = {"g1999": 1}
    begun = time.perf_counter()
    reduced, report = singleton_arc_consistent(network.instantiate(last))
    assert time.perf_counter() - begun < 10
    assert report.consistent
    propagated = NetworkSolver(network).domains(last)
    assert propagated is not None
    assert any(value in propagated[name] for name, value in report.values)
    for name, value in report.values:
        assert not len(NetworkSolver(network).solutions({**last, name: value}, limit=1))
    assert len(NetworkSolver(reduced).solutions(limit=1))
