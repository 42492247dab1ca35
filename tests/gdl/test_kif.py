"""KIF as real rulesheets write it. The numbers are those of the list of corner cases."""

from __future__ import annotations

import pytest

from woodstock.errors import GdlSyntaxError
from woodstock.gdl import And, Atom, Distinct, Function, Limits, Not, Or, Rule, Symbol, Variable, parse
from woodstock.place import Place


def fact(name: str, *arguments: str) -> Rule:
    return Rule(Atom(name, tuple(Symbol(argument) for argument in arguments)))


def failing(text: str | bytes) -> GdlSyntaxError:
    with pytest.raises(GdlSyntaxError) as caught:
        parse(text)
    assert caught.value.place is not None
    assert type(caught.value) is GdlSyntaxError  # reports name it
    return caught.value


def test_rule() -> None:
    [rule] = parse("(<= (legal ?p (mark ?x 1)) (true (control ?p)) (not (p ?x)) (distinct ?x ?p))")
    assert rule == Rule(
        Atom("legal", (Variable("p"), Function("mark", (Variable("x"), Symbol("1"))))),
        (
            Atom("true", (Function("control", (Variable("p"),)),)),
            Not(Atom("p", (Variable("x"),))),
            Distinct(Variable("x"), Variable("p")),
        ),
    )


def test_places_count_lines_and_columns_from_one() -> None:
    [first, second] = parse("(role\twhite)\r\n\r\n  (<= terminal\n  (true t1))")
    assert first.place == Place(1, 1)
    assert first.head.arguments[0].place == Place(1, 7)
    assert second.place == Place(3, 3)
    assert second.body[0].place == Place(4, 3)


@pytest.mark.parametrize(
    "text", ["(p a);(q b) ; ) ;\n(r c)", "(p a;comment (\n) (r c)", "; (\n(p a);;)\n(r c);", "(p a)\r;x)\r(r c)"]
)
def test_comments_end_with_the_line(text: str) -> None:  # 2
    assert parse(text) == (fact("p", "a"), fact("r", "c"))


def test_line_ends_tabs_byte_order_mark_and_foreign_bytes_in_comments() -> None:  # 3
    assert parse(b"\xef\xbb\xbf(p\ta)\r\n; caf\xe9 \x00\r\n(r c)") == (fact("p", "a"), fact("r", "c"))
    assert parse("\ufeff(p a)") == (fact("p", "a"),)
    assert parse("(p\u00a0a)") == (fact("p", "a"),)


def test_foreign_bytes_in_names_are_refused() -> None:
    error = failing(b"(p a)\n(p caf\xe9)")
    assert error.place == Place(2, 4)
    assert "UTF-8" in error.message


def test_no_blank_is_needed_around_brackets() -> None:  # 4
    assert parse("(init(cell c1 c2))(  p a )") == (
        Rule(Atom("init", (Function("cell", (Symbol("c1"), Symbol("c2"))),))),
        fact("p", "a"),
    )


def test_one_list_around_all_rules() -> None:  # 5
    assert parse("((p a) (<= q (p a)))") == parse("(p a) (<= q (p a))")
    assert parse("((p a))") == (fact("p", "a"),)
    assert parse("((p) q)") == (fact("p"), fact("q"))


@pytest.mark.parametrize(
    "name", ["index++", "++", "north-speed", ">", "-1", "00", "3maki", "0.8", "/", "a'b", '"s"', "<="]
)
def test_punctuation_in_symbols(name: str) -> None:  # 6
    assert parse(f"(p {name})") == (fact("p", name),)


def test_numbers_are_symbols() -> None:
    assert parse("(p 01)") != parse("(p 1)")


def test_unclosed_bracket_is_named() -> None:  # 7
    error = failing("(role a)\n(<= terminal (true (x 1))\n(role b)\n(role c)")
    assert error.place == Place(2, 1)
    assert "never closed" in error.message
    error = failing("(p a)\n (q (r\n")
    assert error.place == Place(2, 2)
    assert error.message.startswith("2 `(`")


