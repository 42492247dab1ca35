"""Small games written down in the tests."""

from __future__ import annotations

from woodstock.circuit import build
from woodstock.engine import CircuitMachine, InterpreterMachine
from woodstock.gdl import NormalRule, normalise, parse
from woodstock.ground import ground

COUNTER = """
(role r) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal r (add ?y)) (true (n ?x)) (succ ?x ?y))
(<= (legal r stay) (true (n ?x)) (succ ?x ?y))
(<= (next (n ?y)) (does r (add ?y)))
(<= (next (n ?x)) (does r stay) (true (n ?x)))
(<= terminal (true (n 3)))
(<= (goal r 100) (true (n 3)))
(<= (sees r (moved ?m)) (does r ?m))
"""

ENDLESS = """
(role r) (init (n z)) (legal r go)
(<= (next (n (s ?x))) (true (n ?x)))
(<= terminal (true (n stop))) (goal r 0)
"""


def rules(text: str) -> tuple[NormalRule, ...]:
    """The rules in normal form, without the checks that a whole rulesheet has to pass."""
    return tuple(normalise(parse(text)))


def circuit_machine(text: str) -> CircuitMachine:
    return CircuitMachine(build(ground(rules(text))))


def interpreter_machine(text: str) -> InterpreterMachine:
    return InterpreterMachine(rules(text))
