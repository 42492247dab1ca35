"""The constraints of XCSP3-core: each against a plain predicate, as tables and as expressions, written and read."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import groupby, pairwise, product

import pytest

from network.xcsp3_text import csp
from oracles.scsp import solutions
from woodstock.network import Network
from woodstock.network.xcsp3 import hybrid, read_xcsp3, terms, write_xcsp3
from woodstock.solver import NetworkSolver, hidden

Predicate = Callable[[tuple[int, ...]], bool]
X4 = '<array id="x" size="[4]"> 0..3 </array>'
M4 = '<array id="m" size="[2][2]"> 0..3 </array>'
X5 = '<array id="x" size="[5]"> 0..4 </array>'
SUBS = "<list> x[] </list>"


def _overlap(a: int, la: int, b: int, lb: int) -> bool:
    return a < b + lb and b < a + la


def _circuit(v: tuple[int, ...]) -> bool:
    inside = [i for i in range(len(v)) if v[i] != i]
    if sorted(v) != list(range(len(v))) or not inside:
        return False
    node, seen = v[inside[0]], 1
    while node != inside[0]:
        node, seen = v[node], seen + 1
    return seen == len(inside)


def _precedes(v: tuple[int, ...], values: tuple[int, ...]) -> bool:
    first = {value: v.index(value) if value in v else len(v) for value in values}
    return all(after not in v or first[before] < first[after] for before, after in pairwise(values))


def _stretches(v: tuple[int, ...], widths: dict[int, range]) -> bool:
    runs = [(value, len(list(own))) for value, own in groupby(v)]
    return all(value not in widths or length in widths[value] for value, length in runs)


CASES: list[tuple[str, str, Predicate]] = [
    (X4, "<allDifferent> add(x[0],1) x[1] mul(2,x[2]) </allDifferent>", lambda v: len({v[0] + 1, v[1], 2 * v[2]}) == 3),
    (M4, "<allDifferent> <matrix> m[][] </matrix> </allDifferent>",
     lambda v: v[0] != v[1] and v[2] != v[3] and v[0] != v[2] and v[1] != v[3]),
    (X4, "<allDifferent> <list> x[] </list> <except> 0 </except> </allDifferent>",
     lambda v: len({a for a in v if a}) == sum(a != 0 for a in v)),
    (X4, "<allDifferent> <list> x[0..1] </list> <list> x[2..3] </list> </allDifferent>", lambda v: v[:2] != v[2:]),
    (X4, "<allEqual> add(x[0],1) x[1] x[2] </allEqual>", lambda v: v[0] + 1 == v[1] == v[2]),
    (X4, "<ordered> <list> x[] </list> <operator> lt </operator> </ordered>", lambda v: all(a < b for a, b in pairwise(v))),  # noqa: E501
    (X4, "<ordered> <list> x[] </list> <lengths> 1 0 -1 </lengths> <operator> le </operator> </ordered>",
     lambda v: v[0] + 1 <= v[1] and v[1] <= v[2] and v[2] - 1 <= v[3]),
    (X4, "<lex> <list> x[0..1] </list> <list> x[2..3] </list> <operator> le </operator> </lex>", lambda v: v[:2] <= v[2:]),  # noqa: E501
    (X4, "<lex> <list> x[0..1] </list> <list> x[2..3] </list> <operator> gt </operator> </lex>", lambda v: v[:2] > v[2:]),  # noqa: E501
    (M4, "<lex> <matrix> m[][] </matrix> <operator> lt </operator> </lex>",
     lambda v: v[:2] < v[2:] and (v[0], v[2]) < (v[1], v[3])),
    (X4, "<sum> <list> x[] </list> <coeffs> 2 -1 3 1 </coeffs> <condition> (ge,6) </condition> </sum>",
     lambda v: 2 * v[0] - v[1] + 3 * v[2] + v[3] >= 6),
    (X4, "<sum> <list> x[0..2] eq(x[0],1) </list> <condition> (eq,x[3]) </condition> </sum>",
     lambda v: sum(v[:3]) + (v[0] == 1) == v[3]),
    (X4, "<sum> <list> x[0..1] </list> <coeffs> x[2..3] </coeffs> <condition> (in,2..5) </condition> </sum>",
     lambda v: 2 <= v[0] * v[2] + v[1] * v[3] <= 5),
    (X4, "<sum> <list> x[] </list> <condition> (notin,{3,4,5}) </condition> </sum>", lambda v: sum(v) not in (3, 4, 5)),
    (X4, "<count> <list> x[] </list> <values> 1 2 </values> <condition> (gt,2) </condition> </count>",
     lambda v: sum(a in (1, 2) for a in v) > 2),
    (X4, "<count> <list> x[0..2] </list> <values> x[3] </values> <condition> (eq,1) </condition> </count>",
     lambda v: v[:3].count(v[3]) == 1),
    (X4, "<nValues> <list> x[0..2] </list> <condition> (eq,x[3]) </condition> </nValues>", lambda v: len(set(v[:3])) == v[3]),  # noqa: E501
    (X4, "<nValues> <list> x[] </list> <except> 0 </except> <condition> (le,1) </condition> </nValues>",
     lambda v: len(set(v) - {0}) <= 1),
    (X4, "<nValues> <list> add(x[0],x[1]) x[2] x[3] </list> <condition> (eq,2) </condition> </nValues>",
     lambda v: len({v[0] + v[1], v[2], v[3]}) == 2),
    (X4, "<cardinality> <list> x[] </list> <values closed='true'> 0 2 3 </values> <occurs> 1 0..2 2 </occurs> </cardinality>",  # noqa: E501
     lambda v: v.count(0) == 1 and v.count(2) <= 2 and v.count(3) == 2 and 1 not in v),
    (X4, "<cardinality> <list> x[0..2] </list> <values> 1 2 </values> <occurs> x[3] 1 </occurs> </cardinality>",
     lambda v: v[:3].count(1) == v[3] and v[:3].count(2) == 1),
    (X4, "<minimum> <list> x[0..2] </list> <condition> (eq,x[3]) </condition> </minimum>", lambda v: min(v[:3]) == v[3]),  # noqa: E501
    (X4, "<maximum> <list> add(x[0],x[1]) x[2] 2 </list> <condition> (lt,4) </condition> </maximum>",
     lambda v: max(v[0] + v[1], v[2], 2) < 4),
    (X4, "<element> <list> x[0..1] 3 add(x[0],1) </list> <index> x[2] </index> <value> x[3] </value> </element>",
     lambda v: (v[0], v[1], 3, v[0] + 1)[v[2]] == v[3]),
    (X4, "<element> <list startIndex='1'> x[0..1] </list> <index> x[2] </index> <condition> (ne,x[3]) </condition> </element>",  # noqa: E501
     lambda v: 1 <= v[2] <= 2 and v[v[2] - 1] != v[3]),
    (X4, "<element> <list> 3 1 0 </list> <index> x[0] </index> <value> x[1] </value> </element>",
     lambda v: v[0] < 3 and (3, 1, 0)[v[0]] == v[1]),
    (X4, "<element> <list> x[0..2] </list> <value> x[3] </value> </element>", lambda v: v[3] in v[:3]),
    (X4, "<element> <matrix> (1,2)(3,0)(2,2) </matrix> <index> x[0] x[1] </index> <value> x[2] </value> </element>",
     lambda v: v[0] < 3 and v[1] < 2 and ((1, 2), (3, 0), (2, 2))[v[0]][v[1]] == v[2]),
    (X4, "<element> <matrix> (x[0],x[1])(2,x[0]) </matrix> <index> x[2] x[3] </index> <condition> (gt,1) </condition> </element>",  # noqa: E501
     lambda v: v[2] < 2 and v[3] < 2 and ((v[0], v[1]), (2, v[0]))[v[2]][v[3]] > 1),
    (X4, "<channel> <list> x[0..1] </list> <list> x[2..3] </list> </channel>",
     lambda v: max(v) < 2 and all((v[i] == j) == (v[2 + j] == i) for i in range(2) for j in range(2))),
    (X5, "<channel> <list> x[0..1] </list> <list> x[2..4] </list> </channel>",
     lambda v: all(v[i] < 3 and v[2 + v[i]] == i for i in range(2))),
    (X4, "<channel> x[] </channel>", lambda v: all(v[v[i]] == i for i in range(4))),
    (X4, "<circuit> x[] </circuit>", _circuit),
    (X5, "<circuit> <list> x[] </list> <size> 3 </size> </circuit>", lambda v: _circuit(v) and sum(v[i] != i for i in range(5)) == 3),  # noqa: E501
    (X4, "<noOverlap> <origins> x[0..2] </origins> <lengths> 1 2 x[3] </lengths> </noOverlap>",
     lambda v: not (_overlap(v[0], 1, v[1], 2) or (v[3] and (_overlap(v[0], 1, v[2], v[3]) or _overlap(v[1], 2, v[2], v[3]))))),  # noqa: E501
    (X4, "<noOverlap> <origins> (x[0],x[1])(x[2],x[3]) </origins> <lengths> (2,1)(1,2) </lengths> </noOverlap>",
     lambda v: not (_overlap(v[0], 2, v[2], 1) and _overlap(v[1], 1, v[3], 2))),
    (X4, "<cumulative> <origins> x[0..2] </origins> <lengths> 2 1 2 </lengths> <heights> 2 1 x[3] </heights>"
     "<condition> (le,3) </condition> </cumulative>",
     lambda v: all(sum(h for s, d, h in zip(v, (2, 1, 2), (2, 1, v[3]), strict=False) if s <= t < s + d) <= 3 for t in range(6))),  # noqa: E501
    (X4, "<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,b)(b,2,a)(a,1,a)(b,3,b) </transitions>"
     "<start> a </start> <final> b </final> </regular>",
     lambda v: _accepts(v, {("a", 0): "a", ("a", 1): "ab", ("b", 2): "a", ("b", 3): "b"}, "b")),
    (X4, "<mdd> <list> x[0..1] </list> <transitions> (r,0,p)(r,1,q)(p,2,t)(q,3,t)(q,0,t) </transitions> </mdd>",
     lambda v: v[:2] in ((0, 2), (1, 3), (1, 0))),
    (X4, "<instantiation> <list> x[] </list> <values> 1x2 3 0 </values> </instantiation>", lambda v: v == (1, 1, 3, 0)),
    (X4, "<instantiation> <list> x[0..1] x[0] </list> <values> 2 3 2 </values> </instantiation>", lambda v: v[:2] == (2, 3)),  # noqa: E501
    (X4, "<binPacking> <list> x[] </list> <sizes> 3 1 2 2 </sizes> <condition> (le,4) </condition> </binPacking>",
     lambda v: all(sum(s for s, b in zip((3, 1, 2, 2), v, strict=True) if b == n) <= 4 for n in range(4))),
    (X4, "<knapsack> <list> x[] </list> <weights> 2 3 1 4 </weights> <condition> (le,9) </condition>"
     "<profits> 1 4 2 3 </profits> <condition> (ge,8) </condition> </knapsack>",
     lambda v: 2 * v[0] + 3 * v[1] + v[2] + 4 * v[3] <= 9 and v[0] + 4 * v[1] + 2 * v[2] + 3 * v[3] >= 8),
    (X4, "<knapsack> <list> x[0..2] </list> <weights> 2 3 1 </weights> <limit> 6 </limit>"
     "<profits> 1 4 2 </profits> <condition> (eq,add(x[3],4)) </condition> </knapsack>",
     lambda v: 2 * v[0] + 3 * v[1] + v[2] <= 6 and v[0] + 4 * v[1] + 2 * v[2] == v[3] + 4),
    (X4, "<precedence> x[] </precedence>", lambda v: _precedes(v, (0, 1, 2, 3))),
    (X5, "<precedence> <list> x[] </list> <values> 3 1 2 </values> </precedence>", lambda v: _precedes(v, (3, 1, 2))),
    (X5, "<precedence> <list> x[] </list> <values covered='true'> 4 0..1 </values> </precedence>",
     lambda v: {4, 0, 1} <= set(v) and _precedes(v, (4, 0, 1))),
    (X4, "<precedence> <list> x[] </list> <values> 1 7 2 </values> </precedence>", lambda v: 2 not in v),
    (X5, "<stretch> <list> x[] </list> <values> 0 1 2 </values> <widths> 1..2 2..3 3 </widths> </stretch>",
     lambda v: _stretches(v, {0: range(1, 3), 1: range(2, 4), 2: range(3, 4)})),
    (X5, "<stretch> <list> x[] </list> <values> 0 1 </values> <widths> 2..9 1..1 </widths>"
     "<patterns> (0,1)(1,0)(1,2)(2,3) </patterns> </stretch>",
     lambda v: _stretches(v, {0: range(2, 10), 1: range(1, 2)})
     and all(a == b or (a, b) in ((0, 1), (1, 0), (1, 2), (2, 3)) for a, b in pairwise(v))),
    (X4, "<extension type='hybrid-1'> <list> x[] </list> <supports> (1,≠2,*,{0,3})(≥2,≤1,1..2,∁{1,2})(0,∁1..2,3,﹤1)"
     "</supports> </extension>",
     lambda v: (v[0] == 1 and v[1] != 2 and v[3] in (0, 3))
     or (v[0] >= 2 and v[1] <= 1 and v[2] in (1, 2) and v[3] not in (1, 2))
     or (v[0] == 0 and v[1] not in (1, 2) and v[2] == 3 and v[3] < 1)),
    (X4, "<extension type='hybrid-2'> <list> x[] </list> <supports> (*,c0,≥c1+1,*)(﹥1,*,≠c0-c1,c2)(3,*,*,&lt;c0)"
     "</supports> </extension>",
     lambda v: (v[1] == v[0] and v[2] >= v[1] + 1) or (v[0] > 1 and v[2] != v[0] - v[1] and v[3] == v[2])
     or (v[0] == 3 and v[3] < v[0])),
    (X4, "<extension type='hybrid-2'> <list> x[] </list> <conflicts> (*,c0,*,*)(*,*,=2,﹥c1) </conflicts> </extension>",
     lambda v: v[1] != v[0] and not (v[2] == 2 and v[3] > v[1])),
    (X4, "<extension> <list> x[0..2] </list> <supports> ({0,1},2..3,*)(3,0,{1,2}) </supports> </extension>",
     lambda v: (v[0] < 2 and v[1] > 1) or (v[0] == 3 and v[1] == 0 and v[2] in (1, 2))),
    (X4, "<slide> <list> x[] </list> <intension> ne(%0,add(%1,1)) </intension> </slide>", lambda v: all(a != b + 1 for a, b in pairwise(v))),  # noqa: E501
    (X4, "<slide circular='true'> <list> x[] </list> <intension> lt(dist(%0,%1),3) </intension> </slide>",
     lambda v: all(abs(v[i] - v[(i + 1) % 4]) < 3 for i in range(4))),
    (X4, "<intension> or(lt(add(x[0],x[1]),x[2]),and(eq(x[3],2),not(gt(x[0],x[1])))) </intension>",
     lambda v: v[0] + v[1] < v[2] or (v[3] == 2 and not v[0] > v[1])),
    (X4, "<intension> eq(if(gt(x[0],x[1]),max(x[2],x[3]),mul(x[2],x[3])),3) </intension>",
     lambda v: (max(v[2:]) if v[0] > v[1] else v[2] * v[3]) == 3),
    (X4, "<intension> eq(div(add(x[0],x[1],5),add(x[2],0)),mod(x[3],2)) </intension>",
     lambda v: v[2] != 0 and (v[0] + v[1] + 5) // v[2] == v[3] % 2),
    (X4, "<intension> xor(lt(x[0],x[1]),iff(eq(x[2],1),in(x[3],set(0,2)))) </intension>",
     lambda v: (v[0] < v[1]) != ((v[2] == 1) == (v[3] in (0, 2)))),
]  # fmt: skip


def _accepts(word: tuple[int, ...], steps: dict[tuple[str, int], str], ends: str) -> bool:
    states = {"a"}
    for letter in word:
        states = {after for state in states for after in steps.get((state, letter), "")}
    return bool(states & set(ends))


def expected(variables: str, holds: Predicate) -> set[tuple[int, ...]]:
    size = 5 if variables == X5 else 4
    return {row for row in product(range(size), repeat=size) if holds(row)}


@pytest.mark.parametrize("as_tables", [True, False])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[1][1:60])
def test_a_constraint_means_what_its_predicate_says(
    case: tuple[str, str, Predicate], as_tables: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables, constraint, holds = case
    if not as_tables:
        monkeypatch.setattr(terms, "SMALL_EXPANSION", 0)
        monkeypatch.setattr(terms, "TINY_EXPANSION", 0)
        monkeypatch.setattr(hidden, "SMALL", 0)
        monkeypatch.setattr(hybrid, "LARGEST_EXPANSION", 0)
    network = csp(variables, constraint)
    wanted = expected(variables, holds)
    assert 0 < len(wanted) < len(network.variables[0].domain) ** len(network.variables)
    found = NetworkSolver(network).solutions()
    assert len(found) == len(wanted), "each solution once"
    assert found.rows() == wanted
    assert NetworkSolver(network).solutions(consistency="fc").rows() == wanted
    if as_tables:
        assert solutions(network) == wanted
        again = read_xcsp3(write_xcsp3(network))
        assert again == network


@pytest.mark.parametrize("kind", ["<precedence", "<stretch", "<extension", "<regular"])
def test_automata_and_smart_tables_leave_only_values_of_solutions(kind: str) -> None:
    rng = random.Random(kind)
    for variables, constraint, holds in (case for case in CASES if case[1].startswith(kind)):
        network, every = csp(variables, constraint), expected(variables, holds)
        for _ in range(30):
            kept = {v.name: rng.sample(v.domain, rng.randint(1, len(v.domain))) for v in network.variables}
            left = [row for row in every if all(value in own for value, own in zip(row, kept.values(), strict=True))]
            network_solver = NetworkSolver(network.restrict(kept))
            assert network_solver.solver.propagate() == bool(left)
            for place, variable in enumerate(network.variables if left else ()):
                assert set(network_solver.values(variable.name)) == {row[place] for row in left}


def test_a_sum_of_many_booleans_stays_a_sum() -> None:
    network = csp(
        '<array id="b" size="[300]"> 0 1 </array>', "<sum> <list> b[] </list> <condition> (le,1) </condition> </sum>"
    )
    assert len(NetworkSolver(network).solutions()) == 301


def test_groups_with_lists_and_expressions() -> None:
    network = csp(
        '<array id="x" size="[6]"> 0..9 </array>',
        "<group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum> <args> 27 x[0..2] </args>"
        "<args> 0 x[3..5] </args> </group>",
    )
    assert NetworkSolver(network).solutions().rows() == {(9, 9, 9, 0, 0, 0)}


def objective(text: str, kind: str = "minimize", attributes: str = "", constraints: str = "") -> Network:
    return read_xcsp3(
        f'<instance format="XCSP3" type="COP"><variables>{X4}</variables><constraints>{constraints}</constraints>'
        f"<objectives><{kind} {attributes}> {text} </{kind}></objectives></instance>"
    )


OBJECTIVES: list[tuple[str, str, Callable[[tuple[int, ...]], int]]] = [
    ("add(x[0],mul(x[1],-2),dist(x[2],x[3]))", "", lambda v: v[0] - 2 * v[1] + abs(v[2] - v[3])),
    ("<list> x[] </list> <coeffs> 2 -1 -3 1 </coeffs>", 'type="sum"', lambda v: 2 * v[0] - v[1] - 3 * v[2] + v[3]),
    ("x[] 1", 'type="maximum"', lambda v: max(*v, 1)),
    ("x[0..1] 2", 'type="minimum"', lambda v: min(*v[:2], 2)),
    ("x[]", 'type="nValues"', lambda v: len(set(v))),
    ("x[0] 2 x[3]", 'type="product"', lambda v: v[0] * 2 * v[3]),
    ("7", "", lambda _: 7),
]


@pytest.mark.parametrize("by", ["mac", "fc"])
@pytest.mark.parametrize("kind", ["minimize", "maximize"])
@pytest.mark.parametrize("case", OBJECTIVES, ids=lambda case: case[0])
def test_the_optimum_is_the_best_of_all(
    case: tuple[str, str, Callable[[tuple[int, ...]], int]], kind: str, by: str
) -> None:
    from woodstock.solver import Status, optimise

    text, attributes, value = case
    constraint = (
        "<sum> <list> x[] </list> <condition> (in,{3,7}) </condition> </sum> <intension> gt(x[0],x[3]) </intension>"
    )
    network = objective(text, kind, attributes, constraint)
    rows = [row for row in product(range(4), repeat=4) if sum(row) in (3, 7) and row[0] > row[3]]
    best = optimise(network, consistency="mac" if by == "mac" else "fc")
    assert best.status is Status.OPTIMUM
    assert best.objectives == ((max if kind == "maximize" else min)(map(value, rows)),)
    assert best.solution is not None
    assert value(tuple(int(str(v)) for v in best.solution.values())) == best.objectives[0]
    assert read_xcsp3(write_xcsp3(network)) == network


def test_objectives_in_lexicographic_order() -> None:
    from woodstock.solver import optimise

    network = objective(
        "add(x[0],x[1]) mul(x[2],-1) x[3]",
        attributes='type="lex"',
        constraints="<intension> ge(add(x[0],x[1]),x[2]) </intension>",
    )
    rows = [row for row in product(range(4), repeat=4) if row[0] + row[1] >= row[2]]
    assert optimise(network).objectives == min((a + b, -c, d) for a, b, c, d in rows)
    assert read_xcsp3(write_xcsp3(network)) == network
