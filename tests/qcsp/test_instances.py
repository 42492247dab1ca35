"""Instances and files."""

from __future__ import annotations

import pickle
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qcsp.networks import networks
from woodstock.network import Network, NetworkError, Table, Utility, Variable, uniform
from woodstock.network.xcsp3 import read_xcsp3, write_xcsp3
from woodstock.qcsp import Packing, Parameters, Problem, bin_packing, random_network, solve
from woodstock.qcsp.playing import sign_test


@given(st.integers(2, 12), st.integers(1, 5), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.integers(0, 99))
@settings(max_examples=100, deadline=None)
def test_the_generator(n: int, d: int, p: float, p_ee: float, p_ae: float, seed: int) -> None:
    parameters = Parameters(n, d, p, p_ee, p_ae)
    network = random_network(parameters, seed)
    assert network == random_network(parameters, seed)
    universal = [variable.stochastic for variable in network.variables]
    assert universal == [place % 2 == 1 for place in range(n)]
    place = {variable.name: index for index, variable in enumerate(network.variables)}
    pairs = [(x, y) for x, y in product(range(n), repeat=2) if x < y and not universal[y]]
    assert len(network.constraints) == round(p * len(pairs))
    scopes = set()
    for constraint in network.constraints:
        assert isinstance(constraint, Table)
        x, y = (place[name] for name in constraint.scope)
        scopes.add((x, y))
        assert (x, y) in pairs
        if universal[x]:
            assert len(constraint.tuples) == round(p_ae * d)
            for column in zip(*constraint.tuples, strict=True):
                assert len(set(column)) == len(column)  # part of a bijection
        else:
            assert len(constraint.tuples) == round(p_ee * d * d)
        assert not constraint.allowed
    assert len(scopes) == len(network.constraints)


def test_forall_first() -> None:
    network = random_network(Parameters(4, 2, 1.0, 0.5, 0.5), 0, first="forall")
    assert [variable.stochastic for variable in network.variables] == [True, False, True, False]


@given(networks())
@settings(max_examples=100, deadline=None)
def test_files_keep_the_meaning(network: Network) -> None:
    again = read_xcsp3(write_xcsp3(network))
    assert [variable.stochastic for variable in again.variables] == [v.stochastic for v in network.variables]
    assert solve(Problem(again)).winnable == solve(Problem(network)).winnable


@pytest.mark.parametrize(
    "network", [random_network(Parameters(8, 4, 0.4, 0.4, 0.5), 1), bin_packing(Packing(3, 2, 4, 2))]
)
def test_files_of_instances(network: Network) -> None:
    again = read_xcsp3(write_xcsp3(network))
    assert [variable.domain for variable in again.variables] == [variable.domain for variable in network.variables]
    assert solve(Problem(again)).winnable == solve(Problem(network)).winnable


def test_what_is_no_qcsp() -> None:
    coin = Variable("c", (0, 1), stochastic=True)
    wrong = {
        "universal": Network([coin], probabilities=[uniform("c", (0, 1))]),
        "rewards": Network([Variable("x", (0, 1))], [], [Utility(("x",), "p", {(1,): 1})], players=["p"]),
        "1 to 64": Network([Variable("x", range(65))]),  # type: ignore[arg-type]
        "1024": Network([Variable(f"x{i}", (0,)) for i in range(1025)]),
    }
    for words, network in wrong.items():
        with pytest.raises(NetworkError, match=words):
            Problem(network)
    with pytest.raises(NetworkError, match="not in the domain"):
        solve(Problem(Network([Variable("x", (0, 1))])), (2,))
    for parameters in ((0, 2, 0.1, 0.1, 0.1), (2, 65, 0.1, 0.1, 0.1), (2, 2, 1.1, 0.1, 0.1)):
        with pytest.raises(NetworkError):
            Parameters(*parameters)
    with pytest.raises(NetworkError):
        Packing(3, 2, 64, 2)


def test_problems_can_be_sent_elsewhere() -> None:
    problem = Problem(bin_packing(Packing(2, 2, 3, 2)))
    assert solve(pickle.loads(pickle.dumps(problem))).winnable == solve(problem).winnable


def test_the_sign_test() -> None:
    assert sign_test([True, False, True], [True, False, True]) == 1
    assert sign_test([True] * 10, [False] * 10) == pytest.approx(2 / 1024)
    assert sign_test([True] * 10, [False] * 9 + [True]) == sign_test([False] * 9 + [True], [True] * 10)
