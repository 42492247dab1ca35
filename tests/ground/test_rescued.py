"""Rulesheets that only the transforms make small enough to ground, beside the interpreter, the one other witness."""

from __future__ import annotations

import random

import pytest

from sheets import path_of
from woodstock.circuit import build
from woodstock.engine import CircuitMachine, InterpreterMachine
from woodstock.gdl import NormalRule, normalise, parse
from woodstock.ground import ground


def agree_with_interpreter(rules: tuple[NormalRule, ...], games: int, steps: int) -> int:
    """Random games on the circuit and in the interpreter, compared by names; gives the number of states seen."""
    ours, theirs = CircuitMachine(build(ground(rules))), InterpreterMachine(rules)
    rng = random.Random(1)
    seen = 0
    for _ in range(games):
        state, other = ours.initial(), theirs.initial()
        for _ in range(steps):
            seen += 1
            assert ours.fluents(state) == theirs.fluents(other)
            assert ours.goals(state) == theirs.goals(other)
            assert ours.terminal(state) == theirs.terminal(other)
            if ours.terminal(state):
                break
            moves = [sorted(ours.move_name(role, m) for m in own) for role, own in enumerate(ours.legal(state))]
            assert moves == [
                sorted(theirs.move_name(role, m) for m in own) for role, own in enumerate(theirs.legal(other))
            ]
            joint = [rng.choice(own) for own in moves]
            here = [ours.move_number(role, move) for role, move in enumerate(joint)]
            there = [theirs.move_number(role, move) for role, move in enumerate(joint)]
            assert ours.percepts(state, here) == theirs.percepts(other, there)
            state, other = ours.next(state, here), theirs.next(other, there)
    return seen


@pytest.mark.sheets
@pytest.mark.parametrize("name", ["ggp-repository/mummymaze1p.kif", "ggp-repository/urmAdd.kif"])
def test_rescued_games(name: str) -> None:
    assert agree_with_interpreter(normalise(parse(path_of(name).read_bytes())), games=3, steps=40) > 3
