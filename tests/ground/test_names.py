"""Names on their way to the grounder and back, and the numbers they get."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from woodstock.gdl import Atom, Function, NormalRule, Symbol, Term, normalise, parse, to_kif
from woodstock.ground import ground
from woodstock.ground.assemble import free_of_asking, natural
from woodstock.ground.encode import encode
from woodstock.ground.program import FACT, NEVER

NAMES = st.text(st.characters(exclude_categories=["Z", "C"], exclude_characters="()?;\"'|"), min_size=1, max_size=5)
TERMS: st.SearchStrategy[Term] = st.recursive(
    NAMES.map(Symbol),
    lambda inner: st.builds(Function, NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=8,
)


@given(TERMS)
def test_a_term_comes_back_as_it_went(term: Term) -> None:
    program, names = encode([NormalRule(Atom("init", (term,)))])
    encoded = program.splitlines()[0]
    assert encoded.startswith("i(") and encoded.endswith(").")
    assert names.decoder().kif(encoded[2:-2]) == to_kif(term)


def test_no_name_of_a_rulesheet_reaches_the_grounder() -> None:
    program, _ = encode(normalise(parse("(#show evil) (<= (:- ?x) (not (%*) ) (evil. ?x) (distinct ?x #const))")))
    assert program.splitlines()[:2] == ["p9(c0).", "p10(X0) :- not p11, p12(X0), X0!=c1."]


def test_what_is_asked_is_free() -> None:
    program, _ = encode([NormalRule(Atom("?p/1", (Symbol("a"),)))])
    assert program.splitlines()[0] == "{p9(c0)}."


def test_names_sort_by_numbers_where_they_have_some() -> None:
    names = ["(cell 10 1)", "(cell 2 1)", "b", "a", "(cell 2 b)"]
    assert sorted(names, key=natural) == ["(cell 2 1)", "(cell 2 b)", "(cell 10 1)", "a", "b"]


def test_asking_is_taken_out_of_bodies() -> None:
    """Atom 1 is a fluent, 2 and 3 are derived, 4 is asked, 5 never holds."""
    heads = np.array([2, 3, 3], dtype=np.int32)
    offsets = np.array([0, 2, 4, 5], dtype=np.int64)
    literals = np.array([4, 1, 2, -5, 4], dtype=np.int32)
    cut, left = free_of_asking(5, heads, offsets, literals, [1])
    assert cut.tolist() == [0, 1, 3, 3]
    assert left.tolist() == [1, 2, -5]


def test_without_asking_the_arrays_stay() -> None:
    heads, offsets = np.array([2], dtype=np.int32), np.array([0, 2], dtype=np.int64)
    literals = np.array([1, -3], dtype=np.int32)
    assert free_of_asking(3, heads, offsets, literals, [1]) == (offsets, literals)


def test_a_small_game_in_numbers() -> None:
    program = ground(
        normalise(
            parse(
                """(role b) (role (a 1)) (init (n 10)) (init (n 2)) (<= (legal b go) (true (n 2))) (legal b stay)
                (legal (a 1) stay) (legal spectator stay) (<= (next (n 2)) (does b go)) (<= (goal b 100) (true (n 2)))
                (<= (sees b (n ?x)) (true (n ?x))) (<= terminal (true (n 3)))"""
            )
        )
    )
    assert program.roles == ("b", "(a 1)")
    assert program.fluents == ("(n 2)", "(n 10)")
    assert program.moves == (("go", "stay"), ("stay",))
    assert program.goals == ((100,), ())
    assert program.percepts == (("(n 2)", "(n 10)"), ())
    assert program.initial.tolist() == [True, True]
    assert program.next_atoms.tolist()[1] == NEVER
    assert program.legal_atoms[0].tolist()[1] == FACT
    assert program.terminal_atom == NEVER


def test_names_are_in_the_order_of_their_numbers_however_long_they_are() -> None:
    names = ["(c 0)", "(c 00)", "(c 1)", "(c 01)", "(c 2)", "(c 10)", f"(c {'9' * 5000})", "(c a)"]
    assert sorted(random.Random(1).sample(names, len(names)), key=natural) == [
        *("(c 0)", "(c 00)", "(c 01)", "(c 1)", "(c 2)", "(c 10)"),
        *(names[-2], "(c a)"),
    ]
