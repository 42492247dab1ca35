"""Small games, as text."""

from __future__ import annotations

from woodstock import games
from woodstock.gdl import parse, to_kif

# Alice hides a coin in one of two hands, Bob guesses; Bob learns only whether he was right, and may guess again twice.
HANDS = """
(role alice) (role bob)
(hand left) (hand right)
(init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal alice (hide ?h)) (true (step 0)) (hand ?h))
(<= (legal alice (shuffle ?h)) (not (true (step 0))) (hand ?h))
(<= (legal bob noop) (true (step 0)))
(<= (legal bob (guess ?h)) (not (true (step 0))) (hand ?h))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (in ?h)) (does alice (hide ?h)))
(<= (next (in ?h)) (does alice (shuffle ?h)))
(<= (next (right ?n)) (true (step ?n)) (does bob (guess ?h)) (true (in ?h)))
(<= (next (right ?n)) (true (right ?n)))
(<= (sees bob yes) (does bob (guess ?h)) (true (in ?h)))
(<= (sees bob (time ?n)) (true (step ?n)))
(<= (sees alice (guessed ?h)) (does bob (guess ?h)))
(<= terminal (true (step 3)))
(<= (goal bob 100) (true (right 1)))
(<= (goal bob 0) (not (true (right 1))))
(<= (goal alice 0) (true (right 1)))
(<= (goal alice 100) (not (true (right 1))))
"""


def one_line(rules: str) -> str:
    """The rules as a message has them: one list on one line."""
    return f"({' '.join(to_kif(rule).replace(chr(10), ' ') for rule in parse(rules))})"


def bundled(name: str) -> str:
    """A bundled game as a message has it."""
    return one_line(games.text(name))
