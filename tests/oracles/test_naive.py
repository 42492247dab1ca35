"""The naive oracle is itself held to outside truth: published counts, OpenSpiel, and rules whose meaning is plain."""

from __future__ import annotations

from itertools import product

import pytest

from oracles.kif import read, show
from oracles.lockstep import TRANSLATIONS, play_in_lockstep
from oracles.naive import Oracle
from woodstock import games
from woodstock.errors import RestrictionError


def perft(oracle: Oracle, depth: int) -> list[int]:
    """The number of joint-move sequences of each length up to the depth."""
    counts = [0] * depth

    def walk(state: frozenset[str], level: int) -> None:
        if oracle.terminal(state):
            return
        legal = oracle.legal(state)
        for moves in product(*(sorted(legal[role]) for role in oracle.roles)):
            counts[level] += 1
            if level + 1 < depth:
                walk(oracle.next(state, dict(zip(oracle.roles, moves, strict=True))), level + 1)

    walk(oracle.initial(), 0)
    return counts


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("tic_tac_toe", [9, 72, 504, 3024]),
        ("connect_four", [7, 49, 343, 2401]),
        ("breakthrough", [22, 484]),
        ("othello", [4, 12, 56]),
        ("matching_pennies", [4, 8, 0]),
        ("random_tic_tac_toe_2x2", [4, 8, 32, 48]),
    ],
)
def test_counts_of_move_sequences(name: str, counts: list[int]) -> None:
    assert perft(Oracle(games.text(name)), len(counts)) == counts


@pytest.mark.parametrize("name", [name for name in TRANSLATIONS if name != "othello"])
def test_in_lockstep_with_openspiel(name: str) -> None:
    assert play_in_lockstep(name, Oracle(games.text(name)), 0) > 4


@pytest.mark.parametrize("longest", [12, pytest.param(1000, marks=pytest.mark.slow)])
def test_othello_in_lockstep_with_openspiel(longest: int) -> None:
    """The oracle takes its time: every day it plays the opening only."""
    assert play_in_lockstep("othello", Oracle(games.text("othello")), 0, longest) >= 12


def answers(rules: str, predicate: str, *question: str | None) -> set[str]:
    oracle = Oracle("(role r)" + rules)
    return {show((predicate, *row)) for row in oracle._answers(predicate, question)}


def test_reading() -> None:
    assert read("(a ?X(b c)) ; (\n(Role R)(terminal) TERMINAL") == [
        ("a", "?X", ("b", "c")),
        ("role", "R"),
        "terminal",
        "terminal",
    ]
    assert read("((role a) (role b))") == [("role", "a"), ("role", "b")]
    with pytest.raises(ValueError, match="unbalanced"):
        read("(a (b)")


def test_recursion_ends_and_is_complete() -> None:
    edges = "(edge a b) (edge b c) (edge c a) (edge c d)"
    right = "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))"
    left = "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))"
    both = "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))"
    expected = {f"(path {x} {y})" for x in "abc" for y in "abcd"}
    for rules in (right, left, both):
        assert answers(edges + rules, "path", None, None) == expected
        assert answers(edges + rules, "path", "b", None) == {f"(path b {y})" for y in "abcd"}
        assert answers(edges + rules, "path", None, "d") == {f"(path {x} d)" for x in "abc"}
        assert not answers(edges + rules, "path", "d", None)


def test_recursion_through_two_predicates() -> None:
    rules = """
        (next_to 0 1) (next_to 1 2) (next_to 2 3) (next_to 3 0)
        (<= (even 0)) (<= (even ?y) (odd ?x) (next_to ?x ?y)) (<= (odd ?y) (even ?x) (next_to ?x ?y))
        (<= (number ?x) (next_to ?x ?y)) (<= (never_odd ?x) (number ?x) (not (odd ?x)))"""
    assert answers(rules, "even", None) == {"(even 0)", "(even 2)"}
    assert answers(rules, "never_odd", None) == {"(never_odd 0)", "(never_odd 2)"}


def test_the_order_of_a_body_does_not_matter() -> None:
    facts = "(n 1) (n 2) (n 3) (odd 1) (odd 3)"
    for body in ("(not (odd ?x)) (distinct ?x 1) (n ?x)", "(distinct ?x 1) (n ?x) (not (odd ?x))"):
        assert answers(f"{facts} (<= (p ?x) {body})", "p", None) == {"(p 2)"}


def test_connectives() -> None:
    facts = "(n 1) (n 2) (n 3) (odd 1) (odd 3) "
    assert answers(facts + "(<= (p ?x) (or (odd ?x) (and (n ?x) (distinct ?x 3))))", "p", None) == {
        "(p 1)",
        "(p 2)",
        "(p 3)",
    }
    assert answers(facts + "(<= (p ?x) (n ?x) (not (or (odd ?x) (distinct ?x 2))))", "p", None) == {"(p 2)"}
    assert answers(facts + "(<= (p ?x) (n ?x) (not (and (odd ?x) (distinct ?x 3))))", "p", None) == {"(p 2)", "(p 3)"}
    assert answers(facts + "(<= (p ?x ?y) (n ?x) (not (distinct ?x ?y)) (odd ?y))", "p", None, None) == {
        "(p 1 1)",
        "(p 3 3)",
    }


def test_negation_of_the_same_predicate_with_other_arguments() -> None:
    rules = "(win) (<= (goal r 100) win) (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))"
    assert answers(rules, "goal", "r", None) == {"(goal r 100)"}
    assert answers(rules.replace("(win)", "(lose)"), "goal", "r", None) == {"(goal r 0)"}


def test_functions_and_variables_that_occur_twice() -> None:
    rules = "(pair (f a) a) (pair (f b) a) (<= (same ?x) (pair (f ?x) ?x)) (<= (wrapped (g ?x)) (pair ?x ?y))"
    assert answers(rules, "same", None) == {"(same a)"}
    assert answers(rules, "wrapped", None) == {"(wrapped (g (f a)))", "(wrapped (g (f b)))"}


def test_what_has_no_meaning_is_refused() -> None:
    with pytest.raises(ValueError, match="not stratified"):
        answers("(<= p (not q)) (<= q (not p))", "p")
    with pytest.raises(ValueError, match="unsafe"):
        answers("(<= (p ?x) (not (q ?x)))", "p", None)


def test_a_role_may_be_said_twice_and_be_a_function() -> None:
    oracle = Oracle("(role (player 1)) (role b) (role b) (legal (player 1) go) (legal b wait) (goal (player 1) 50)")
    state = oracle.initial()
    assert oracle.roles == ("(player 1)", "b")
    assert oracle.legal(state) == {"(player 1)": {"go"}, "b": {"wait"}}
    assert oracle.goals(state) == {"(player 1)": {50}, "b": set()}


def test_connectives_without_parts_are_true_and_false() -> None:
    assert answers("(n 1) (<= (p ?x) (n ?x) (and))", "p", None) == {"(p 1)"}
    assert answers("(n 1) (<= (p ?x) (n ?x) (not (and)))", "p", None) == set()
    assert answers("(n 1) (<= (p ?x) (n ?x) (or))", "p", None) == set()
    assert answers("(n 1) (<= (p ?x) (n ?x) (not (or)))", "p", None) == {"(p 1)"}


def test_goals_that_are_no_numbers_are_refused_where_they_are_met() -> None:
    oracle = Oracle("(role r) (init (score (half 1))) (<= (goal r ?s) (true (score ?s)))")
    with pytest.raises(RestrictionError, match=r"\(half 1\)"):
        oracle.goals(oracle.initial())
