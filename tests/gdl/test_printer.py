"""What is printed reads back as the same, in both syntaxes."""

from __future__ import annotations

from hypothesis import given

from gdl import strategies
from woodstock.gdl import (
    Function,
    Literal,
    NormalRule,
    Rule,
    Symbol,
    Term,
    normalise,
    parse,
    to_infix,
    to_kif,
)


def _changed_by_reading(rules: tuple[Rule, ...]) -> bool:
    """`(role RANDOM)` makes every RANDOM mean chance."""
    return any(
        rule.head.name == "role"
        and len(rule.head.arguments) == 1
        and isinstance(role := rule.head.arguments[0], Symbol)
        and role.name.lower() == "random" != role.name
        for rule in rules
    )


@given(strategies.rulesheets)
def test_kif_round_trip(rules: tuple[Rule, ...]) -> None:
    if not _changed_by_reading(rules):
        assert parse(to_kif(rules)) == rules


@given(strategies.rulesheets)
def test_infix_round_trip(rules: tuple[Rule, ...]) -> None:
    if not _changed_by_reading(rules):
        assert parse(to_infix(rules)) == rules


@given(strategies.rulesheets)
def test_one_line_round_trip(rules: tuple[Rule, ...]) -> None:
    if rules and not _changed_by_reading(rules):
        assert parse("(" + to_kif(rules).replace("\n", " ") + ")") == rules


@given(strategies.terms)
def test_term_round_trip(term: Term) -> None:
    assert parse(f"(p {to_kif(term)})", syntax="kif")[0].head.arguments == (term,)
    assert parse(f"p({to_infix(term)}).", syntax="infix")[0].head.arguments == (term,)


def test_normal_rules_print_like_rules() -> None:
    rules = parse("(role a) (<= (p ?x) (q ?x) (not (r ?x)) (not s) (distinct ?x a))")
    assert to_kif(normalise(rules)) == to_kif(rules)
    assert to_infix(normalise(rules)) == to_infix(rules)
    [rule] = normalise(rules[1:])
    assert isinstance(rule, NormalRule)
    assert isinstance(rule.body[2], Literal)
    assert to_kif(rule.body[2]) == "(not s)"


def test_terms_of_any_depth_print() -> None:
    term: Term = Symbol("0")
    for _ in range(20_000):
        term = Function("s", (term,))
    assert to_kif(term).count("(") == to_infix(term).count("(") == 20_000
