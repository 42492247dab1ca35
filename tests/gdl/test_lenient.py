"""Unsafe rules that other systems play: repaired where their meaning is clear, else left to be reported."""

from __future__ import annotations

import pytest

from woodstock.gdl import ground_unsafe, normalise, parse, to_infix, unsafe_variables

ROLES = "role(white). role(black). terminal. "


def repaired(text: str) -> list[str]:
    """What repairing adds to a game, in infix."""
    before = normalise(parse(ROLES + text))
    after = ground_unsafe(before)
    return [to_infix(rule) for rule in after if rule not in before]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 19: the place of a role
        (
            "legal(P, noop) <- not true(control(P)).",
            ["legal(P, noop) <- role(P), not(true(control(P)))."],
        ),
        (
            "sees(P, control(X)) <- true(control(X)).",
            ["sees(P, control(X)) <- role(P), true(control(X))."],
        ),
        ("legal(P, P).", ["legal(P, P) <- role(P)."]),
        (
            "next(idle(P)) <- not does(P, noop).",
            ["next(idle(P)) <- role(P), not(does(P, noop))."],
        ),
        # for no value
        (
            "next(a(X)) <- true(a(X)), not does(P, take(X, Y)).",
            ["some_take(X) <- does(P, take(X, Y)).", "next(a(X)) <- true(a(X)), not(some_take(X))."],
        ),
        (
            "next(b) <- not true(a(X)), not true(a(X)), q(Y). next(c(X)) <- true(d(X)), not true(a(X)). q(1).",
            ["some_a <- true(a(X)).", "next(b) <- not(some_a), q(Y)."],
        ),
        # the values that are asked for
        (
            "next(a) <- true(b(X)), other(X, 1). other(X, Y) <- distinct(X, Y).",
            [
                "other(X, Y) <- asked_other_1(X), asked_other_2(Y), distinct(X, Y).",
                "asked_other_1(X) <- true(b(X)).",
                "asked_other_2(1).",
            ],
        ),
        (
            "goal(R, 1) <- role(R), points(R). points(P) <- not lost(P). lost(white).",
            ["points(P) <- asked_points_1(P), not(lost(P)).", "asked_points_1(R) <- role(R)."],
        ),
        (
            "next(a) <- true(b(X)), p(X). p(Y) <- not q(Y), not r(Y). r(Z) <- not q(Z). q(1).",
            [
                "p(Y) <- asked_p_1(Y), not(q(Y)), not(r(Y)).",
                "r(Z) <- asked_r_1(Z), not(q(Z)).",
                "asked_p_1(X) <- true(b(X)).",
                "asked_r_1(Y) <- asked_p_1(Y).",
            ],
        ),
    ],
)
def test_repairs(text: str, expected: list[str]) -> None:
    assert repaired(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "next(a(X)) <- not true(b(X)).",  # over what?
        "goal(white, X) <- not true(b(X)).",
        "next(a) <- true(b(X)), distinct(X, Y).",
        "next(a) <- p(X). p(X) <- not q(X). q(1).",  # asked without a value
        "next(a(f(X))) <- p(f(X)). p(X) <- not q(X). q(1).",
    ],
)
def test_unclear_rules_stay_unsafe(text: str) -> None:
    rules = ground_unsafe(normalise(parse(ROLES + text)))
    assert any(unsafe_variables(rule) for rule in rules)


def test_what_nothing_needs_is_left_out() -> None:
    safe = "legal(white, noop). "
    unneeded = "p(X, Y) <- distinct(X, Y). base(a(X)). next(b(X)) <- fail, not true(c(X))."
    assert ground_unsafe(normalise(parse(ROLES + safe + unneeded))) == normalise(parse(ROLES + safe))


def test_safe_rules_are_left_alone() -> None:
    rules = normalise(parse(ROLES + "p(X) <- q(X), not r(X). q(1). unused(X) <- q(X)."))
    assert ground_unsafe(rules) == rules


def test_new_names_are_new() -> None:
    [new, _] = repaired("next(b) <- not true(a(X)), some_a(1). some_a(1).")
    assert new == "some_a_2 <- true(a(X))."


def test_the_same_negation_with_other_bound_variables() -> None:
    made = repaired("next(b) <- not true(a(X, Y)). next(c) <- true(d(X)), not true(a(X, Y)).")
    assert made == [
        "some_a <- true(a(X, Y)).",
        "next(b) <- not(some_a).",
        "some_a_2(X) <- true(a(X, Y)).",
        "next(c) <- true(d(X)), not(some_a_2(X)).",
    ]


def test_asking_never_makes_a_circle_through_not() -> None:
    text = "next(a(X)) <- r(X), p(X). r(X) <- true(b(X)), not p(X). p(X) <- not q(X). q(1)."
    rules = ground_unsafe(normalise(parse(ROLES + text)))
    assert any(unsafe_variables(rule) for rule in rules)
    assert not any("asked" in rule.head.name for rule in rules)
