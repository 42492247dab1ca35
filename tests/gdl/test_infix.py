"""The papers' syntax means the same as KIF."""

from __future__ import annotations

import pytest

from woodstock.errors import GdlSyntaxError
from woodstock.gdl import Function, Symbol, Variable, parse, to_infix
from woodstock.place import Place


@pytest.mark.parametrize(
    ("infix", "kif"),
    [
        ("role(alice).", "(role alice)"),
        ("terminal.", "(terminal)"),
        ("terminal().", "terminal"),
        (
            "legal(P,choose(X)) <- true(control(P)), side(X).",
            "(<= (legal ?p (choose ?x)) (true (control ?p)) (side ?x))",
        ),
        ("p ← q.", "(<= p q)"),
        ("p <= q.", "(<= p q)"),
        ("p :- q & r.", "(<= p q r)"),
        ("p <- .", "(p)"),
        ("p(X) <- q(X), not(r(X)).", "(<= (p ?x) (q ?x) (not (r ?x)))"),
        ("p(X) <- q(X), not r(X).", "(<= (p ?x) (q ?x) (not (r ?x)))"),
        ("p(X) <- q(X), ~r(X), ¬s.", "(<= (p ?x) (q ?x) (not (r ?x)) (not s))"),
        ("p <- not not q.", "(<= p (not (not q)))"),
        ("p <- or(q, and(r, s)).", "(<= p (or q (and r s)))"),
        ("p <- or((q, not r), s).", "(<= p (or (and q (not r)) s))"),
        ("p <- (q).", "(<= p q)"),
        ("p(X) <- q(X,Y), X != Y, distinct(X, f(Y)).", "(<= (p ?x) (q ?x ?y) (distinct ?x ?y) (distinct ?x (f ?y)))"),
        ("p <- q(X), not X ≠ a.", "(<= p (q ?x) (not (distinct ?x a)))"),
        ("p <- q(X), f(X) != g(a).", "(<= p (q ?x) (distinct (f ?x) (g a)))"),
        ("p(not, not(a), or).", "(p not (not a) or)"),
        ("p(1, -1, 01, 0.8, *, ++, >, north-speed, 3maki).", "(p 1 -1 01 0.8 * ++ > north-speed 3maki)"),
        ("p(_X, Xy, _xy).", "(p ?X ?xy ?_xy)"),
        ("p(?x++, ?'odd,name').", "(p ?x++ ?odd,name)"),
        ("% it's a (comment.\np. % more\n% end", "(p)"),
        ("p(1).q(2).", "(p 1) (q 2)"),
        ("\n\n  p(\r\n 1 ) . ", "(p 1)"),
    ],
)
def test_same_as_kif(infix: str, kif: str) -> None:
    assert parse(infix) == parse(kif)


def test_quoted_symbols() -> None:
    [rule] = parse(r"'P'('White', 'a.b', '\'', '\\', 'f'(a)).")
    assert rule.head.name == "P"
    assert rule.head.arguments[:4] == (Symbol("White"), Symbol("a.b"), Symbol("'"), Symbol("\\"))
    assert rule.head.arguments[4] == Function("f", (Symbol("a"),))


def test_each_bare_underscore_is_a_variable_of_its_own() -> None:
    [rule] = parse("p <- q(_, _1, _), r(_).")
    names = [v.name for part in rule.body for v in part.arguments if isinstance(v, Variable)]  # type: ignore[union-attr]
    assert len(set(names)) == 4


def test_the_text_decides_the_syntax() -> None:
    assert parse("p") == parse("(p)") == parse("p.")
    assert parse("p\n(q a)") == parse("(p) (q a)")
    assert parse("'Quoted name'.".replace(" ", "_")) == parse("(Quoted_name)")
    assert parse("p.", syntax="kif") == parse("(p.)")
    assert parse("% only a comment") == ()


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("p(a", Place(1, 2), "not closed"),
        ("p(a.\nq(b).", Place(1, 2), "not closed"),
        ("legal(P,c(X)) ← true(control(P), side(X).", Place(1, 21), "not closed"),
        ("p.\nq(b)).", Place(2, 5), "closes nothing"),
        ("p.\nq", Place(2, 1), "`.`"),
        ("p <- q r.", Place(1, 8), "not expected"),
        ("p <- q <- r.", Place(1, 8), "not expected"),
        ("p, q.", Place(1, 2), "not expected"),
        ("p <- , q.", Place(1, 6), "is expected"),
        ("p <- q, .", Place(1, 9), "is expected"),
        ("p(a,).", Place(1, 5), "is expected"),
        ("p(a b).", Place(1, 5), "not expected"),
        ("p.\n.", Place(2, 1), "is expected"),
        ("p(X != Y).", Place(1, 5), "not expected"),
        ("p <- X != Y != Z.", Place(1, 13), "not expected"),
        ("p <- ().", Place(1, 7), "is expected"),
        ("p((a)).", Place(1, 3), "is expected"),
        ("p(a). ; q", Place(1, 7), "comment"),
        ("p('a b').", Place(1, 3), "blanks"),
        ("p('').", Place(1, 3), "cannot be a symbol"),
        ("p('?x').", Place(1, 3), "cannot be a symbol"),
        ("p(?'').", Place(1, 3), "cannot be the name"),
        ("p('a).", Place(1, 3), "has no meaning"),
        ("p(~a).", Place(1, 3), "is expected"),
        ("p <- X.", Place(1, 6), "variable"),
        ("X <- p.", Place(1, 1), "variable"),
        ("X(a).", Place(1, 2), "not expected"),
        ("not p <- q.", Place(1, 5), "not expected"),
    ],
)
def test_errors_say_where_and_what(text: str, place: Place, words: str) -> None:
    with pytest.raises(GdlSyntaxError) as caught:
        parse(text, syntax="infix")
    assert caught.value.place == place
    assert words in caught.value.message


def test_printing_is_readable() -> None:
    text = "(<= (legal ?p (mark ?x ?Y A)) (or (p ?x) (not q)) (distinct ?x b))"
    assert to_infix(parse(text)) == "legal(P, mark(X, _Y, 'A')) <- or(p(X), not(q)), distinct(X, b).\n"


@pytest.mark.parametrize("name", ["?", "??", "?a", "??a'"])
def test_variables_that_begin_with_question_marks_go_to_infix_and_back(name: str) -> None:
    rules = parse(f"(<= (p ?{name}) (q ?{name}))")
    assert rules[0].head.arguments == (Variable(name),)
    assert parse(to_infix(rules)) == rules
