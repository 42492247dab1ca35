"""Every restriction of GDL has a small game that breaks it, and valid games have no errors."""

from __future__ import annotations

import pytest

from woodstock.gdl import Problem, check, parse
from woodstock.place import Place

GAME = """
(role white) (role black)
(init (control white)) (init (free 1)) (init (free 2))
(<= (legal ?p (take ?x)) (true (control ?p)) (true (free ?x)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (free ?x)) (true (free ?x)) (not (taken ?x)))
(<= (next (control black)) (true (control white)))
(<= (taken ?x) (does ?p (take ?x)))
(<= terminal (not open))
(<= open (true (free ?x)))
(goal white 100) (goal black 0)
"""


def found(more: str, *, severity: str | None = None) -> list[str]:
    return [problem.code for problem in check(GAME + more) if severity in (None, problem.severity)]


def test_a_valid_game_has_no_problems() -> None:
    assert check(GAME) == ()
    assert check(parse(GAME)) == ()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("(<= (p ?x) (true))", "keyword-arity"),
        ("(role a b)", "keyword-arity"),
        ("(<= (p ?x) (true (free ?x)) (does white))", "keyword-arity"),
        ("(<= (terminal x) open)", "keyword-arity"),
        ("(goal white)", "keyword-arity"),
        ("(true (free 3))", "keyword-in-head"),
        ("(<= (does white noop) open)", "keyword-in-head"),
        ("(<= (role ?x) (true (free ?x)))", "role-by-rule"),
        ("(<= (role red) open2) (open2) (legal red noop) (goal red 0)", "role-by-rule"),
        ("(<= (init (free ?x)) (p ?x)) (<= (p ?x) (true (free ?x)))", "init-depends-on-state"),
        ("(<= (legal white (take ?x)) (taken ?x))", "depends-on-does"),
        ("(<= terminal (taken 1))", "depends-on-does"),
        ("(<= (goal white 10) (not (taken 2)))", "depends-on-does"),
        ("(<= (goal ?p 0) open)", "unsafe"),
        ("(<= (legal ?p noop) (not (true (control ?p))))", "unsafe"),
        ("(<= terminal (true (free ?x)) (distinct ?x ?y))", "unsafe"),
        ("(<= terminal (not (true (free ?x))))", "unsafe"),
        ("(<= terminal p) (<= p (not q)) (<= q p)", "unstratified"),
        ("(<= terminal p) (<= p (not p))", "unstratified"),
        ("(<= terminal (p 1)) (<= (p ?x) (true (free ?x)) (not (p ?y)) (true (free ?y)))", "unstratified"),
        ("(goal white 101)", "goal-value"),
        ("(goal white -1)", "goal-value"),
        ("(goal white high)", "goal-value"),
        ("(goal white (plus 1 1))", "goal-value"),
        ("(foo a) (foo a a)", "arity-clash"),
        ("(foo) (foo a)", "arity-clash"),
        ("(<= (legal ?p (take ?x ?y)) (true (control ?p)) (true (free ?x)) (true (free ?y)))", "arity-clash"),
        ("(init (free 1 2))", "arity-clash"),
        ("(<= p " + "(or a b)" * 40 + ")", "too-large"),
        ("(", "syntax"),
    ],
)
def test_errors(more: str, code: str) -> None:
    problems = [problem for problem in check(GAME + more) if problem.severity == "error"]
    assert {problem.code for problem in problems} == {code}
    assert all(problem.place is not None for problem in problems)
    assert problems[0].place >= Place(GAME.count("\n") + 1, 1) or code in ("depends-on-does", "arity-clash")  # type: ignore[operator]


