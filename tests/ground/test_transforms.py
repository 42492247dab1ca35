"""What each transform does to a few rules."""

from __future__ import annotations

import pytest

from woodstock.gdl import Literal, NormalRule, Variable, normalise, parse, to_kif
from woodstock.gdl.checks.sheet import Predicate
from woodstock.gdl.unify import atom_variables
from woodstock.ground import transform
from woodstock.ground.chain import relevant
from woodstock.ground.transforms.demand import ASKED, asking_patterns, demand, lean, on_demand
from woodstock.ground.transforms.merge import merge
from woodstock.ground.transforms.rigid import rigid, rigid_families
from woodstock.ground.transforms.specialise import specialise
from woodstock.ground.transforms.split import split


def rules(text: str) -> tuple[NormalRule, ...]:
    return normalise(parse(text))


def shown(found: tuple[NormalRule, ...]) -> set[str]:
    return {" ".join(to_kif(rule).split()) for rule in found}


def numbers(count: int) -> str:
    return " ".join(f"(number {n}) (succ {n} {n + 1})" for n in range(count))


def test_relevance_keeps_only_what_play_needs() -> None:
    sheet = rules("(role a) (base x) (idle 1) (<= terminal (done)) (<= done (true x)) (<= other (idle ?x))")
    assert {rule.head.name for rule in relevant(sheet)} == {"role", "terminal", "done"}


def test_a_fluent_that_only_stays_is_rigid() -> None:
    sheet = rules(
        """(init (wall 1 2)) (init (at 1)) (<= (next (wall ?x ?y)) (true (wall ?x ?y)))
        (<= (next (at ?y)) (true (at ?x)) (true (wall ?x ?y))) (<= (next (at ?x)) (true (at ?x)))"""
    )
    assert rigid_families(sheet) == {("wall", 2)}
    assert "(<= (next (at ?y)) (true (at ?x)) (init (wall ?x ?y)))" in shown(rigid(sheet))


@pytest.mark.parametrize(
    "more", ["(<= (next ?x) (true ?x) p)", "(<= (next (wall 1 1)) p)", "(<= (next (wall ?x ?x)) p)"]
)
def test_a_fluent_that_something_else_makes_is_not_rigid(more: str) -> None:
    sheet = rules("(init (wall 1 2)) p (<= (next (wall ?x ?y)) (true (wall ?x ?y)))" + more)
    assert not rigid_families(sheet)
    assert rigid(sheet) == sheet


def test_a_frame_for_some_places_only_is_not_rigid() -> None:
    assert not rigid_families(rules("(init (wall 1 2)) (<= (next (wall 1 ?y)) (true (wall 1 ?y)))"))
    assert not rigid_families(rules("(init (wall 1 2)) (<= (next (wall ?y ?y)) (true (wall ?y ?y)))"))


def test_specialise_makes_a_copy_for_each_constant() -> None:
    sheet = rules(
        """(<= (goal a 100) (line x)) (<= (goal b 100) (not (line o)))
        (<= (line ?p) (true (cell ?p)) (distinct ?p b)) (<= (line z) (true end))"""
    )
    assert shown(specialise(sheet)) == {
        "(<= (goal a 100) line_x)",
        "(<= (goal b 100) (not line_o))",
        "(<= line_x (true (cell x)))",
        "(<= line_o (true (cell o)))",
    }


def test_specialise_leaves_arguments_that_vary_somewhere() -> None:
    sheet = rules("(<= (goal a 100) (line x)) (<= terminal (line ?p)) (<= (line ?p) (true (cell ?p)))")
    assert specialise(sheet) == sheet


def test_specialise_drops_a_rule_that_contradicts_its_constant() -> None:
    sheet = rules("(<= terminal (p a)) (<= (p ?x) (true ?x) (distinct ?x a)) (<= (p (f ?x)) (true ?x))")
    assert shown(specialise(sheet)) == {"(<= terminal p_a)"}


def test_split_takes_a_variable_aside_where_it_pays() -> None:
    sheet = rules(
        numbers(30)
        + """(<= (next (at ?x ?y)) (number ?x) (number ?y))
        (<= (far ?x) (true (at ?x ?y)) (true (at ?y ?z)) (true (at ?z ?w)) (true (at ?w ?x)))"""
    )
    far = [rule for rule in split(sheet) if rule.head.name == "far" or rule.head.name.startswith("split")]
    assert len(far) > 1
    assert all(len({variable.name for variable in rule_variables(rule)}) <= 3 for rule in far)


def rule_variables(rule: NormalRule) -> list[Variable]:
    atoms = [rule.head, *(part.atom for part in rule.body if isinstance(part, Literal))]
    return [variable for atom in atoms for variable in atom_variables(atom)]


