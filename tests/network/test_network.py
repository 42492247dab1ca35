"""Networks: what is refused, and what restricting, splitting and repeating do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from network.strategies import csps, scsps
from oracles.scsp import best_value, policies, solutions
from woodstock.network import (
    STAR,
    AtMostOne,
    Chance,
    Channel,
    ConditionalTable,
    Decide,
    Equal,
    Gate,
    Leaf,
    Literal,
    Network,
    NetworkError,
    Policy,
    Share,
    Table,
    Universal,
    Utility,
    Variable,
    check_policy,
    expected_utility,
    fixed,
    is_feasible,
    is_solution,
    likelihood,
    paths,
    plan,
    repeat,
    satisfaction,
    uniform,
)

B = Variable("b", (0, 1))
X = Variable("x", (0, 1, 2))
Y = Variable("y", (0, 1), stochastic=True)
DRAW = uniform("y", (0, 1))

REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: Variable("", (1,)), "needs a name"),
    (lambda: Variable("x", (1, 1)), "names a value twice"),
    (lambda: Variable("x", (STAR,)), "STAR"),
    (lambda: Variable("x", (1,), stage=0), "counted from 1"),
    (lambda: Table((), []), "needs a scope"),
    (lambda: Table(("x", "y"), [(1,)]), "does not have 2 values"),
    (lambda: Gate("xor", "z", ()), "'and' or 'or'"),  # type: ignore[arg-type]
    (lambda: Channel("x", ((1, "a"), (1, "b"))), "two indicators"),
    (lambda: Share("x", ((1, "a"), (1, "b"))), "two indicators"),
    (lambda: Utility(("x",), "p", {(1, 2): 1}), "does not have 1 values"),
    (lambda: Utility(("x",), "p", {(1,): float("inf")}), "not a finite number"),
    (lambda: ConditionalTable("y", (), {(): {0: 0.5}}), "sum 1"),
    (lambda: ConditionalTable("y", (), {(): {0: 2, 1: -1}}), "from 0 to 1"),
    (lambda: Network([X, X]), "Two variables have the name x"),
    (lambda: Network([X], [Equal(("x", "z"))]), "refers to z"),
    (lambda: Network([X], [Equal(("x", "x"))]), "names x twice"),
    (lambda: Network([X], [Table(("x",), [(7,)])]), "value 7 for x"),
    (lambda: Network([X, B], [AtMostOne(("x", "b"))]), "Boolean"),
    (lambda: Network([X, B], [Gate("and", "x", (Literal("b"),))]), "Boolean"),
    (lambda: Network([X, B], [Gate("and", "b", (Literal("x", value=7),))]), "7 for x, which is not in its domain"),
    (
        lambda: Network([Variable("c", ("r", "g")), B], [Gate("and", "b", (Literal("c"),))]),
        "or a value to compare with",
    ),
    (lambda: Network([X, B], [Channel("b", ((0, "x"),))]), "Boolean"),
    (lambda: Network([X], [], [Utility(("x",), "p", {})]), "no such player"),
    (lambda: Network([X], [], [Utility(("x",), "p", {(STAR,): 1})], players="p"), "short tuple"),
    (lambda: Network([X], players=("p", "p")), "same name"),
    (lambda: Network([X], players=("p",), thresholds=(1, 2)), "2 thresholds for 1 players"),
    (lambda: Network([X], satisfaction=2), "not from 0 to 1"),
    (lambda: Network([Y]), "its probability is not given"),
    (lambda: Network([X], probabilities=[uniform("x", (0, 1, 2))]), "not stochastic"),
    (lambda: Network([Y], probabilities=[DRAW, DRAW]), "given twice"),
    (lambda: Network([Y, X], probabilities=[DRAW]), "after the draw"),
    (lambda: Network([Variable("z", (0,), stage=2), X]), "sort the variables by stage"),
    (
        lambda: Network([Y, Variable("z", (0, 1), stage=2)], probabilities=[Share("y", ((0, "z"), (1, "y")))]),
        "names y twice",
    ),
    (
        lambda: Network(
            [Y, Variable("z", (0,), stage=2)], probabilities=[ConditionalTable("y", ("z",), {(0,): {0: 1}})]
        ),
        "set later",
    ),
    (lambda: Network([B, Y], probabilities=[ConditionalTable("y", ("b",), {(0,): {0: 1}})]), "not every row"),
    (lambda: Network([B, Y], probabilities=[ConditionalTable("y", ("b",), {(): {0: 1}})]), "does not have 1 values"),
    (lambda: Network([Y], probabilities=[uniform("y", (0, 1, 2))]), "value 2 for y"),
    (lambda: Network([B, Y], probabilities=[Share("y", ((0, "b"),))]), "one indicator for each"),
    (lambda: Network([Y], probabilities=[Universal("y", 3)]), "not 3"),
    (lambda: Network([X]).variable("z"), "no variable z"),
    (lambda: Network([X]).probability("x"), "no stochastic variable x"),
    (lambda: Network([X]).instantiate({"x": 9}), "9 is not in the domain of x"),
    (lambda: Network([Y], probabilities=[DRAW]).restrict({"y": ()}), "y is stochastic"),
    (lambda: repeat(Network([X]), 0, {}), "at least one stage"),
    (lambda: repeat(Network([X, B]), 2, {"x": "b"}), "domains differ"),
    (lambda: repeat(Network([X, Y], probabilities=[DRAW]), 2, {"x": "y"}), "cannot be stochastic"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        make()


def test_figures() -> None:
    network = Network([B, X, Y], [Equal(("b", "x")), Equal(("b", "y"))], probabilities=[DRAW])
    assert (network.stages, network.largest_domain, len(network.decisions), len(network.stochastic)) == (1, 3, 2, 1)
    assert [network.deciding(constraint) for constraint in network.constraints] == [True, False]
    assert "x" in network
    assert "z" not in network
    assert hash(network) == hash(network.restrict({}))


def test_floats_stand_for_the_fraction_that_was_meant() -> None:
    third = ConditionalTable("y", (), {(): {0: 1 / 3, 1: 2 / 3}})
    assert third.probability(0, {}) == Fraction(1, 3)
    assert sum(uniform("y", range(10)).table[()].values()) == 1


@given(csps(), st.data())
@settings(max_examples=150, deadline=None)
def test_instantiating_selects_solutions(network: Network, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(network.variables), unique=True))
    values = {variable.name: data.draw(st.sampled_from(variable.domain)) for variable in chosen}
    places = {variable.name: place for place, variable in enumerate(network.variables)}
    expected = {row for row in solutions(network) if all(row[places[name]] == values[name] for name in values)}
    assert solutions(network.instantiate(values)) == expected


@given(scsps(), st.data())
@settings(max_examples=25, deadline=None)
def test_satisfaction_is_the_mean_over_what_is_observed(network: Network, data: st.DataObject) -> None:
    """Observing the draw of the first stage splits the satisfaction of a policy by its probability."""
    policy = data.draw(st.sampled_from(list(policies(network))))
    total = Fraction(0)
    for value in (0, 1):
        seen = network.instantiate({"y": value})
        branch = plan(seen, lambda name, past: _follow(policy, past, name))
        first = next(iter(paths(branch)))
        chance = network.probability("y").probability(value, first)
        total += chance * satisfaction(seen, branch)
    assert total == satisfaction(network, policy)


def _follow(policy: Policy, past: object, name: str) -> object:
    assert isinstance(past, dict)
    while not isinstance(policy, Leaf) and policy.variable != name:
        policy = policy.child if isinstance(policy, Decide) else policy.children[past[policy.variable]]
    assert isinstance(policy, Decide)
    return policy.value


@given(scsps())
@settings(max_examples=15, deadline=None)
def test_the_best_value_is_that_of_the_best_policy(network: Network) -> None:
    strict = replace(network, satisfaction=Fraction(1))
    values = [
        value[0] for policy in policies(strict) if isinstance((value := expected_utility(strict, policy))[0], Fraction)
    ]
    assert best_value(strict) == max(values, default=None)


@given(scsps())
@settings(max_examples=15, deadline=None)
def test_solutions_are_feasible(network: Network) -> None:
    for policy in policies(network):
        if is_solution(network, policy):
            assert is_feasible(network, policy)
        reached = expected_utility(network, policy)
        spent = sum(likelihood(network, path) for path in paths(policy))
        # No utility is -inf if and only if no more is violated than is tolerated; a share of nothing has no leaves.
        tolerated = spent - satisfaction(network, policy) <= 1 - network.satisfaction
        assert all(isinstance(value, Fraction) for value in reached) == tolerated


def test_policies_are_checked() -> None:
    network = Network([X, Y], probabilities=[DRAW])
    good = Decide("x", 1, Chance("y", {0: Leaf(), 1: Leaf()}))
    check_policy(network, good)
    assert fixed(network, {"x": 1}) == good
    assert list(paths(good)) == [{"x": 1, "y": 0}, {"x": 1, "y": 1}]
    bad: list[tuple[Policy, str]] = [
        (Leaf(), "a leaf where x"),
        (Decide("z", 1, Leaf()), "z where x"),
        (Chance("x", {}), "must be decided"),
        (Decide("x", 7, Leaf()), "do not fit"),
        (Decide("x", 1, Decide("y", 0, Leaf())), "must be drawn"),
        (Decide("x", 1, Chance("y", {0: Leaf()})), "do not fit"),
        (Decide("x", 1, Chance("y", {0: Leaf(), 1: good})), "does not have"),
    ]
    for policy, message in bad:
        with pytest.raises(NetworkError, match=message):
            check_policy(network, policy)


def test_a_share_of_nothing_carries_no_weight() -> None:
    network = Network([B, Variable("c", (0, 1)), Y], probabilities=[Share("y", ((0, "b"), (1, "c")))])
    assert satisfaction(network, fixed(network, {"b": 0, "c": 0})) == 0
    assert satisfaction(network, fixed(network, {"b": 1, "c": 0})) == 1


def test_repeating() -> None:
    """A counter that may go up by one, and a draw that may stop it: after T stages it stands between 0 and T."""
    step = Network(
        [
            Variable("count", (0, 1, 2, 3)),
            Variable("go", (0, 1)),
            Variable("wind", (0, 1), stochastic=True),
            Variable("next_count", (0, 1, 2, 3), stage=2),
        ],
        [
            Table(
                ("count", "go", "wind", "next_count"),
                [(c, g, w, c + (g and w)) for c in range(4) for g in (0, 1) for w in (0, 1) if c + (g and w) < 4],
            )
        ],
        [Utility(("next_count",), "sailor", {(count,): Fraction(count, 3) for count in range(4)})],
        [uniform("wind", (0, 1))],
        players=("sailor",),
    )
    links = {"next_count": "count"}
    three = repeat(step, 3, links, rewards="last")
    assert [variable.name for variable in three.variables] == [
        *(f"{name}@{stage}" for stage in (1, 2, 3) for name in ("count", "go", "wind")),
        "count@4",
    ]
    assert three.stages == 4
    assert len(three.utilities) == 1
    assert len(repeat(step, 3, links).utilities) == 3
    begun = three.instantiate({"count@1": 0})
    assert best_value(begun) == Fraction(1, 2)
    always = plan(begun, lambda name, past: _sail(name, dict(past)))
    assert expected_utility(begun, always) == (Fraction(1, 2),)
    one = repeat(step, 1, links)
    assert solutions(one) == solutions(step)


def _sail(name: str, past: dict[str, object]) -> object:
    if name.startswith("go"):
        return 1
    stage = int(name.split("@")[1])
    return sum(past[f"wind@{before}"] == 1 for before in range(1, stage))


def test_repeating_a_state_that_is_drawn() -> None:
    """A walk: the next place is drawn given the current one. After two steps from 0 it is back with probability 1/2."""
    walk = Network(
        [Variable("place", (0, 1, 2)), Variable("next", (0, 1, 2), stochastic=True)],
        probabilities=[ConditionalTable("next", ("place",), {(0,): {1: 1}, (1,): {0: 0.5, 2: 0.5}, (2,): {1: 1}})],
        utilities=[Utility(("next",), "p", {(0,): 1})],
        players=("p",),
    )
    two = repeat(walk, 2, {"next": "place"}, rewards="last")
    assert [(v.name, v.stochastic, v.stage) for v in two.variables] == [
        ("place@1", False, 1),
        ("place@2", True, 1),
        ("place@3", True, 2),
    ]
    assert expected_utility(two, fixed(two, {"place@1": 0})) == (Fraction(1, 2),)


def test_a_gate_loses_literals_whose_value_is_gone() -> None:
    either = Network([X, B], [Gate("or", "b", (Literal("x", value=1), Literal("x", value=2)))])
    assert either.restrict({"x": (0, 2)}).constraints == (Gate("or", "b", (Literal("x", value=2),)),)
    assert either.restrict({"x": (0,)}).constraints == (Gate("or", "b", ()),)
    neither = Network([X, B], [Gate("and", "b", (Literal("x", False, 1), Literal("x", value=2)))])
    assert neither.restrict({"x": (0, 2)}).constraints == (Gate("and", "b", (Literal("x", value=2),)),)
    assert neither.restrict({"x": (0, 1)}).constraints == (Gate("or", "b", ()),)


def test_repeating_renames_every_kind_of_part() -> None:
    network = Network(
        [B, Variable("c", (0, 1)), Variable("y", (0, 1), stochastic=True), Variable("z", (0, 1), stochastic=True)],
        [Gate("and", "b", (Literal("c", False, 0),)), Channel("c", ((1, "b"),)), Equal(("b", "c"))],
        probabilities=[Share("y", ((0, "b"), (1, "c"))), Universal("z", 2)],
    )
    twice = repeat(network, 2, {})
    assert twice.constraints[3:] == (
        Gate("and", "b@2", (Literal("c@2", False, 0),)),
        Channel("c@2", ((1, "b@2"),)),
        Equal(("b@2", "c@2")),
    )
    assert twice.probabilities[2:] == (Share("y@2", ((0, "b@2"), (1, "c@2"))), Universal("z@2", 2))


def test_what_is_worth_minus_infinity_is_no_solution() -> None:
    """A violated path earns nothing where violations are tolerated; beyond what is tolerated all is lost."""
    variables = [Variable("x", (0, 1)), Variable("y", (0, 1), stochastic=True)]
    parts = {
        "constraints": [Table(("x", "y"), [(0, 0), (1, 0), (1, 1)])],
        "utilities": [Utility(("y",), "p", {(0,): Fraction(1, 2), (1,): 1})],
        "probabilities": [uniform("y", (0, 1))],
        "players": ["p"],
        "thresholds": [0],
    }
    worth = {}
    for tolerance in (Fraction(1, 2), Fraction(1)):
        network = Network(variables, **parts, satisfaction=tolerance)  # type: ignore[arg-type]
        for x in (0, 1):
            policy = fixed(network, {"x": x})
            (value,) = worth[tolerance, x] = expected_utility(network, policy)
            assert is_solution(network, policy) == (value >= 0)
    assert worth == {
        (Fraction(1, 2), 0): (Fraction(1, 4),),
        (Fraction(1, 2), 1): (Fraction(3, 4),),
        (1, 0): (-inf,),
        (1, 1): (Fraction(3, 4),),
    }
