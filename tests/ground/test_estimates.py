"""Tables, domains and costs: what the transforms know about rules before these are ground."""

from __future__ import annotations

import pytest

from woodstock.gdl import NormalRule, normalise, parse
from woodstock.gdl.checks.sheet import Predicate
from woodstock.ground.transforms import tables as tables_module
from woodstock.ground.transforms.cost import Costs
from woodstock.ground.transforms.domains import Domains
from woodstock.ground.transforms.tables import tables


def rules(text: str) -> tuple[NormalRule, ...]:
    return normalise(parse(text))


ORDER = "(succ 1 2) (succ 2 3) (succ 3 4) (<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?y) (succ ?x ?z) (less ?z ?y))"


def test_tables_hold_exactly_what_the_rules_derive() -> None:
    found = tables(
        rules(ORDER + "(<= (apart ?x ?y) (less ?x ?y) (not (succ ?x ?y))) (<= (pair (f ?x) ?x) (succ ?x ?y))")
    )
    assert sorted(found[Predicate("less", 2)]) == [(x, y) for x in "123" for y in "234" if x < y]
    assert sorted(found[Predicate("apart", 2)]) == [("1", "3"), ("1", "4"), ("2", "4")]
    assert sorted(found[Predicate("pair", 2)]) == [(("f", x), x) for x in "123"]


def test_what_depends_on_the_state_has_no_table() -> None:
    found = tables(rules(ORDER + "(<= (near ?x) (true (at ?x))) (<= (both ?x) (near ?x) (less ?x 4))"))
    assert found.keys() == {Predicate("succ", 2), Predicate("less", 2)}


def test_endless_and_unstratified_relations_have_no_table() -> None:
    found = tables(rules("(n z) (<= (n (s ?x)) (n ?x)) (<= (p ?x) (q ?x) (not (p ?x))) (q 1) (<= (r ?x) (n ?x))"))
    assert found.keys() == {Predicate("q", 1)}


def test_the_effort_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "_ROWS", 5)
    found = tables(rules(ORDER.replace("succ", "after")))  # other rules than before: tables are remembered
    assert found.keys() == {Predicate("after", 2)}


def sizes(text: str, head: str) -> dict[str, float]:
    sheet = rules(text)
    costs = Costs(sheet)
    return next(costs.bound(rule).sizes for rule in sheet if rule.head.name == head and rule.body)


def test_domains_follow_values_through_state_and_moves() -> None:
    text = """(init (at a 1)) (<= (legal r (go ?y)) (true (at ?x ?n)) (link ?x ?y)) (link a b) (link b c) (link x y)
    (<= (next (at ?y ?n)) (does r (go ?y)) (true (at ?x ?n))) (<= (seen ?x ?n) (true (at ?x ?n)))"""
    assert sizes(text, "seen") == {"x": 3.0, "n": 1.0}


def test_tables_narrow_a_variable_to_fitting_rows() -> None:
    text = """(file a) (file b) (adjacent a b) (adjacent b a) (adjacent 1 2) (adjacent 2 1)
    (<= (beside ?x ?y) (file ?x) (adjacent ?x ?y))"""
    assert sizes(text, "beside") == {"x": 2.0, "y": 2.0}


def test_functions_count_as_the_terms_they_make() -> None:
    text = "(init (hand (card 1 red))) (init (hand (card 2 blue))) (<= (shown ?c) (true (hand ?c)))"
    assert sizes(text, "shown") == {"c": 4.0}


def test_nested_functions_without_end_are_large_not_endless() -> None:
    text = "(init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (<= (shown ?x) (true (n ?x)))"
    assert sizes(text, "shown")["x"] > 1e9


def test_a_rule_that_can_never_fire_adds_nothing() -> None:
    sheet = rules("(init (at 1)) (<= (next (at 2)) (never ?x)) (<= (next (at ?x)) (true (at ?x)))")
    assert Domains(sheet, {}).size_of_place(("(at", 1, 0)) == 1.0


def test_costs_of_a_join_count_what_a_table_leaves() -> None:
    sheet = rules(ORDER + "(<= (legal r (go ?x ?y ?z)) (succ ?x ?y) (succ ?y ?z))")
    assert Costs(sheet).instances(sheet[-1]) == pytest.approx(3.0, rel=0.5)


def test_costs_know_relations_that_the_state_fills() -> None:
    """At most one tuple for each instance of a rule, whatever its arguments could be."""
    facts = " ".join(f"(place {n} {n})" for n in range(20))
    sheet = rules(facts + "(<= (legal r (go ?x ?y)) (place ?x ?y)) (<= (next (at ?x ?y)) (does r (go ?x ?y)))")
    costs = Costs(sheet)
    assert costs.instances(sheet[-1]) == 20.0
    assert costs.size(sheet[-1].head) == 20.0
