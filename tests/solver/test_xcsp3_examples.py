"""Small problems as PyCSP3 writes them: the solutions and optima of OR-Tools CP-SAT, which has a reader of its own.

`benchmarks/xcsp3.py` does the same with PyCSP3's own examples.
"""

from __future__ import annotations

import pytest

pytest.importorskip("ortools")

from oracles.xcsp3_cp_sat import Instance
from woodstock.network.xcsp3 import read_xcsp3
from woodstock.solver import NetworkSolver, Status, optimise


def csp(variables: str, constraints: str) -> str:
    return (
        f'<instance format="XCSP3" type="CSP"> <variables> {variables} </variables>'
        f"<constraints> {constraints} </constraints> </instance>"
    )


def cop(variables: str, constraints: str, objective: str) -> str:
    found = csp(variables, constraints).replace('"CSP"', '"COP"')
    return found.replace("</instance>", f"<objectives> {objective} </objectives> </instance>")


CSPS = {
    "queens": csp(
        '<array id="q" size="[6]"> 0..5 </array>',
        "<allDifferent> q[] </allDifferent> <allDifferent> add(q[0],0) add(q[1],1) add(q[2],2) add(q[3],3) add(q[4],4)"
        " add(q[5],5) </allDifferent> <allDifferent> sub(q[0],0) sub(q[1],1) sub(q[2],2) sub(q[3],3) sub(q[4],4)"
        " sub(q[5],5) </allDifferent>",
    ),
    "magic square": csp(
        '<array id="x" size="[3][3]"> 1..9 </array>',
        "<allDifferent> x[][] </allDifferent> <group> <sum> <list> %0 %1 %2 </list> <condition> (eq,15) </condition>"
        "</sum> <args> x[0][] </args> <args> x[1][] </args> <args> x[2][] </args> <args> x[][0] </args>"
        "<args> x[][1] </args> <args> x[][2] </args> <args> x[0][0] x[1][1] x[2][2] </args> </group>",
    ),
    "magic sequence": csp(
        '<array id="x" size="[6]"> 0..5 </array>',
        "<cardinality> <list> x[] </list> <values> 0..5 </values> <occurs> x[] </occurs> </cardinality>".replace(
            "0..5", "0 1 2 3 4 5"
        ),
    ),
    "latin square": csp(
        '<array id="x" size="[4][4]"> 0..3 </array>',
        "<allDifferent> <matrix> x[][] </matrix> </allDifferent> <lex> <matrix> x[][] </matrix>"
        "<operator> lt </operator> </lex>",
    ),
    "block design": csp(
        '<array id="x" size="[4][6]"> 0 1 </array>',
        "<group> <sum> <list> %... </list> <condition> (eq,3) </condition> </sum> <args> x[0][] </args> <args> x[1][]"
        "</args> <args> x[2][] </args> <args> x[3][] </args> </group> <group> <count> <list> %0 %1 %2 %3 </list>"
        "<values> 1 </values> <condition> (eq,2) </condition> </count> <args> x[][0] </args> <args> x[][1] </args>"
        "<args> x[][2] </args> <args> x[][3] </args> <args> x[][4] </args> <args> x[][5] </args> </group>"
        "<lex> <matrix> x[][] </matrix> <operator> le </operator> </lex>",
    ),
    "tours": csp(
        '<array id="s" size="[5]"> 0..4 </array> <var id="d"> 0..9 </var>',
        "<circuit> s[] </circuit> <sum> <list> dist(s[0],0) dist(s[1],1) s[2] </list> <condition> (eq,d) </condition>"
        "</sum>",
    ),
    "permutations": csp(
        '<array id="x" size="[4]"> 0..3 </array> <array id="y" size="[4]"> 0..3 </array> <var id="i"> 0..3 </var>',
        "<channel> <list> x[] </list> <list> y[] </list> </channel> <slide> <list> x[] </list> <intension>"
        " ne(dist(%0,%1),1) </intension> </slide> <element> <list> y[] </list> <index> i </index> <value> 2 </value>"
        "</element>",
    ),
    "shifts": csp(
        '<array id="x" size="[7]"> 0..2 </array>',
        "<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,b)(b,1,c)(c,0,a)(c,2,c)(b,2,a) </transitions>"
        "<start> a </start> <final> a c </final> </regular> <nValues> <list> x[] </list> <condition> (eq,3)"
        "</condition> </nValues>",
    ),
    "set partitions": csp(
        '<array id="x" size="[6]"> 0..5 </array>',
        "<precedence> x[] </precedence> <nValues> <list> x[] </list> <condition> (in,2..3) </condition> </nValues>"
        "<precedence> <list> x[3..5] </list> <values covered='true'> 2 0 </values> </precedence>",
    ),
    "duties": csp(
        '<array id="x" size="[7]"> 0..3 </array>',
        "<stretch> <list> x[] </list> <values> 0 1 2 </values> <widths> 1..2 2..3 2 </widths> <patterns>"
        " (0,1)(1,0)(1,2)(2,0)(0,3)(3,1) </patterns> </stretch> <count> <list> x[] </list> <values> 3 </values>"
        "<condition> (le,1) </condition> </count>",
    ),
    "smart table": csp(
        '<array id="x" size="[4]"> 0..4 </array>',
        "<extension type='hybrid-2'> <list> x[] </list> <supports> (≠1,c0,≥c1+1,*)({0,3},﹤3,c0+c1,∁1..2)"
        "(4,*,≤c0-2,﹥c2) </supports> </extension> <extension type='hybrid-1'>"
        "<list> x[0] x[2] </list> <conflicts> (≥3,∁{1,2})(1..2,0)"
        "</conflicts> </extension>",
    ),
    "pigeons": csp('<array id="p" size="[5]"> 0..3 </array>', "<allDifferent> p[] </allDifferent>"),
}
COPS = {
    "golomb": cop(
        '<array id="x" size="[5]"> 0..20 </array>',
        "<ordered> <list> x[] </list> <operator> lt </operator> </ordered> <allDifferent> dist(x[0],x[1])"
        " dist(x[0],x[2]) dist(x[0],x[3]) dist(x[0],x[4]) dist(x[1],x[2]) dist(x[1],x[3]) dist(x[1],x[4])"
        " dist(x[2],x[3]) dist(x[2],x[4]) dist(x[3],x[4]) </allDifferent>",
        '<minimize type="maximum"> x[] </minimize>',
    ),
    "workshop": cop(
        '<array id="s" size="[6]"> 0..30 </array>',
        "<noOverlap> <origins> s[0] s[2] s[4] </origins> <lengths> 3 5 2 </lengths> </noOverlap> <noOverlap>"
        "<origins> s[1] s[3] s[5] </origins> <lengths> 4 1 6 </lengths> </noOverlap> <intension> le(add(s[0],3),s[1])"
        "</intension> <intension> le(add(s[3],1),s[2]) </intension> <intension> le(add(s[4],2),s[5]) </intension>",
        '<minimize type="maximum"> add(s[1],4) add(s[2],5) add(s[5],6) </minimize>',
    ),
    "resources": cop(
        '<array id="s" size="[4]"> 0..12 </array>',
        "<cumulative> <origins> s[] </origins> <lengths> 3 2 4 1 </lengths> <heights> 2 1 2 3 </heights>"
        "<condition> (le,3) </condition> </cumulative>",
        '<minimize type="sum"> <list> s[] </list> <coeffs> 1 2 1 3 </coeffs> </minimize>',
    ),
    "warehouses": cop(
        '<array id="w" size="[4]"> 0..2 </array> <array id="c" size="[4]"> 0..40 </array>'
        '<array id="o" size="[3]"> 0 1 </array>',
        "<group> <element> <list> %0 %1 %2 </list> <index> %3 </index> <value> %4 </value> </element>"
        "<args> 20 24 11 w[0] c[0] </args> <args> 28 27 32 w[1] c[1] </args> <args> 4 9 15 w[2] c[2] </args>"
        "<args> 12 8 30 w[3] c[3] </args> </group> <group> <element> <list> o[] </list> <index> %0 </index>"
        "<value> 1 </value> </element> <args> w[0] </args> <args> w[1] </args> <args> w[2] </args> <args> w[3] </args>"
        "</group> <count> <list> w[] </list> <values> 0 </values> <condition> (le,2) </condition> </count>",
        '<minimize type="sum"> <list> c[] o[] </list> <coeffs> 1x4 15x3 </coeffs> </minimize>',
    ),
    "knapsack": cop(
        '<array id="x" size="[5]"> 0..3 </array> <var id="z"> 0..100 </var>',
        "<knapsack> <list> x[] </list> <weights> 5 4 7 3 6 </weights> <condition> (le,19) </condition> <profits>"
        " 8 6 12 4 9 </profits> <condition> (eq,z) </condition> </knapsack>",
        "<maximize> z </maximize>",
    ),
    "colours": cop(
        '<array id="x" size="[5]"> 0..4 </array>',
        "<group> <intension> ne(%0,%1) </intension> <args> x[0] x[1] </args> <args> x[0] x[2] </args>"
        "<args> x[1] x[2] </args> <args> x[2] x[3] </args> <args> x[3] x[4] </args> </group>",
        '<minimize type="nValues"> x[] </minimize>',
    ),
}


@pytest.mark.parametrize("name", CSPS)
def test_the_solutions_are_those_of_cp_sat(name: str) -> None:
    network_solver = NetworkSolver(read_xcsp3(CSPS[name]))
    expected = Instance(CSPS[name]).solutions(60, 10_000)
    assert expected is not None
    for consistency in ("mac", "fc"):
        found = network_solver.solutions(consistency="mac" if consistency == "mac" else "fc")
        assert len(found) == len(expected)
        assert found.rows() == expected
    status = network_solver.outcome().status
    assert status is (Status.SATISFIABLE if expected else Status.UNSATISFIABLE)


@pytest.mark.parametrize("name", COPS)
def test_the_optimum_is_that_of_cp_sat(name: str) -> None:
    best = optimise(read_xcsp3(COPS[name]))
    assert best.status is Status.OPTIMUM
    assert ("OPTIMAL", best.objectives[0]) == Instance(COPS[name]).optimum(60)
