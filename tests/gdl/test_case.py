"""Upper and lower case: it matters in names, not in keywords, and on request nowhere."""

from __future__ import annotations

import pytest

from woodstock.gdl import Atom, Function, Symbol, Variable, check, parse


def test_keywords_in_any_case() -> None:
    upper = (
        "(ROLE a) (INIT (p a)) (<= (NEXT (p ?x)) (TRUE (p ?x)) (DOES a ?x) (NOT (DISTINCT ?x a)) (OR TERMINAL (AND)))"
    )
    lower = (
        "(role a) (init (p a)) (<= (next (p ?x)) (true (p ?x)) (does a ?x) (not (distinct ?x a)) (or terminal (and)))"
    )
    assert parse(upper) == parse(lower)
    assert parse("(Legal a b) (gOAL a 1) (SEES a b) (BASE a) (INPUT a b)") == parse(
        "(legal a b) (goal a 1) (sees a b) (base a) (input a b)"
    )


def test_names_keep_their_case() -> None:
    [rule] = parse("(Cell A ?X (Next NEXT))")
    assert rule.head == Atom("Cell", (Symbol("A"), Variable("X"), Function("Next", (Symbol("NEXT"),))))


def test_chance_in_any_case() -> None:
    assert parse("(ROLE RANDOM) (INIT (CONTROL RANDOM))") == parse("(role random) (init (CONTROL random))")
    assert parse("(<= (role Random)) (p Random RANDOM)") == parse("(role random) (p random RANDOM)")


def test_random_that_is_no_role_keeps_its_case() -> None:
    [_, rule] = parse("(role a) (p RANDOM)")
    assert rule.head.arguments == (Symbol("RANDOM"),)


@pytest.mark.parametrize("text", ["(Cell A ?hPos ?hpos)", "'Cell'('A', HPos, Hpos)."])
def test_folding_all(text: str) -> None:
    [rule] = parse(text, fold_case=True)
    assert rule.head == Atom("cell", (Symbol("a"), Variable("hpos"), Variable("hpos")))


GAME = """
(role a) (init (step 1)) (nextRank 1 2) (legal a noop) (goal a 100)
(<= (next (step ?y)) (true (step ?x)) (nextrank ?x ?y)) (<= terminal (true (Step 2)))
"""


def test_only_folding_makes_it_work() -> None:
    found = [problem for problem in check(GAME) if problem.code == "case"]
    assert len(found) == 2
    assert all("--fold-case" in problem.message for problem in found)
    assert not check(GAME, fold_case=True)
