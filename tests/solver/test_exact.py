"""The best policy against every policy there is, and on the examples of the papers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from network.strategies import scsps, tables
from oracles.scsp import best_value, policies
from woodstock.network import (
    ConditionalTable,
    Network,
    Policy,
    Row,
    Share,
    Table,
    Universal,
    Utility,
    Variable,
    check_policy,
    expected_utility,
    fixed,
    is_solution,
    likelihood,
    paths,
    repeat,
    satisfaction,
    satisfied,
    uniform,
    utility,
)
from woodstock.solver import Status, best_policy

SIDES = ("H", "T")
BINARY = (0, 1)


def earned(network: Network, policy: Policy) -> tuple[Fraction, ...]:
    """What each player can expect; a violated path earns nothing."""
    total = [Fraction(0)] * len(network.players)
    for assignment in paths(policy):
        if satisfied(network, assignment):
            weight = likelihood(network, assignment)
            total = [sofar + weight * gain for sofar, gain in zip(total, utility(network, assignment), strict=True)]
    return tuple(total)


def check(network: Network) -> None:
    """The policy is a solution, is worth what is said, and no other gives more to the player who gets least."""
    rewards = [earned(network, policy) for policy in policies(network) if is_solution(network, policy)]
    found = best_policy(network)
    if not rewards:
        assert found.status is Status.UNSATISFIABLE
        assert found.policy is None
        return
    assert found.status is Status.SATISFIABLE
    assert found.policy is not None
    check_policy(network, found.policy)
    assert is_solution(network, found.policy)
    assert found.utilities == earned(network, found.policy)
    assert found.satisfaction == satisfaction(network, found.policy)
    expected = max((min(reward, default=0), sum(reward)) for reward in rewards)
    assert (min(found.utilities, default=0), sum(found.utilities)) == expected


@given(scsps())
@settings(max_examples=80, deadline=None)
def test_two_players_two_stages(network: Network) -> None:
    check(network)


@st.composite
def games(draw: st.DrawFn) -> Network:
    """Two stages of one player, who may win or lose something in each."""
    variables = [
        Variable("a", BINARY),
        Variable("y", BINARY, stochastic=True),
        Variable("b", (0, 1, 2), stage=2),
        Variable("c", BINARY, stage=2),
        Variable("z", BINARY, stochastic=True, stage=2),
    ]
    amounts = st.fractions(-1, 1, max_denominator=3)
    utilities = [
        Utility(scope, "p", draw(st.dictionaries(st.tuples(*[st.integers(0, 1)] * len(scope)), amounts)), draw(amounts))
        for scope in ((), ("a", "y"), ("y", "b"), ("c", "z"))
    ]
    chance = ConditionalTable("z", ("b",), {(0,): {0: 1}, (1,): {0: 0.5, 1: 0.5}, (2,): {0: 0.25, 1: 0.75}})
    level = draw(st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(0)]))
    return Network(
        variables,
        draw(st.lists(tables(variables), max_size=2)),
        utilities,
        [uniform("y", BINARY) if draw(st.booleans()) else Universal("y", 2), chance],
        ["p"],
        [draw(st.sampled_from([-3, 0]))],
        level,
    )


@given(games())
@settings(max_examples=80, deadline=None)
def test_gains_and_losses(network: Network) -> None:
    check(network)


@given(games())
@settings(max_examples=60, deadline=None)
def test_the_best_value_by_another_recursion(network: Network) -> None:
    strict = Network(
        network.variables, network.constraints, network.utilities, network.probabilities, ["p"], [-99], satisfaction=1
    )
    found = best_policy(strict)
    expected = best_value(strict)
    assert found.utilities == (None if expected is None else (expected,))


@st.composite
def quantified(draw: st.DrawFn) -> Network:
    """A QCSP with alternating quantifiers."""
    variables = [
        Variable(f"v{i}", (0, 1, 2) if i == 2 else BINARY, stochastic=i % 2 == 1, stage=i // 2 + 1) for i in range(6)
    ]
    chances = [Universal(variable.name, 2) for variable in variables if variable.stochastic]
    return Network(variables, draw(st.lists(tables(variables), max_size=4)), probabilities=chances)


def wins(network: Network, depth: int = 0, past: tuple[object, ...] = ()) -> bool:
    """The meaning of the quantifiers, word by word."""
    if depth == len(network.variables):
        names = (variable.name for variable in network.variables)
        return satisfied(network, dict(zip(names, past, strict=True)))
    variable = network.variables[depth]
    below = (wins(network, depth + 1, (*past, value)) for value in variable.domain)
    return all(below) if variable.stochastic else any(below)


@given(quantified())
@settings(max_examples=80, deadline=None)
def test_quantified_networks(network: Network) -> None:
    found = best_policy(network)
    assert (found.status is Status.SATISFIABLE) == wins(network)
    if found.policy is not None:
        assert is_solution(network, found.policy)


def test_nothing_to_draw_from() -> None:
    """A share of nothing satisfies nothing."""
    network = Network(
        [Variable("a", BINARY), Variable("y", ("v",), stochastic=True)], probabilities=[Share("y", (("v", "a"),))]
    )
    found = best_policy(network)
    assert found.policy == fixed(network, {"a": 1})
    assert best_policy(network, {"a": 0}).status is Status.UNSATISFIABLE


def test_limits() -> None:
    network = repeat(
        Network(
            [Variable("x", range(4)), Variable("y", range(4), stochastic=True), Variable("after", range(4), stage=2)],  # type: ignore[arg-type]
            [Table(("x", "y", "after"), [(x, y, (x + y) % 4) for x, y in product(range(4), repeat=2)])],
            [Utility(("x", "y"), "p", {(3, 3): 1})],
            [uniform("y", range(4))],
            ["p"],
        ),
        30,
        {"after": "x"},
    )
    assert best_policy(network, nodes=3).status is Status.UNKNOWN
    assert best_policy(network, seconds=0.0).status is Status.UNKNOWN
    # What a stage knows of the past is its own x: with that remembered, thirty stages are few nodes.
    found = best_policy(network)
    assert found.status is Status.SATISFIABLE
    assert found.nodes < 30 * 4 * 2 + 10


# --- the papers ---------------------------------------------------------------------------------------------------


def test_example_2_of_paper_000() -> None:
    """Matching pennies: choosing the same side, and staying with it, is worth 1/2; more cannot be had."""
    network = Network(
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
    found = best_policy(network)
    assert found.utilities == (Fraction(1, 2),)
    assert found.policy == fixed(network, dict.fromkeys(("x1a", "x1b", "x2a", "x2b"), "H"))
    more = Network(
        network.variables,
        network.constraints,
        network.utilities,
        network.probabilities,
        network.players,
        [Fraction(51, 100)],
    )
    assert best_policy(more).status is Status.UNSATISFIABLE


def test_example_1_of_paper_003() -> None:
    """The policy of the paper has expected utility 2/3; with x1 = 1 or 2 it is 1."""
    domain = (0, 1, 2)
    network = Network(
        [Variable("x1", domain), Variable("x2", domain), Variable("y", domain, stochastic=True)],
        [Table(("x1", "x2"), [(value, value) for value in domain])],
        [Utility(("x1", "y"), "p", {(x, y): 1 for x, y in product(domain, domain) if x + y >= 1})],
        [uniform("y", domain)],
        players=("p",),
        thresholds=(Fraction(1, 2),),
    )
    found = best_policy(network, {"x1": 0})
    assert found.utilities == (Fraction(2, 3),)
    best = best_policy(network)
    assert best.utilities == (Fraction(1),)
    assert best.policy is not None
    assert expected_utility(network, best.policy) == (1,)


@pytest.mark.parametrize(("given_", "expected"), [({}, Fraction(17, 24)), ({"first": 3}, Fraction(7, 12))])
def test_rolling_again(given_: dict[str, int], expected: Fraction) -> None:
    """The dice of the documentation: the wise policy is the best."""
    faces = range(1, 7)
    rows = product(faces, ("keep", "roll"), faces)
    worth: dict[Row, Fraction] = {(f, c, s): Fraction(f if c == "keep" else s, 6) for f, c, s in rows}
    network = Network(
        [
            Variable("first", tuple(faces), stochastic=True),
            Variable("choice", ("keep", "roll"), stage=2),
            Variable("second", tuple(faces), stochastic=True, stage=2),
        ],
        utilities=[Utility(("first", "choice", "second"), "me", worth)],
        probabilities=[uniform("first", faces), uniform("second", faces)],
        players=["me"],
    )
    assert best_policy(network, given_).utilities == (expected,)
