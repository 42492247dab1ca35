"""XCSP3: what is refused, and where."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from network.strategies import scsps
from network.xcsp3_text import X3, XYZ, csp
from woodstock.network import (
    Network,
    NetworkError,
    Variable,
)
from woodstock.network.xcsp3 import load_xcsp3, read_xcsp3, write_xcsp3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1"),
        ("<instance>", "not well-formed XML"),
        ("<instance></wrong>", "line 1"),
        ("<other/>", "not <instance>"),
        ('<instance format="XCSP2"/>', "format is XCSP2"),
        ('<instance type="WCSP"/>', "type WCSP"),
        ('<instance type="CSP"/>', "needs a <variables>"),
        ('<!DOCTYPE instance [<!ENTITY a "b">]><instance/>', "DTD or an entity"),
        ('<!DOCTYPE instance SYSTEM "file:///etc/passwd"><instance/>', "DTD or an entity"),
        ("<instance>" + "<block>" * 60 + "</block>" * 60 + "</instance>", "nested more than 50"),
        ("<instance>&undefined;</instance>", "not well-formed"),
        ("<instance>\ud800</instance>", "characters that XML does not allow"),
    ],
)
def test_documents_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        read_xcsp3(text)


@pytest.mark.parametrize(
    ("variables", "constraints", "message"),
    [
        ('<var id="x"/>', "", "domain of x is empty"),
        ('<var id="1x"> 1 </var>', "", "not an identifier"),
        ("<var> 1 </var>", "", "needs the attribute id"),
        ('<var id="x"> 1 a </var>', "", "not an integer"),
        ('<var id="x"> 1 1 </var>', "", "twice"),
        ('<var id="x"> 1:1/2 2:1/2 </var>', "", "not stochastic"),
        ('<var id="x"> 1..99999999999 </var>', "", "more than"),
        ('<array id="x" size="[99999][99999]"> 1 </array>', "", "more than"),
        ('<array id="x" size="3"> 1 </array>', "", "not the size"),
        ('<var id="x" type="real"> 1 </var>', "", "type real"),
        (XYZ, "<allDistant> x y </allDistant>", "<allDistant> is not supported"),
        (XYZ, "<stretch> x y </stretch>", "needs a <values>"),
        (
            XYZ,
            "<stretch> <list> x y </list> <values> 0 1 </values> <widths> 1..2 </widths> </stretch>",
            "2 intervals such as",
        ),
        (
            XYZ,
            "<stretch> <list> x y </list> <values> 0 </values> <widths> 1 </widths> <patterns> 0 </patterns></stretch>",
            "patterns are not",
        ),
        (XYZ, "<precedence> x y z </precedence>", "different domains, so <precedence> needs <values>"),
        (XYZ, "<precedence> <list> x y </list> <values> 0 1 0 </values> </precedence>", "twice"),
        (
            '<array id="x" size="[3]"> 0..2999 </array>',
            "<precedence> x[] </precedence>",
            "needs 9000000 transitions",
        ),
        (
            XYZ,
            "<knapsack> <list> x y </list> <weights> 1 2 </weights> <condition> (le,2) </condition> </knapsack>",
            "one for its profits",
        ),
        (
            XYZ,
            "<knapsack> <list> x y </list> <weights> 1 2 3 </weights> <limit> 4 </limit> <profits> 1 2 </profits>"
            "<condition> (ge,2) </condition> </knapsack>",
            "3 weights for 2 variables",
        ),
        (
            XYZ,
            "<extension> <list> x y </list> <supports> (≠1,∁2) </supports> </extension>",
            "'∁2' is not an entry",
        ),
        (
            XYZ,
            "<extension type='hybrid-2'> <list> x y </list> <supports> (c2,1) </supports> </extension>",
            "no column c2; the last is c1",
        ),
        (
            XYZ,
            "<extension> <list> x y </list> <supports> ({0,1}) </supports> </extension>",
            "1 entries for 2 variables",
        ),
        (XYZ, "<allDifferent> x w </allDifferent>", "no variable w"),
        (XYZ, "<circuit> x x </circuit>", "twice"),
        (XYZ, "<allDifferent> x[0] y </allDifferent>", "no array x"),
        (X3, "<allDifferent> x[0] x[3] </allDifferent>", "out of the array's range"),
        (XYZ, "<allDifferent> <except> 0 </except> </allDifferent>", "needs a list"),
        (XYZ, "<extension> <list> x y </list> </extension>", "needs <supports>"),
        (XYZ, "<extension> <list> x y </list> <supports> (1) </supports> </extension>", "1 values for 2"),
        (XYZ, "<extension> <list> x y </list> <supports> (1,2 </supports> </extension>", "not a sequence"),
        (XYZ, "<extension> <list> x y </list> <supports> (1,?) </supports> </extension>", "not a value"),
        (XYZ, "<intension> eq(x </intension>", "not closed"),
        (XYZ, "<intension> eq(x,y) z </intension>", "after its end"),
        (XYZ, "<intension> eq(x) </intension>", "does not take 1"),
        (XYZ, "<intension> foo(x,y) </intension>", "foo is not an operator"),
        (XYZ, "<intension> eq(x,w) </intension>", "no variable w"),
        (XYZ, "<intension> eq(x,$) </intension>", "Cannot read"),
        (XYZ, "<intension> eq(1,1) </intension>", "no variable"),
        (XYZ, "<intension> " + "neg(" * 200 + "x" + ")" * 200 + " </intension>", "nested more than"),
        (XYZ, "<intension> eq(pow(9,pow(9,9)),x) </intension>", "reasonable size"),
        (XYZ, "<sum> <list> x y </list> <condition> (near,2) </condition> </sum>", "not a comparison"),
        (XYZ, '<block class="channel"/>', "at least one"),
        (XYZ, '<block class="channel"> <intension> eq(x,1) </intension> </block>', "of one variable"),
        (XYZ, "<intension> eq(" + "sqr(" * 60 + "x" + ")" * 60 + ",y) </intension>", "reasonable size"),
        (XYZ, "<instantiation> <list> x </list> <values> </values> </instantiation>", "0 values for 1"),
        (XYZ, "<clause> x not(z) </clause>", "domain 0 1"),
        (XYZ, "<intension> in(x,y) </intension>", "not a set"),
        (XYZ, "<group> <allDifferent> %0 %1 </allDifferent> <args> x </args> </group>", "hole %1"),
        (XYZ, "<sum> x <condition> (le,x y) </condition> </sum>", "no variable xy"),
        (XYZ, "<sum> <list> x y </list> <coeffs> 1 </coeffs> <condition> (le,3) </condition> </sum>", "1 coefficients"),
        (XYZ, "<ordered> <list> x y </list> <operator> ne </operator> </ordered>", "not an order"),
        (XYZ, "<lex> <list> x </list> <list> y z </list> </lex>", "equally long"),
        (XYZ, "<element> <list> x y </list> <index> x z </index> <value> 1 </value> </element>", "2 indices"),
        (
            XYZ,
            "<cumulative> <origins> x </origins> <lengths> 1 </lengths> <heights> 1 </heights>"
            "<condition> (eq,1) </condition> </cumulative>",
            "upper bound",
        ),
        (XYZ, "<slide> <list> x y </list> <intension> lt(add(%0,%1),%2) </intension> </slide>", "3 holes"),
        (XYZ, "<channel> <list> x y </list> <list> z </list> </channel>", "longer"),
        (XYZ, "<instantiation> <list> x y </list> <values> 0x999999999 </values> </instantiation>", "not an integer"),
        (XYZ, '<extension type="soft"> <list> x </list> </extension>', "soft table needs"),
    ],
)
def test_instances_that_are_refused(variables: str, constraints: str, message: str) -> None:
    with pytest.raises(NetworkError, match=message) as caught:
        csp(variables, constraints)
    assert caught.value.place is not None


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("<stages> <decision> x </decision> </stages>", "y is in no block"),
        ("<stages> <decision> x x y </decision> </stages>", "two blocks"),
        ("<stages> <decision> x y </decision> </stages>", "y is stochastic"),
        ("<stages> <wait> x y </wait> </stages>", "<wait>"),
        ("<objectives/>", "<objectives> is not supported"),
    ],
)
def test_orders_that_are_refused(extra: str, message: str) -> None:
    variables = '<var id="x"> 0 1 </var> <var id="y" type="stochastic"> 0:1/2 1:1/2 </var>'
    with pytest.raises(NetworkError, match=message):
        csp(variables, kind="SCSP", extra=extra)


def test_the_line_is_named() -> None:
    variables = '<variables> <var id="x"> 0 1 </var> </variables>'
    text = f"<instance>\n{variables}\n<constraints>\n\n  <mystery/>\n</constraints></instance>"
    with pytest.raises(NetworkError, match=r"^line 5, column 3: The constraint <mystery>"):
        read_xcsp3(text)


@given(scsps(), st.data())
@settings(max_examples=120, deadline=None)
def test_damaged_text_gives_one_kind_of_error(network: Network, data: st.DataObject) -> None:
    text = write_xcsp3(network)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 12))
        text = text[:place] + data.draw(st.text('<>/()[]%*.,:-019xyb "', max_size=3)) + text[place + length :]
    with contextlib.suppress(NetworkError):
        read_xcsp3(text)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "instance.xml"
    network = Network([Variable("x", (0, 1))])
    file.write_text(write_xcsp3(network), encoding="utf-8")
    assert load_xcsp3(file) == network
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NetworkError, match="UTF-8"):
        load_xcsp3(file)
    with pytest.raises(NetworkError, match="Cannot read"):
        load_xcsp3(tmp_path / "missing.xml")


@pytest.mark.parametrize(
    ("objectives", "message"),
    [
        ("", "needs one objective"),
        ("<minimize> x </minimize> <maximize> y </maximize>", "needs one objective"),
        ("<wish> x </wish>", "<wish> is not allowed"),
        ("<minimize type='best'> x </minimize>", "type best"),
        ("<minimize> x y </minimize>", "one expression"),
        ("<minimize> add(x,w) </minimize>", "no variable w"),
    ],
)
def test_objectives_that_are_refused(objectives: str, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        csp(XYZ, kind="COP", extra=f"<objectives> {objectives} </objectives>")


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        ('<name variable="x" is="7"/>', "not a name"),
        ('<name variable="x" is="{"/>', "in JSON"),
        ('<value number="1" is="{}"/>', "in JSON"),
        ('<value number="1" is="2"/>', "twice"),
        ('<value number="1" is="3"/> <value number="2" is="3"/>', "same value"),
        ('<name variable="x" is="&quot;y&quot;"/>', "Two variables"),
        ("<initial> <list> x y </list> <values> 1 </values> </initial>", "1 values for 2"),
        ("<initial> <list> x </list> <values> 9 </values> </initial>", "not in the domain"),
    ],
)
def test_annotations_that_are_refused(annotation: str, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        csp(XYZ, extra=f"<annotations> {annotation} </annotations>")
