"""The belief of paper 002, section 2, on the rule that is printed there, and beside ours."""

from __future__ import annotations

import doctest
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import woodstock as ws
from woodstock.beliefs import Options, belief_of, fluent_belief, fluents

RULES = """
(role alice) (role bob)
(index 1) (index 2) (mark alice o) (mark bob x)
(init (control alice))
(<= (legal ?p (mark ?x ?y)) (true (control ?p)) (index ?x) (index ?y) (not (taken ?x ?y)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (taken ?x ?y) (true (cell ?x ?y ?m)))
(<= (next (cell ?x ?y ?m)) (does ?p (mark ?x ?y)) (mark ?p ?m))
(<= (next (cell ?x ?y ?m)) (true (cell ?x ?y ?m)))
(<= (next (control alice)) (true (control bob)))
(<= (next (control bob)) (true (control alice)))
(<= (sees alice (cell ?x ?y o)) (does alice (mark ?x ?y)))
(<= terminal (not open)) (<= open (index ?x) (index ?y) (not (taken ?x ?y)))
(goal alice 50) (goal bob 50)
"""
"""Tic-tac-toe with the `sees` of the paper: alice sees the effect of her own marks."""


@pytest.fixture
def game(tmp_path: Path) -> ws.Game:
    path = tmp_path / "game.kif"
    path.write_text(RULES)
    return ws.load(path, cache=False)


def test_alice_believes_what_she_sees(game: ws.Game) -> None:
    machine = game.machine()
    names = game.program.fluents
    joint_move = [machine.move_number(0, "(mark 1 2)"), machine.move_number(1, "noop")]
    alice, bob = machine.percepts(machine.initial(), joint_move)
    assert fluent_belief(names, alice) == {
        name: Fraction(1) if name == "(cell 1 2 o)" else Fraction(1, 2) for name in names
    }
    assert set(fluent_belief(names, bob).values()) == {Fraction(1, 2)}


def test_a_joint_distribution(game: ws.Game) -> None:
    """The product over all fluents sums to one over all sets of fluents, whether they are states of the game or not."""
    names = game.program.fluents[:6]
    belief = fluent_belief(names, [names[2], "(something else)"])
    total = Fraction(0)
    for holding in product((False, True), repeat=len(names)):
        likely = Fraction(1)
        for name, holds in zip(names, holding, strict=True):
            likely *= belief[name] if holds else 1 - belief[name]
        total += likely
    assert total == 1


def test_it_forgets_what_the_rules_tell() -> None:
    """Monty Hall after the choice: one of three doors by Bayes' rule, each by itself with even odds in the paper."""
    monty = ws.load("monty_hall")
    machine = monty.machine()
    belief = belief_of(monty, 0, Options(exact=100))
    belief.observe(machine.move_number(0, "(choose 1)"), [])
    behind = dict.fromkeys("123", 0.0)
    for state, weight in zip(belief.states, belief.weights, strict=True):
        for door in behind:
            behind[door] += weight * (f"(car {door})" in machine.fluents(state))
    assert list(behind.values()) == pytest.approx([1 / 3] * 3)
    independent = fluent_belief(monty.program.fluents, [])
    assert {independent[f"(car {door})"] for door in "123"} == {Fraction(1, 2)}


def test_the_example_runs() -> None:
    assert doctest.testmod(fluents).failed == 0