@pytest.mark.parametrize(
    ("more", "severity", "code"),
    [
        ("(role red) (legal red noop)", "warning", "no-goal"),
        ("(role red) (legal red noop) (goal red 50) (sees white x)", "hint", "no-percept"),
        ("(<= (sees white ?x) (next (free ?x)))", "warning", "keyword-in-body"),
        ("(<= (goal white 5) (sees white x)) (sees white x)", "warning", "keyword-in-body"),
        ("(<= (p ?x) (init ?x))", "warning", "keyword-in-body"),
        ("(<= (unused ?x ?y) (distinct ?x ?y))", "warning", "unsafe-unused"),
        ("(<= terminal (p ?x)) (<= (p ?x) fail)", "warning", "unsafe-unused"),
        ("(legal hole noop)", "warning", "not-a-role"),
        ("(<= terminal (p 5)) (<= (p (s ?x)) (p ?x)) (p 0)", "warning", "recursion"),
        ("(<= terminal squee)", "warning", "undefined-relation"),
        ("(<= terminal (taken 1 2))", "warning", "undefined-relation"),
        ("(<= terminal (control white))", "warning", "missing-true"),
        ("(<= terminal (true (fre 1)))", "warning", "undefined-fluent"),
        ("(<= terminal (true (free 1 2)))", "warning", "undefined-fluent"),
        ("(<= (next z) (does white (tak 1)))", "warning", "undefined-move"),
        ("(<= terminal (Taken 1))", "warning", "case"),
        ("(outcome white noop (set a) (set 1))", "warning", "probabilities"),
        ("(base (free ?x))", "hint", "unsafe-hint"),
        ("(base a b c)", "hint", "keyword-arity"),
        ("(input white a b)", "hint", "keyword-arity"),
    ],
)
def test_warnings_and_hints(more: str, severity: str, code: str) -> None:
    problems = check(GAME + more)
    assert (severity, code) in {(problem.severity, problem.code) for problem in problems}
    assert not [problem for problem in problems if problem.severity == "error"]


@pytest.mark.parametrize(
    "more",
    [
        "(<= (goal ?r 1) (role ?r) (not (goal ?r 2)))",  # 18: stratified below the level of predicates
        "(<= (p 1) (not (p 2))) (<= (p 2) (not (p 3)))",
        "(<= (next (free ?x)) (not (true (free ?x))) (q ?x)) (q 3)",
        "(<= (p ?y) (p ?x) (succ ?x ?y)) (p 0) (succ 0 1)",  # 22: recursion over a finite relation
        "(<= (r ?x ?y) (s ?x ?y)) (<= (s ?x ?y) (r ?y ?x)) (r 1 2)",
        "(<= terminal (not (legal white noop)))",  # 21: legal in other bodies
        "(<= (init (free ?x)) (start ?x)) (start 3)",  # 20: init by rules
        "(<= terminal (distinct ?x ?y) (not (true (free ?y))) (true (free ?x)) (true (control ?y)))",  # 10: any order
        "(free 1 2 3) (<= (legal ?p (free free)) (role ?p))",  # 15: one name for many things
        "(role random) (legal random noop)",  # 30: chance needs no goal
        "(role random) (legal random noop) (<= (sees ?p x) (role ?p))",  # 32: chance may see
        "(<= (goal ?p ?n) (role ?p) (score ?n)) (score 5)",  # 24: a variable as value
        "(<= terminal (true (free ?x)) (not (distinct ?x 1)))",  # 9
    ],
)
def test_valid_though_unusual(more: str) -> None:
    assert found(more) == []


def test_missing_parts() -> None:
    assert {problem.code for problem in check("")} == {"no-role", "no-terminal"}
    assert [problem.code for problem in check("(role a) (legal a b) (goal a 0)")] == ["no-terminal"]


def test_a_role_without_moves() -> None:
    game = "(role a) (role b) (legal a x) (goal a 0) (goal b 0) (<= terminal (true x))"
    assert [problem.code for problem in check(game) if problem.severity == "error"] == ["no-legal"]


def test_problems_read_well_and_come_in_order() -> None:
    problems = check(GAME + "(<= (goal ?p 0) open)\n(goal white 101)")
    assert [problem.code for problem in problems] == ["unsafe", "goal-value"]
    assert str(problems[1]) == (
        "line 13, column 13: error: the goal `101` is not a number from 0 to 100; rescale the goals [goal-value]"
    )
    assert str(Problem("hint", "x", "y")) == "hint: y [x]"


def test_infix_text_is_checked_too() -> None:
    assert [problem.code for problem in check("role(a). legal(a, b). goal(a, 0).")] == ["no-terminal"]


def test_a_circle_is_shown() -> None:
    [problem] = [p for p in check(GAME + "(<= terminal (taken 1))") if p.severity == "error"]
    assert "terminal -> taken -> does" in problem.message
