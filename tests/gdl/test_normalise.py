"""Normal rules derive exactly what the rules derive."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.errors import GroundingLimitError
from woodstock.gdl import (
    And,
    Atom,
    Distinct,
    Formula,
    Literal,
    NormalFormula,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
    normalise,
    parse,
    to_kif,
)

VALUES = ("a", "b", "c")


def kif(text: str) -> list[str]:
    return [to_kif(rule).replace("\n   ", "") for rule in normalise(parse(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(p a)", ["(p a)"]),
        ("(<= p (or q r) s)", ["(<= p q s)", "(<= p r s)"]),
        ("(<= p (or q (and r s)) (or t u))", ["(<= p q t)", "(<= p q u)", "(<= p r s t)", "(<= p r s u)"]),
        ("(<= p (not (or q (not r))))", ["(<= p (not q) r)"]),
        ("(<= p (not (and q r)))", ["(<= p (not q))", "(<= p (not r))"]),
        ("(<= p (not (not (not q))))", ["(<= p (not q))"]),
        ("(<= p q (and))", ["(<= p q)"]),
        ("(<= p q (or))", []),
        ("(<= p (not (or)))", ["(p)"]),
        ("(<= p (not (and)))", []),
        ("(<= p q q)", ["(<= p q)"]),
        ("(<= p q (not q))", []),
        ("(<= p (or q q))", ["(<= p q)"]),
        ("(<= p (distinct a b))", ["(p)"]),
        ("(<= p (distinct a a))", []),
        ("(<= p (q ?x) (distinct ?x ?x))", []),
        ("(<= p (q ?x ?y) (distinct (f ?x) (g ?y)))", ["(<= p (q ?x ?y))"]),
        ("(<= p (q ?x ?y) (distinct (f ?x) (f ?y)))", ["(<= p (q ?x ?y) (distinct (f ?x) (f ?y)))"]),
        ("(<= (p ?x) (q ?x ?y) (not (distinct ?x ?y)))", ["(<= (p ?y) (q ?y ?y))"]),
        ("(<= (p ?x) (q ?x) (not (distinct 3 ?x)))", ["(<= (p 3) (q 3))"]),
        ("(<= (p ?x) (q ?x) (not (distinct (f ?x) (f b))))", ["(<= (p b) (q b))"]),
        ("(<= p (not (distinct a b)))", []),
        ("(<= p (not (distinct a a)))", ["(p)"]),
        ("(<= p (q ?x) (not (distinct ?x (f ?x))))", []),
        ("(<= (p ?x) (q ?x ?y) (distinct ?x a) (not (distinct ?x ?y)) (not (distinct ?y a)))", []),
        ("(<= p (not (or (distinct ?x a) (not (q ?x)))))", ["(<= p (q a))"]),
    ],
)
def test_examples(text: str, expected: list[str]) -> None:  # 8, 9
    assert kif(text) == expected


_terms: st.SearchStrategy[Term] = st.sampled_from(VALUES).map(Symbol) | st.sampled_from("xyz").map(Variable)
_atoms = st.builds(Atom, st.sampled_from("qr"), st.tuples(_terms))
_formulas: st.SearchStrategy[Formula] = st.recursive(
    _atoms | st.builds(Distinct, _terms, _terms),
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(And, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Or, st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=8,
)
_rules = st.builds(
    Rule, st.builds(Atom, st.just("p"), st.tuples(_terms, _terms)), st.lists(_formulas, max_size=3).map(tuple)
)
_worlds = st.sets(st.tuples(st.sampled_from("qr"), st.sampled_from(VALUES)))

World = set[tuple[str, str]]
Values = dict[str, str]


def value(term: Term, values: Values) -> str:
    return values[term.name] if isinstance(term, Variable) else term.name


def holds(formula: Formula | NormalFormula, values: Values, world: World) -> bool:
    if isinstance(formula, Literal):
        return holds(formula.atom, values, world) == formula.positive
    if isinstance(formula, Atom):
        return (formula.name, value(formula.arguments[0], values)) in world
    if isinstance(formula, Distinct):
        return value(formula.left, values) != value(formula.right, values)
    if isinstance(formula, Not):
        return not holds(formula.formula, values, world)
    if isinstance(formula, And):
        return all(holds(part, values, world) for part in formula.formulas)
    return any(holds(part, values, world) for part in formula.formulas)


def derived(head: Atom, body: tuple[Formula | NormalFormula, ...], world: World) -> set[tuple[str, ...]]:
    """All heads a rule derives when its variables run over all values."""
    return {
        tuple(value(argument, values) for argument in head.arguments)
        for chosen in product(VALUES, repeat=3)
        if (values := dict(zip("xyz", chosen, strict=True))) and all(holds(part, values, world) for part in body)
    }


@given(_rules, _worlds)
def test_same_meaning(rule: Rule, world: World) -> None:
    normal = normalise([rule])
    assert set().union(*(derived(part.head, part.body, world) for part in normal)) == derived(
        rule.head, rule.body, world
    )


def test_places_are_kept() -> None:
    [_, second, third] = normalise(parse("(p a)\n(<= p (or q r))"))
    assert second.place is not None
    assert second.place == third.place
    assert second.place.line == 2


@pytest.mark.parametrize(
    "text",
    [
        "(<= p " + "(or a b)" * 40 + ")",
        "(<= p (not (or " + "(and a b)" * 40 + ")))",
        "(<= p " + "".join(f"(not (distinct ?x{i + 1} (f ?x{i} ?x{i})))" for i in range(60)) + "(q ?x60))",
        "(<= p " + "".join(f"(not (distinct ?x{i + 1} (f ?x{i})))" for i in range(3000)) + "(q ?x3000))",
    ],
)
def test_growth_is_bounded(text: str) -> None:
    with pytest.raises(GroundingLimitError) as caught:
        normalise(parse("(r)\n" + text))
    assert caught.value.place is not None
    assert caught.value.place.line == 2


@pytest.mark.long
def test_long_chains_of_equalities() -> None:
    many = range(20_000)
    chain = "(<= (p ?x0) (q ?x5) " + "".join(f"(not (distinct ?x{i} ?x{i + 1}))" for i in many) + ")"
    star = "(<= (p ?x0) (q ?x5) " + "".join(f"(not (distinct ?x0 ?x{i}))" for i in many) + ")"
    for text in (chain, star):
        [rule] = normalise(parse(text))
        assert rule.body == (Literal(Atom("q", rule.head.arguments)),)
