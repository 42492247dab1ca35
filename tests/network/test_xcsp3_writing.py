"""XCSP3: nothing is lost on the way out and in."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from network.strategies import csps, scsps
from oracles.scsp import solutions
from woodstock.network import (
    STAR,
    AllDifferent,
    ConditionalTable,
    Gate,
    Literal,
    Network,
    NetworkError,
    Share,
    Table,
    Universal,
    Utility,
    Variable,
    uniform,
)
from woodstock.network.xcsp3 import read_instance, read_xcsp3, write_xcsp3


@given(st.one_of(csps(), csps(symbols=True)))
@settings(max_examples=200, deadline=None)
def test_round_trip_of_a_csp(network: Network) -> None:
    text = write_xcsp3(network)
    again = read_xcsp3(text)
    assert again == network
    assert write_xcsp3(again) == text


@given(scsps())
@settings(max_examples=150, deadline=None)
def test_round_trip_of_an_scsp(network: Network) -> None:
    """Only `Universal` draws come back as the uniform tables they stand for."""
    again = read_xcsp3(write_xcsp3(network))
    expected = {
        probability.variable: uniform(probability.variable, (0, 1))
        if isinstance(probability, Universal)
        else probability
        for probability in network.probabilities
    }
    assert {probability.variable: probability for probability in again.probabilities} == expected
    assert again.variables == network.variables
    assert again.constraints == network.constraints
    assert again.utilities == network.utilities
    assert (again.players, again.thresholds, again.satisfaction) == (
        network.players,
        network.thresholds,
        network.satisfaction,
    )


def test_round_trip_of_a_qcsp() -> None:
    network = Network(
        [
            Variable("x", (0, 1)),
            Variable("y", (0, 1), stochastic=True),
            Variable("z", (0, 1), stage=2),
        ],
        [Table(("x", "y", "z"), [(0, STAR, 1)], allowed=False)],
        probabilities=[Universal("y", 2)],
    )
    text = write_xcsp3(network)
    assert 'type="QCSP"' in text
    assert read_xcsp3(text) == network


def test_names_and_values_that_xcsp3_cannot_write_are_numbered_and_kept() -> None:
    network = Network(
        [Variable("cell(1,1)", ("x o", None)), Variable("v0", (1, ("a", 2))), Variable("m[9999]", (True, False))],
        [Table(("cell(1,1)", "v0"), [(None, 1)]), Gate("and", "m[9999]", ())],
    )
    text = write_xcsp3(network)
    assert 'note="cell(1,1) 2=x o 3=None"' in text
    assert '<var id="v1" note="cell(1,1) 2=x o 3=None"> 2 3 </var>' in text
    assert read_xcsp3(text) == network
    # For readers that skip annotations it is the same network with other names.
    plain = read_xcsp3(re.sub("<annotations>.*</annotations>", "", text, flags=re.DOTALL))
    assert [(variable.name, variable.domain) for variable in plain.variables] == [
        ("v1", (2, 3)),
        ("v0", (1, 4)),
        ("v2", (1, 0)),
    ]
    assert solutions(plain) == {(3, 1, 1)}


def test_names_with_blanks_and_a_state_to_begin_in() -> None:
    names = ("the first <cell>", "a\tb", "(cell 1 1 ?)", "v0")
    network = Network(
        [Variable(name, ("x", "o", (1, "a b"))) for name in names],
        [Table(names[:2], [("x", (1, "a b"))]), AllDifferent(names)],
    )
    initial = {names[0]: "x", names[2]: (1, "a b")}
    found = read_instance(write_xcsp3(network, initial))
    assert (found.network, found.initial) == (network, initial)
    assert read_instance(write_xcsp3(network)).initial == {}


def test_gates_over_values_round_trip() -> None:
    network = Network(
        [Variable("b", (0, 1)), Variable("c", ("red", "green")), Variable("x", (1, 2, 3))],
        [
            Gate("or", "b", (Literal("c", False, "red"), Literal("x"), Literal("x", False, 3), Literal("b", value=0))),
            Gate("or", "b", (Literal("x", True, 2),)),
            Gate("and", "b", (Literal("x", True, 2),)),
        ],
    )
    text = write_xcsp3(network)
    assert "iff(b,or(ne(c,red),eq(x,1),ne(x,3),eq(b,0)))" in text
    assert read_xcsp3(text) == network


def test_a_value_that_reads_like_a_variable_is_numbered_where_it_would_be_taken_for_one() -> None:
    network = Network(
        [Variable("red", (0, 1)), Variable("c", ("red", "green"))], [Gate("and", "red", (Literal("c", value="red"),))]
    )
    text = write_xcsp3(network)
    assert "iff(red,eq(c,2))" in text
    assert read_xcsp3(text) == network


def test_share_and_table_round_trip() -> None:
    network = Network(
        [Variable("b", (0, 1)), Variable("c", (0, 1)), Variable("y", ("p", "q"), stochastic=True)],
        [],
        [Utility(("y",), "a<b", {("p",): 1}, Fraction(1, 3))],
        [Share("y", (("p", "b"), ("q", "c")))],
        ["a<b"],
    )
    assert read_xcsp3(write_xcsp3(network)) == network
    table = ConditionalTable("y", ("b",), {(0,): {"p": 1}, (1,): {"p": 0.5, "q": 0.5}})
    other = Network(network.variables, probabilities=[table])
    assert read_xcsp3(write_xcsp3(other)) == other


def test_an_empty_domain_cannot_be_written() -> None:
    with pytest.raises(NetworkError, match="empty"):
        write_xcsp3(Network([Variable("x", ())]))
