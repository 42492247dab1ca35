"""Goals that rules compute: numbers however they are written, and what is no number."""

from __future__ import annotations

import pytest

from woodstock.engine import InterpreterMachine
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source
from woodstock.errors import RestrictionError

RULES = """
(role x) (init (s 1)) (legal x a) (legal x b)
(<= (next (s 2)) (does x a))
(<= terminal (not (true (s 1))))
(value {first}) (value {second})
(<= (goal x ?v) (value ?v) (true (s 2)))
(<= (goal x 00) (not (true (s 2))))
(<= (goal x 0) (not (true (s 2))) (not (true (s 1))))
(goal x 90) (goal x 090)
"""


def test_a_number_that_is_written_in_two_ways() -> None:
    game = compile_game(Source("goals", RULES.format(first="050", second="50").encode()), cache=False)
    circuit, interpreter = game.machine(), InterpreterMachine(game.rules)
    for machine in (circuit, interpreter):
        state = machine.initial()
        assert machine.goals(state) == (0,)
        assert [machine.goals(machine.next(state, [move]))[0] for move in range(2)] == [50, 0]
    assert game.circuit is not None
    assert game.circuit.goals == ((0, 50, 90),)


def test_a_goal_that_is_no_number() -> None:
    source = Source("goals", RULES.format(first="draw", second="50").encode())
    with pytest.raises(RestrictionError, match="the goal draw, which is not a number"):
        compile_game(source, cache=False)
