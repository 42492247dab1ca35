"""Each constraint's propagation against all its rows, and the steps of preprocessing against all solutions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from network.strategies import constraints, csps, scsps, tables
from oracles.scsp import policies, solutions
from woodstock.network import (
    STAR,
    AllDifferent,
    AtMostOne,
    Channel,
    Domains,
    Equal,
    Gate,
    Literal,
    Network,
    Table,
    Value,
    Variable,
    arc_consistent,
    domains_of,
    is_solution,
    merge_equal_scopes,
    preprocess,
    project_unary,
    remove_universal,
    singleton_arc_consistency,
    uniform,
)
from woodstock.network.consistency import supported
from woodstock.network.preprocessing import STEPS

BINARY = (0, 1)


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_support_is_what_all_rows_say(data: st.DataObject) -> None:
    variables = [Variable(name, BINARY) for name in ("b0", "b1", "b2")]
    variables += [Variable(name, (0, 1, 2)) for name in ("x", "y")]
    constraint = data.draw(constraints(variables))
    domains: Domains = {
        variable.name: frozenset(data.draw(st.sets(st.sampled_from(variable.domain), min_size=1)))
        for variable in variables
    }
    rows = [row for row in product(*(domains[name] for name in constraint.scope)) if constraint.allows(row)]
    expected = [frozenset(row[place] for row in rows) for place in range(len(constraint.scope))]
    assert supported(constraint, domains) == expected


@given(csps())
@settings(max_examples=200, deadline=None)
def test_arc_consistency_keeps_solutions_and_is_a_fixpoint(network: Network) -> None:
    found = arc_consistent(network, domains_of(network))
    rows = solutions(network)
    if found is None:
        assert not rows
        return
    assert arc_consistent(network, found) == found
    for row in rows:
        assert all(value in found[variable.name] for variable, value in zip(network.variables, row, strict=True))


@given(csps(), st.permutations(STEPS))
@settings(max_examples=200, deadline=None)
def test_preprocessing_keeps_the_solutions(network: Network, steps: list[object]) -> None:
    rows = solutions(network)
    for step in STEPS:
        after, report = step(network)
        assert solutions(after) == rows, report
        assert report.consistent or not rows
        # What is reported as removed is what is missing.
        for name, value in report.values:
            assert value in network.variable(name).domain
            assert value not in after.variable(name).domain
    reduced, reports = preprocess(network)
    assert solutions(reduced) == rows
    assert len(reports) == 4


@given(scsps())
@settings(max_examples=20, deadline=None)
def test_preprocessing_keeps_the_solution_policies(network: Network) -> None:
    """Also where violations are tolerated. Policies that lost a value of theirs were no solutions."""
    if network.satisfaction == 0:
        return
    reduced, reports = preprocess(network)
    gone = {name for report in reports for name, _ in report.values}
    before = [policy for policy in policies(network) if is_solution(network, policy)]
    after = [policy for policy in policies(reduced) if is_solution(reduced, policy)]
    if gone and network.satisfaction == 1:
        # Branches that are never drawn may decide anything, and may have lost some of it.
        assert bool(before) == bool(after)
    else:
        assert before == after


@given(st.lists(tables([Variable(name, (0, 1, 2)) for name in "xy"], largest=2), max_size=4))
@settings(max_examples=100, deadline=None)
def test_steps_reach_their_form(found: list[Table]) -> None:
    network = Network([Variable(name, (0, 1, 2)) for name in "xy"], found)
    merged, _ = merge_equal_scopes(network)
    scopes = [frozenset(constraint.scope) for constraint in merged.constraints]
    assert len(set(scopes)) == len(scopes)
    projected, _ = project_unary(network)
    assert all(len(constraint.scope) > 1 for constraint in projected.constraints)
    consistent, report = singleton_arc_consistency(network)
    for variable in consistent.variables:
        for value in variable.domain:
            alone = {**domains_of(consistent), variable.name: frozenset({value})}
            assert arc_consistent(consistent, alone) is not None
    assert report.consistent == all(variable.domain for variable in consistent.variables)


def test_universal_variables() -> None:
    network = Network(
        [Variable("x", BINARY), Variable("y", (0, 1, 2)), Variable("z", BINARY)],
        [
            Table(("x", "y"), [(1, value) for value in (0, 1, 2)]),
            Table(("x", "z"), product(BINARY, BINARY)),
            Table(("y", "z"), []),
        ],
    )
    reduced, report = remove_universal(network)
    assert reduced.constraints == (Table(("x",), [(1,)]), Table(("y", "z"), []))
    assert (report.constraints, report.columns) == (1, 3)
    assert str(report) == "remove universal variables: removed 1 constraints, 3 columns, 0 values"


def test_universal_variables_of_tables_with_stars() -> None:
    """They are found whether rows say it one by one or not, and tables keep their stars."""
    variables = [Variable(name, (0, 1, 2)) for name in "xyz"] + [Variable("none", ())]
    rows = [(0, 0, STAR), (0, 1, STAR), (0, 2, 1), (0, 2, 0), (0, 2, 2), (1, STAR, STAR)]
    for allowed in (True, False):
        network = Network(variables, [Table(("x", "y", "z"), rows, allowed), Table(("x", "none"), [(0, STAR)])])
        reduced, report = remove_universal(network)
        assert reduced.constraints == (Table(("x",), [(0,), (1,)], allowed), network.constraints[1])
        assert report.columns == 2


def test_merging_takes_the_intersection_in_any_order_of_the_scope() -> None:
    network = Network(
        [Variable("x", (0, 1, 2)), Variable("y", (0, 1, 2))],
        [Table(("x", "y"), [(0, 1), (1, 2)]), Table(("y", "x"), [(1, 0)], allowed=True), AllDifferent(("x", "y"))],
    )
    merged, report = merge_equal_scopes(network)
    assert merged.constraints == (Table(("x", "y"), [(0, 1)]),)
    assert report.constraints == 2


def test_a_unary_constraint_on_a_draw_stays() -> None:
    """Chance does not lose values: a policy must live with what is drawn."""
    network = Network(
        [Variable("x", BINARY), Variable("y", BINARY, stochastic=True)],
        [Table(("x",), [(1,)]), Table(("y",), [(1,)])],
        probabilities=[uniform("y", BINARY)],
        satisfaction=Fraction(1, 2),
    )
    reduced, report = project_unary(network)
    assert reduced.constraints == (Table(("y",), [(1,)]),)
    assert report.values == (("x", 0),)
    assert singleton_arc_consistency(reduced)[0] == reduced


def test_singleton_consistency_goes_further_than_arc_consistency() -> None:
    """Three variables, two values, all different in pairs: arc consistent, but every value fails when tried."""
    pairs = [AllDifferent(pair) for pair in (("x", "y"), ("y", "z"), ("x", "z"))]
    network = Network([Variable(name, BINARY) for name in "xyz"], pairs)
    assert arc_consistent(network, domains_of(network)) == domains_of(network)
    reduced, report = singleton_arc_consistency(network)
    assert not report.consistent
    assert "inconsistent" in str(report)
    assert not solutions(reduced)


def test_another_propagator_can_be_plugged_in() -> None:
    calls: list[Domains] = []

    def counting(network: Network, domains: object) -> Domains | None:
        assert isinstance(domains, dict)
        calls.append(domains)
        return arc_consistent(network, domains)

    network = Network([Variable("x", (0, 1, 2)), Variable("y", (1, 2))], [Equal(("x", "y"))])
    reduced, report = singleton_arc_consistency(network, counting)
    assert reduced.variable("x").domain == (1, 2)
    assert report.values == (("x", 0),)
    assert len(calls) >= 5


def test_named_relations() -> None:
    def rows(constraint: Equal | AllDifferent | AtMostOne | Channel | Gate, *domains: tuple[Value, ...]) -> set[object]:
        return {row for row in product(*domains) if constraint.allows(row)}

    assert rows(Equal(("x", "y")), (0, 1), (1, 2)) == {(1, 1)}
    assert rows(AllDifferent(("x", "y")), (0, 1), (1,)) == {(0, 1)}
    assert rows(AtMostOne(("x", "y")), BINARY, BINARY) == {(0, 0), (0, 1), (1, 0)}
    assert rows(Channel("x", (("a", "p"), ("b", "q"))), ("a", "b", "c"), BINARY, BINARY) == {
        ("a", 1, 0),
        ("b", 0, 1),
        ("c", 0, 0),
    }
    gate = Gate("or", "z", (Literal("x"), Literal("y", positive=False)))
    assert rows(gate, BINARY, BINARY, BINARY) == {(1, 0, 0), (1, 1, 0), (1, 1, 1), (0, 0, 1)}
    assert rows(Gate("and", "z", ()), BINARY) == {(1,)}
    assert rows(Gate("or", "z", ()), BINARY) == {(0,)}
    assert rows(Gate("and", "z", (Literal("x"), Literal("x", positive=False))), BINARY, BINARY) == {(0, 0), (0, 1)}
    colours = Gate("or", "z", (Literal("x", value="red"), Literal("x", value="blue"), Literal("y", False, 0)))
    assert rows(colours, BINARY, ("red", "green", "blue"), (0,)) == {(1, "red", 0), (0, "green", 0), (1, "blue", 0)}
