"""The exact solver against the meaning of the quantifiers, and its strategies against every adversary."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import qcsp as oracle
from qcsp.networks import binary_networks, networks
from woodstock.core import Stop
from woodstock.network import Network, is_solution, paths, satisfied
from woodstock.qcsp import Packing, Parameters, Problem, bin_packing, random_network, solve
from woodstock.solver import Status, best_policy


def check(network: Network) -> None:
    answer = solve(Problem(network))
    assert answer.winnable == oracle.wins(network)
    if answer.strategy is not None:
        assert is_solution(network, answer.strategy.policy())


@given(networks(6))
@settings(max_examples=300)
def test_any_constraints(network: Network) -> None:
    check(network)


@given(binary_networks(7))
@settings(max_examples=300)
def test_binary_constraints(network: Network) -> None:
    check(network)


@pytest.mark.slow
@given(networks(6) | binary_networks(7))
@settings(max_examples=20_000)
def test_many_more(network: Network) -> None:
    check(network)


INSTANCES = st.builds(
    random_network,
    st.builds(Parameters, st.just(8), st.just(3), st.just(0.5), st.sampled_from((0.2, 0.4, 0.6)), st.just(0.5)),
    st.integers(0, 10**6),
    first=st.sampled_from(("exists", "forall")),
)


@given(INSTANCES)
@settings(max_examples=150)
def test_instances_of_the_paper(network: Network) -> None:
    check(network)


@pytest.mark.slow
@given(INSTANCES)
@settings(max_examples=300)
def test_more_instances_of_the_paper(network: Network) -> None:
    check(network)


@given(networks(5), st.data())
@settings(max_examples=200, deadline=None)
def test_positions_of_a_game(network: Network, data: st.DataObject) -> None:
    depth = data.draw(st.integers(0, len(network.variables)))
    played = tuple(data.draw(st.sampled_from(variable.domain)) for variable in network.variables[:depth])
    assert solve(Problem(network), played).winnable == oracle.wins(network, played)


@given(networks(5))
@settings(max_examples=100, deadline=None)
def test_the_policy_solver_agrees(network: Network) -> None:
    assert (best_policy(network).status is Status.SATISFIABLE) == solve(Problem(network)).winnable


def test_strategies_of_large_instances_win_against_anything() -> None:
    won = 0
    for seed in range(30):
        network = random_network(Parameters(20, 8, 0.2, 0.65, 0.5), seed)
        problem = Problem(network)
        strategy = solve(problem).strategy
        if strategy is None:
            continue
        won += 1
        chance = random.Random(seed)
        for _ in range(50):
            values: list[object] = []
            for place in range(len(problem)):
                universal = problem.universal[place]
                values.append(chance.choice(problem.domains[place]) if universal else strategy.value(values))
            assert satisfied(network, dict(zip(problem.names, values, strict=True)))
    assert won > 10


def test_bin_packing() -> None:
    """By hand: two bins of 3 take three items of at most 2 only if no bin is left with a hole of 1 too early."""
    for items, bins, capacity, largest in ((2, 1, 4, 2), (3, 1, 5, 2), (3, 2, 3, 2), (2, 2, 2, 2), (3, 2, 4, 2)):
        network = bin_packing(Packing(items, bins, capacity, largest))
        assert solve(Problem(network)).winnable == packs((0,) * bins, items, capacity, largest)


def packs(loads: tuple[int, ...], items: int, capacity: int, largest: int) -> bool:
    """Can every order of sizes be packed as it comes?"""
    if items == 0:
        return True
    return all(
        any(
            loads[j] + size <= capacity
            and packs((*loads[:j], loads[j] + size, *loads[j + 1 :]), items - 1, capacity, largest)
            for j in range(len(loads))
        )
        for size in range(1, largest + 1)
    )


@pytest.mark.clock
def test_limits() -> None:
    problem = Problem(random_network(Parameters(50, 16, 0.2, 0.4, 0.5), 1))
    assert solve(problem, nodes=50).winnable is None
    assert solve(problem, seconds=0.01).seconds < 2
    stop = Stop()
    stop.raise_()
    assert solve(problem, stop=stop).winnable is None
    first, second = (solve(problem, nodes=2000) for _ in range(2))
    assert (first.winnable, first.nodes) == (second.winnable, second.nodes)


def test_strategies_share_branches() -> None:
    problem = Problem(random_network(Parameters(10, 4, 0.3, 0.3, 0.5), 3))
    strategy = solve(problem).strategy
    assert strategy is not None
    assert all(satisfied(problem.network, path) for path in paths(strategy.policy()))
    with pytest.raises(ValueError, match="universal player"):
        strategy.value([strategy.value([])])


@pytest.mark.slow
def test_the_winnable_share_of_the_paper() -> None:
    """Section 4: about all at 0.55, 95 % at 0.60, 80 % at 0.65, 60 % at 0.70, 20 % at 0.75."""
    for p_ee, share in ((0.55, 1.0), (0.60, 0.95), (0.65, 0.80), (0.70, 0.60), (0.75, 0.20)):
        won = sum(
            solve(Problem(random_network(Parameters(20, 8, 0.2, p_ee, 0.5), seed))).winnable is True
            for seed in range(400)
        )
        assert abs(won / 400 - share) < 0.12
