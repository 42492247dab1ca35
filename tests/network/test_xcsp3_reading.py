"""XCSP3: what is read from XCSP3."""

from __future__ import annotations

from fractions import Fraction

import pytest

from network.xcsp3_text import X3, csp
from oracles.scsp import solution_policies, solutions
from woodstock.network import (
    STAR,
    AllDifferent,
    AtMostOne,
    Channel,
    Equal,
    Gate,
    Literal,
    Table,
    Universal,
    uniform,
)


def test_variables() -> None:
    network = csp(
        '<var id="a"> 1..3 7 -2 </var> <var id="c" type="symbolic"> red blue </var> <var id="d" as="a"/>'
        '<array id="m" size="[2][2]"> <domain for="m[0][]"> 0 1 </domain> <domain for="others"> 5 </domain> </array>'
        '<array id="s" size="[3]"> <domain for="s[0..1]"> 1 </domain> </array>'
    )
    assert {variable.name: variable.domain for variable in network.variables} == {
        "a": (1, 2, 3, 7, -2),
        "c": ("red", "blue"),
        "d": (1, 2, 3, 7, -2),
        "m[0][0]": (0, 1),
        "m[0][1]": (0, 1),
        "m[1][0]": (5,),
        "m[1][1]": (5,),
        "s[0]": (1,),
        "s[1]": (1,),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "<extension> <list> x[0] x[2] </list> <supports> (0,1)(1,*)(2,9) </supports> </extension>",
            Table(("x[0]", "x[2]"), [(0, 1), (1, STAR)]),
        ),
        (
            "<extension> <list> x[0..1] </list> <conflicts> (0,0) (1,1) </conflicts> </extension>",
            Table(("x[0]", "x[1]"), [(0, 0), (1, 1)], allowed=False),
        ),
        ("<extension> <list> x[1] </list> <supports> 1..2 </supports> </extension>", Table(("x[1]",), [(1,), (2,)])),
        ("<extension> <list> x[1] </list> <supports> </supports> </extension>", Table(("x[1]",), [])),
        ("<allDifferent> x[] </allDifferent>", AllDifferent(("x[0]", "x[1]", "x[2]"))),
        ("<allEqual> <list> x[0] x[1] </list> </allEqual>", Equal(("x[0]", "x[1]"))),
        ("<intension> eq(x[0],add(x[1],1)) </intension>", Table(("x[0]", "x[1]"), [(1, 0), (2, 1)])),
        ("<intension> <function> gt(x[0],1) </function> </intension>", Table(("x[0]",), [(2,)])),
        ("<intension> eq(div(x[0],x[1]),2) </intension>", Table(("x[0]", "x[1]"), [(2, 1)])),
        ("<instantiation> <list> x[0] </list> <values> 2 </values> </instantiation>", Table(("x[0]",), [(2,)])),
        (
            "<sum> <list> x[0] x[1] </list> <coeffs> 1 2 </coeffs> <condition> (ge,6) </condition> </sum>",
            Table(("x[0]", "x[1]"), [(2, 2)]),
        ),
        (
            "<sum> <list> x[0] x[1] </list> <condition> (eq,x[2]) </condition> </sum>",
            Table(("x[0]", "x[1]", "x[2]"), [(a, b, a + b) for a in range(3) for b in range(3 - a)]),
        ),
        (
            "<sum> <list> x[0] x[1] </list> <condition> (in,3..9) </condition> </sum>",
            Table(("x[0]", "x[1]"), [(1, 2), (2, 1), (2, 2)]),
        ),
        (
            "<sum> <list> x[0] x[1] </list> <condition> (notin,{0,1,2,3}) </condition> </sum>",
            Table(("x[0]", "x[1]"), [(2, 2)]),
        ),
        (
            "<count> <list> x[0..1] </list> <values> 1 2 </values> <condition> (eq,2) </condition> </count>",
            Table(("x[0]", "x[1]"), [(a, b) for a in (1, 2) for b in (1, 2)]),
        ),
        ("<block> <block> <allDifferent> x </allDifferent> </block> </block>", AllDifferent(("x[0]", "x[1]", "x[2]"))),
    ],
)
def test_constraints(text: str, expected: object) -> None:
    assert csp(X3, text).constraints == (expected,)