def test_unclosed_bracket_inside_the_list_around_all() -> None:
    assert failing("((p a)\n(<= q (p b)\n(<= r (p c)))").place == Place(2, 1)
    assert failing("((p a)\n(<= q (p b\n(<= r (p c))").place == Place(2, 1)
    assert failing("((p a)\n(q b)\n(r c)").place == Place(1, 1)


def test_stray_bracket_is_named() -> None:
    error = failing("(p a)\n(q b))")
    assert error.place == Place(2, 6)
    assert "closes nothing" in error.message


def test_or_and_and_nested() -> None:  # 8
    [rule] = parse("(<= p (or (and q (not r)) s))")
    assert rule.body == (Or((And((Atom("q"), Not(Atom("r")))), Atom("s"))),)
    assert parse("(<= p (and) (or))")[0].body == (And(()), Or(()))


def test_rule_without_a_body() -> None:  # 11
    assert parse("(<= (goal random 0))") == parse("(goal random 0)")


def test_propositions_with_and_without_brackets() -> None:  # 12
    assert parse("(<= (terminal) (won))") == parse("(<= terminal won)")
    assert parse("(<= p (not (q)))") == parse("(<= p (not q))")


def test_whole_fluents_and_moves() -> None:  # 13
    assert parse("(init t1)") == (fact("init", "t1"),)
    [rule] = parse("(<= (next ?y) (true ?x) (does ?r ?m))")
    assert rule.head == Atom("next", (Variable("y"),))
    assert parse("(<= (legal ?p (noop)) (role ?p))") == parse("(<= (legal ?p noop) (role ?p))")


def test_one_name_for_everything() -> None:  # 15
    assert parse("(move) (init (move a)) (<= (legal ?p (move move)) (role ?p))")


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("()", 1, "empty list"),
        ("(p ())", 4, "empty list"),
        ("(<=)", 1, "without a head"),
        ("(?x a)", 2, "variable"),
        ("(<= p ?x)", 7, "variable"),
        ("(p (?f a))", 5, "variable"),
        ("(p ?)", 4, "without a name"),
        ("(p a) ((q) a)", 7, "begins with a list"),
        ("(<= (not p) q)", 5, "head"),
        ("(or p q)", 1, "head"),
        ("(<= p (not))", 7, "`not`"),
        ("(<= p (not q r))", 7, "`not`"),
        ("(<= p (distinct a))", 7, "`distinct`"),
        ("(<= p not)", 7, "alone"),
        ("(<= p (<= q r))", 7, "inside a rule"),
        ("(p a\x00b)", 4, "U+0000"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, words: str) -> None:
    error = failing(text)
    assert error.place == Place(1, column)
    assert words in error.message
    assert str(error).startswith(f"line 1, column {column}: ")


def test_empty_text_has_no_rules() -> None:
    assert parse("") == parse(" \r\n ; nothing\n") == ()


def test_terms() -> None:
    move = Function("mark", (Symbol("1"), Function("f", (Variable("x"),))))
    for text in ("(p (mark 1 (f ?x)) noop)", "p(mark(1, f(X)), noop).", "(p (mark 1 (f ?x)) (noop))"):
        assert parse(text)[0].head.arguments == (move, Symbol("noop"))
    assert parse("(p NOOP)")[0].head.arguments == (Symbol("NOOP"),)
    assert parse("(p (Mark A))", fold_case=True)[0].head.arguments == (Function("mark", (Symbol("a"),)),)


def test_limits_can_be_set() -> None:
    for limits in (Limits(text=5), Limits(depth=1), Limits(symbol=2), Limits(tokens=3), Limits(rules=1)):
        with pytest.raises(GdlSyntaxError):
            parse("(p (abc d)) (q e)", limits=limits)
