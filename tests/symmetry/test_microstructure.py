"""The small graph of a network has the group of the whole microstructure complement, which is listed here."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from network.strategies import constraints as any_constraints
from woodstock.network import Constraint, Gate, Literal, Network, Table, Value, Variable
from woodstock.symmetry.automorphisms import generators, orbits, order
from woodstock.symmetry.coloured_graph import ColouredGraph, GraphBuilder
from woodstock.symmetry.microstructure import Microstructure, Pair

VARIABLES = [
    Variable("b0", (0, 1)),
    Variable("b1", (0, 1)),
    Variable("b2", (0, 1)),
    Variable("v0", ("p", "q", "r")),
    Variable("v1", ("p", "q", "r")),
]


def pair_vertices(build: GraphBuilder, network: Network) -> dict[Pair, int]:
    return {(variable.name, value): build.vertex("pair") for variable in network.variables for value in variable.domain}


def small(network: Network) -> ColouredGraph:
    build = GraphBuilder()
    pairs = pair_vertices(build, network)
    Microstructure(build, network, pairs, lambda *_: "pair", lambda _: "variable", {})
    return build.graph(len(pairs))


def listed(network: Network) -> ColouredGraph:
    """Every tuple that is forbidden over a scope is a vertex; pairs of one variable hang together."""
    build = GraphBuilder()
    pairs = pair_vertices(build, network)
    for variable in network.variables:
        build.vertex("variable", *(pairs[variable.name, value] for value in variable.domain))
    for scope, rows in forbidden(network).items():
        for row in rows:
            build.vertex("forbidden", *(pairs[pair] for pair in zip(scope, row, strict=True)))
    return build.graph(len(pairs))


def forbidden(network: Network) -> dict[tuple[str, ...], set[tuple[Value, ...]]]:
    found: dict[tuple[str, ...], set[tuple[Value, ...]]] = defaultdict(set)
    for constraint in network.constraints:
        scope = tuple(sorted(constraint.scope))
        for row in product(*(network.variable(name).domain for name in scope)):
            values = dict(zip(scope, row, strict=True))
            if not constraint.allows(tuple(values[name] for name in constraint.scope)):
                found[scope].add(row)
    return found


@st.composite
def plain_constraints(draw: st.DrawFn) -> Constraint:
    """A table without stars, or a gate of two inputs at least, each over its own variable."""
    order_of = draw(st.permutations(VARIABLES))
    if draw(st.booleans()):
        scope = order_of[: draw(st.integers(1, 3))]
        rows = draw(st.lists(st.tuples(*(st.sampled_from(one.domain) for one in scope)), max_size=8))
        return Table([one.name for one in scope], rows, draw(st.booleans()))
    output = next(one for one in order_of if len(one.domain) == 2)
    inputs = [one for one in order_of if one is not output][: draw(st.integers(2, 3))]
    literals = [Literal(one.name, draw(st.booleans()), draw(st.sampled_from(one.domain))) for one in inputs]
    return Gate(draw(st.sampled_from(["and", "or"])), output.name, tuple(literals))


@settings(max_examples=60)
@given(st.lists(plain_constraints(), max_size=4))
def test_the_group_is_that_of_the_complement(chosen: list[Constraint]) -> None:
    by_scope = {tuple(sorted(constraint.scope)): constraint for constraint in chosen}  # one for each scope
    network = Network(VARIABLES, by_scope.values())
    visible = [one for scope, one in by_scope.items() if forbidden(network)[scope]]
    network = Network(VARIABLES, visible)
    one, other = small(network), listed(network)
    assert order(one) == order(other)
    points = range(one.points)
    assert orbits(generators(one), points) == orbits(generators(other), points)


@settings(max_examples=50)
@given(st.lists(any_constraints(VARIABLES), max_size=4))
def test_symmetries_map_solutions_to_solutions(chosen: list[Constraint]) -> None:
    """Whatever the constraints are: stars, several over one scope, variables that do not matter."""
    network = Network(VARIABLES, chosen)
    pairs = pair_vertices(GraphBuilder(), network)
    solutions = {
        frozenset(pairs[name, value] for name, value in values.items())
        for row in product(*(variable.domain for variable in VARIABLES))
        if consistent(network, values := {one.name: value for one, value in zip(VARIABLES, row, strict=True)})
    }
    for generator in generators(small(network)):
        assert {frozenset(int(generator[point]) for point in one) for one in solutions} == solutions


def consistent(network: Network, values: dict[str, Value]) -> bool:
    return all(one.allows(tuple(values[name] for name in one.scope)) for one in network.constraints)