def test_boolean_constraints() -> None:
    network = csp(
        '<array id="b" size="[3]"> 0 1 </array> <var id="v" type="symbolic"> p q </var> <var id="w"> 0..3 </var>',
        "<count> <list> b[] </list> <values> 1 </values> <condition> (le,1) </condition> </count>"
        "<intension> iff(b[0],or(b[1],not(b[2]))) </intension>"
        "<intension> iff(b[0],not(b[2])) </intension>"
        "<channel> <list> b[0..1] </list> <value> v </value> <values> q p </values> </channel>"
        '<channel> <list startIndex="1"> b[] </list> <value> w </value> </channel>'
        "<intension> eq(v,p) </intension> <clause> b[0] not(b[2]) </clause>",
    )
    b = ("b[0]", "b[1]", "b[2]")
    assert network.constraints == (
        AtMostOne(b),
        Gate("or", b[0], (Literal(b[1]), Literal(b[2], positive=False))),
        Gate("and", b[0], (Literal(b[2], positive=False),)),
        Channel("v", (("q", b[0]), ("p", b[1]))),
        Channel("w", ((1, b[0]), (2, b[1]), (3, b[2]))),
        Table(("w",), [(1,), (2,), (3,)]),
        Table(("v",), [("p",)]),
        Table((b[0], b[2]), [(0, 1)], allowed=False),
    )


def test_groups() -> None:
    network = csp(
        X3,
        "<group> <intension> eq(%0,add(%1,1)) </intension> <args> x[0] x[1] </args> <args> x[1..2] </args> </group>"
        "<group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum> <args> 4 x[0..1] </args> </group>"
        "<group> <allDifferent> %... </allDifferent> <args> x[] </args> </group>",
    )
    up = [(1, 0), (2, 1)]
    assert network.constraints == (
        Table(("x[0]", "x[1]"), up),
        Table(("x[1]", "x[2]"), up),
        Table(("x[0]", "x[1]"), [(2, 2)]),
        AllDifferent(("x[0]", "x[1]", "x[2]")),
    )


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        ("lt(x,y)", 3),
        ("le(x,y)", 6),
        ("ne(x,y)", 6),
        ("eq(dist(x,y),1)", 4),
        ("eq(abs(sub(x,y)),2)", 2),
        ("eq(neg(x),sub(0,mul(y,1)))", 3),
        ("imp(eq(x,1),eq(y,1))", 7),
        ("and(ge(x,1),not(eq(y,0)))", 4),
        ("or(eq(x,0),eq(y,0))", 5),
        ("xor(eq(x,0),eq(y,0))", 4),
        ("iff(eq(x,0),eq(y,0))", 5),
        ("eq(max(x,y),min(x,y))", 3),
        ("eq(mod(add(x,y),3),0)", 3),
        ("gt(if(eq(x,0),y,2),1)", 7),
        ("eq(pow(x,2),sqr(y))", 3),
        ("in(add(x,y),set(0,4))", 2),
        ("notin(x,set())", 9),
    ],
)
def test_expressions(expression: str, count: int) -> None:
    network = csp('<var id="x"> 0..2 </var> <var id="y"> 0..2 </var>', f"<intension> {expression} </intension>")
    assert len(solutions(network)) == count


def test_stochastic_instance() -> None:
    network = csp(
        '<var id="bet"> 1..6 </var> <var id="die" type="stochastic"> 1..6:1/6 </var>'
        '<var id="coin" type="symbolic stochastic"> heads:0.25 tails:0.75 </var>',
        "<intension> ge(die,bet) </intension>",
        kind="SCSP",
        extra="<stages> <decision> bet </decision> <stochastic> die coin </stochastic> </stages>"
        "<annotations> <satisfaction> 1/2 </satisfaction> </annotations>",
    )
    assert network.probability("die") == uniform("die", range(1, 7))
    assert network.probability("coin").probability("tails", {}) == Fraction(3, 4)
    assert network.satisfaction == Fraction(1, 2)
    assert len(solution_policies(network)) == 4


def test_quantified_instance() -> None:
    """For every y there is a z that differs from x and y: true with three values, false with two."""
    for size, answer in ((3, True), (2, False)):
        network = csp(
            f'<array id="v" size="[3]"> 1..{size} </array>',
            "<intension> ne(v[2],v[0]) </intension> <intension> ne(v[2],v[1]) </intension>",
            kind="QCSP",
            extra="<quantification> <exists> v[0] </exists> <forall> v[1] </forall> <exists> v[2] </exists>"
            "</quantification>",
        )
        assert network.probabilities == (Universal("v[1]", size),)
        assert [variable.stage for variable in network.variables] == [1, 1, 2]
        assert bool(solution_policies(network)) == answer
