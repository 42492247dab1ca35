"""The worked examples of the papers come out as printed, or as the definitions say where a paper contradicts itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import inf

import pytest

from oracles.scsp import feasibility_constraint, policies, solution_policies, solutions
from woodstock.network import (
    ConditionalTable,
    Decide,
    Gate,
    Leaf,
    Literal,
    Network,
    Policy,
    Share,
    Table,
    Utility,
    Value,
    Variable,
    expected_utility,
    fixed,
    is_feasible,
    is_solution,
    plan,
    satisfaction,
    uniform,
)

SIDES = ("H", "T")
BINARY = (0, 1)


@pytest.fixture
def matching_pennies() -> Network:
    """Paper 000, example 2."""
    return Network(
        [
            Variable("x1a", SIDES),
            Variable("x1b", SIDES),
            Variable("y1", ("U",), stochastic=True),
            Variable("x2a", SIDES, stage=2),
            Variable("x2b", SIDES, stage=2),
            Variable("y2", SIDES, stochastic=True, stage=2),
        ],
        [Table((f"x1{p}", f"x2{p}"), [(side, side) for side in SIDES]) for p in "ab"],
        [Utility(("x2a", "x2b", "y2"), "both", {("H", "H", "H"): 1, ("T", "T", "T"): 1})],
        [uniform("y1", ("U",)), uniform("y2", SIDES)],
        players=("both",),
        thresholds=(Fraction(1, 2),),
    )


def test_matching_pennies(matching_pennies: Network) -> None:
    """Paper 000, example 2: with threshold 1/2 the policy of figure 2(b) is a solution, with expected utility 1/2."""
    heads = fixed(matching_pennies, dict.fromkeys(("x1a", "x1b", "x2a", "x2b"), "H"))
    assert expected_utility(matching_pennies, heads) == (Fraction(1, 2),)
    assert is_solution(matching_pennies, heads)


def test_matching_pennies_all_policies(matching_pennies: Network) -> None:
    """Both choose the same and stay with it; nothing else reaches 1/2, and changing a choice is not feasible."""
    tails = fixed(matching_pennies, dict.fromkeys(("x1a", "x1b", "x2a", "x2b"), "T"))
    heads = fixed(matching_pennies, dict.fromkeys(("x1a", "x1b", "x2a", "x2b"), "H"))
    assert solution_policies(matching_pennies) == [heads, tails]
    feasible = [policy for policy in policies(matching_pennies) if is_feasible(matching_pennies, policy)]
    assert len(feasible) == 4
    changed = fixed(matching_pennies, {"x1a": "H", "x1b": "H", "x2a": "H", "x2b": "T"})
    assert expected_utility(matching_pennies, changed) == (-inf,)


def chosen(network: Network, policy: Policy) -> tuple[Value, ...]:
    """The decisions of a policy of a one-stage network."""
    values: list[Value] = []
    while isinstance(policy, Decide):
        values.append(policy.value)
        policy = policy.child
    assert not isinstance(policy, Leaf)
    return tuple(values)


def test_feasibility_constraint_of_paper_000() -> None:
    """Example 3 of paper 000: c_s = {(2,1), (2,2)} and the unique solution (2,2).

    The constraints stand in figure 4(a), which the text does not repeat. With a uniform draw of three values, a
    satisfaction of 3/4 can only be reached as 1, so what the text says of c_s, and its solution, fix what matters:
    c_1 must hold for every y only when x_1 = 2, and c_2 only when x_2 is 1 or 2. These constraints do that.
    """
    network = Network(
        [Variable("x1", (1, 2, 3)), Variable("x2", (0, 1, 2)), Variable("y", (0, 1, 2), stochastic=True)],
        [
            Table(("x1", "y"), [(x, y) for x, y in product((1, 2, 3), (0, 1, 2)) if 1 < x + y < 5]),
            Table(("x2", "y"), [(x, y) for x, y in product((0, 1, 2), (0, 1, 2)) if x + y >= 1]),
            Table(("x1", "x2"), [(x, x) for x in (1, 2)]),
        ],
        probabilities=[uniform("y", (0, 1, 2))],
        satisfaction=Fraction(3, 4),
    )
    csp, stochastic = network.split()
    assert [constraint.scope for constraint in csp.constraints] == [("x1", "x2")]
    assert [constraint.scope for constraint in stochastic.constraints] == [("x1", "y"), ("x2", "y")]
    feasibility = feasibility_constraint(stochastic)
    assert feasibility == Table(("x1", "x2"), [(2, 1), (2, 2)])
    assert {chosen(stochastic, policy) for policy in solution_policies(stochastic)} == {(2, 1), (2, 2)}
    assert solutions(csp.with_constraints([*csp.constraints, feasibility])) == {(2, 2)}
    assert [chosen(network, policy) for policy in solution_policies(network)] == [(2, 2)]


def test_expected_utility_of_paper_003() -> None:
    """Example 1 of paper 003: a policy with expected utility 2/3 is a solution for threshold 1/2."""
    domain = (0, 1, 2)
    network = Network(
        [Variable("x1", domain), Variable("x2", domain), Variable("y", domain, stochastic=True)],
        [Table(("x1", "x2"), [(value, value) for value in domain])],
        [Utility(("x1", "y"), "p", {(x, y): 1 for x, y in product(domain, domain) if x + y >= 1})],
        [uniform("y", domain)],
        players=("p",),
        thresholds=(Fraction(1, 2),),
    )
    policy = fixed(network, {"x1": 0, "x2": 0})
    assert expected_utility(network, policy) == (Fraction(2, 3),)
    assert is_solution(network, policy)
    assert not is_solution(network, fixed(network, {"x1": 0, "x2": 1}))


def test_feasibility_constraint_of_paper_003() -> None:
    """Example 2 of paper 003: FC returns (2,2) and (3,2), both with satisfaction 1, and MAC the solution (2,2).

    The paper then writes c_s as «x = z = 2 or x = z = 3», though 3 is not in the domain of z and FC returned (3,2). By
    the definition (section 3) c_s has the tuples (2,2) and (3,2); the solution is the same.
    """
    network = Network(
        [Variable("x", (1, 2, 3)), Variable("z", (0, 1, 2)), Variable("y", (0, 1, 2), stochastic=True)],
        [
            Table(("x", "y"), [(x, y) for x, y in product((1, 2, 3), (0, 1, 2)) if x + y > 1]),
            Table(("y", "z"), [(y, z) for y, z in product((0, 1, 2), (0, 1, 2)) if y + z > 1]),
            Table(("x", "z"), [(1, 1), (2, 2)]),
        ],
        probabilities=[uniform("y", (0, 1, 2))],
        satisfaction=Fraction(7, 10),
    )
    csp, stochastic = network.split()
    feasibility = feasibility_constraint(stochastic)
    assert feasibility == Table(("x", "z"), [(2, 2), (3, 2)])
    for x in (2, 3):
        assert satisfaction(stochastic, fixed(stochastic, {"x": x, "z": 2})) == 1
    assert solutions(csp.with_constraints([*csp.constraints, feasibility])) == {(2, 2)}
    assert [chosen(network, policy) for policy in solution_policies(network)] == [(2, 2)]


def test_legal_constraint_of_paper_001() -> None:
    """Example 4 of paper 001: mark(x1,y2,1) is allowed iff the cell is free and its row or its column was chosen.

    The chance variable draws one of the legal marks. Here there are two, so that the probabilities can be seen.
    """
    fluents = ("row", "column", "cell")
    marks = ("mark(x1,y2,1)", "noop")
    network = Network(
        [
            *(Variable(name, BINARY) for name in (*fluents, "by_row", "by_column", "legal", "idle")),
            Variable("mark", marks, stochastic=True),
        ],
        [
            Gate("and", "by_row", (Literal("row"), Literal("cell"))),
            Gate("and", "by_column", (Literal("column"), Literal("cell"))),
            Gate("or", "legal", (Literal("by_row"), Literal("by_column"))),
            Gate("and", "idle", ()),
        ],
        probabilities=[Share("mark", ((marks[0], "legal"), (marks[1], "idle")))],
    )
    for row, column, cell in product(BINARY, repeat=3):
        state = network.instantiate({"row": row, "column": column, "cell": cell})
        allowed = int(cell and (row or column))
        assert {solution[5] for solution in solutions(state)} == {allowed}
        values = {"by_row": row & cell, "by_column": column & cell, "legal": allowed, "idle": 1}
        policy = plan(state, lambda name, _, v={"row": row, "column": column, "cell": cell, **values}: v[name])  # type: ignore[misc]
        assert is_feasible(state, policy)
        chance = state.probability("mark")
        given = {"legal": allowed, "idle": 1}
        assert chance.probability(marks[0], given) == (Fraction(1, 2) if allowed else 0)
        assert chance.probability(marks[1], given) == (Fraction(1, 2) if allowed else 1)


def test_conditional_table_of_figure_3() -> None:
    """Paper 000, figure 3: chance chooses a side when it has control, and does nothing otherwise."""
    table = ConditionalTable("choose", ("control",), {(1,): {"heads": 0.5, "tails": 0.5}, (0,): {"noop": 1}})
    network = Network(
        [Variable("control", BINARY), Variable("choose", ("heads", "tails", "noop"), stochastic=True)],
        [Table(("control", "choose"), [(1, "heads"), (1, "tails"), (0, "noop")])],
        probabilities=[table],
    )
    # The tree has a branch for each value; those without probability are violated and do not count.
    assert all(is_feasible(network, policy) for policy in policies(network))
    assert len(list(policies(network))) == 2