def test_split_leaves_a_join_that_a_table_decides() -> None:
    """`add` gives one sum for each pair: taking the pair apart would only add rules."""
    sheet = rules(
        numbers(40)
        + """(init (at 1 1)) (init (speed 1 1)) (<= (add 0 ?x ?x) (number ?x))
        (<= (add ?x ?y ?z) (succ ?v ?x) (add ?v ?y ?w) (succ ?w ?z))
        (<= (legal r (push ?x ?y)) (number ?x) (number ?y))
        (<= (next (at ?u ?v)) (true (at ?x ?y)) (true (speed ?dx ?dy)) (add ?x ?dx ?u) (add ?y ?dy ?v))
        (<= (next (speed ?x ?y)) (does r (push ?x ?y)))"""
    )
    assert split(sheet) == sheet


def test_merge_undoes_an_or_over_a_costly_rest() -> None:
    sheet = rules(
        numbers(30)
        + """(<= (next (hit ?a ?b ?c)) (or (true (rook ?a)) (true (queen ?a))) (number ?b) (number ?c))
        (<= (next (rook ?x)) (number ?x)) (<= (next (queen ?x)) (number ?x))"""
    )
    merged = shown(merge(sheet))
    assert "(<= (next (hit ?a ?b ?c)) (either ?a) (number ?b) (number ?c))" in merged
    assert {"(<= (either ?a) (true (rook ?a)))", "(<= (either ?a) (true (queen ?a)))"} <= merged


def test_merge_leaves_alternatives_that_are_the_rule() -> None:
    sheet = rules(
        numbers(60)
        + """(<= (next (hit ?a ?b)) (or (true (rook ?a ?b)) (true (queen ?a ?b))) (number ?a))
        (<= (next (rook ?x ?y)) (number ?x) (number ?y)) (<= (next (queen ?x ?y)) (number ?x) (number ?y))"""
    )
    assert merge(sheet) == sheet


PATHS = """(init (at 1)) (<= (next (at ?y)) (does r (go ?y))) (<= (legal r (go ?y)) (true (at ?x)) (sum ?x 1 ?y))
(<= (sum ?x 0 ?x) (number ?x)) (<= (sum ?x ?y ?z) (succ ?w ?y) (sum ?x ?w ?v) (succ ?v ?z))"""


def test_what_is_asked_follows_from_the_uses() -> None:
    sheet = rules(numbers(5) + PATHS)
    total = Predicate("sum", 3)
    assert asking_patterns(sheet, [total]) == {total: {0, 1}}
    rewritten = shown(lean(on_demand(sheet, {total: frozenset({0, 1})})))
    assert f"(<= (sum ?x 0 ?x) ({ASKED}sum/3 ?x 0) (number ?x))" in rewritten
    assert f"(<= ({ASKED}sum/3 ?x 1) (true (at ?x)))" in rewritten
    assert f"(<= ({ASKED}sum/3 ?x ?w) ({ASKED}sum/3 ?x ?y) (succ ?w ?y))" in rewritten


def test_a_relation_that_someone_asks_for_everything_is_not_on_demand() -> None:
    sheet = rules(numbers(5) + PATHS + "(<= terminal (sum ?x ?y ?z))")
    assert asking_patterns(sheet, [Predicate("sum", 3)]) == {}


def test_what_makes_the_start_or_rules_something_out_is_not_on_demand() -> None:
    total = [Predicate("sum", 3)]
    assert asking_patterns(rules(numbers(5) + PATHS + "(<= (init (at ?z)) (sum 1 1 ?z))"), total) == {}
    assert asking_patterns(rules(numbers(5) + PATHS + "(<= (legal r stay) (not (sum 1 1 3)))"), total) == {}
    assert (
        asking_patterns(rules(numbers(5) + PATHS + "(<= (big ?x) (sum ?x 1 4)) (<= terminal (not (big 1)))"), total)
        == {}
    )


def test_demand_cuts_a_large_static_relation_to_what_play_asks() -> None:
    sheet = rules(
        numbers(60)
        + """(init (at 1 1)) (init (goal 3 3)) (<= (legal r up) (true (at ?x ?y)))
        (<= (next (at ?x ?y)) (true (at ?x ?y)) (true (goal ?u ?v)) (not (true end)))
        (<= (next (goal ?x ?y)) (true (goal ?x ?y)))
        (<= (next end) (true (at ?x ?y)) (true (goal ?u ?v)) (toward ?x ?y ?u ?v))
        (<= (toward ?x ?y ?u ?v) (less ?x ?u) (less ?y ?v))
        (<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?y) (succ ?x ?z) (less ?z ?y))"""
    )
    assert any(rule.head.name.startswith(ASKED) for rule in demand(sheet))
    assert demand(rules(PATHS)) == rules(PATHS)


def test_rules_without_anything_to_gain_stay_as_they_are() -> None:
    sheet = rules(
        "(role r) (init (at 1)) (<= (legal r go) (true (at 1))) (<= (next (at 1)) (does r go)) (<= terminal (true end))"
    )
    assert transform(sheet) == sheet
