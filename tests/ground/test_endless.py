"""Rules that are sure to go on for ever, and rules that only look like it."""

from __future__ import annotations

import pytest

from engine.inline import ENDLESS, rules
from woodstock.ground import endless_function

HEAD = "(role r) (init (n z)) (legal r go) (goal r 0)"
NEVER = "(<= terminal (true (n stop)))"

ENDLESS_SHEETS = {
    "a counter": ENDLESS,
    "a counter beside others": f"{HEAD} {NEVER} (init (m a b)) (<= (next (m (f ?y ?x) ?x)) (true (m ?y ?x)))",
    "without an end": f"{HEAD} (<= (next (n (s ?x))) (true (n ?x)))",
    "moves without end": f"{HEAD} (nat z) (<= (nat (s ?x)) (nat ?x)) (<= (legal r ?x) (nat ?x))",
    "fluents without end": f"{HEAD} (nat z a) (<= (nat (s ?x) ?y) (nat ?x ?y)) (<= (init (m ?y ?x)) (nat ?x ?y))",
}

OTHER_SHEETS = {
    "a counter that has a bound": f"{HEAD} {NEVER} (<= (next (n (s ?x))) (true (n ?x)) (not (true (n (s (s z))))))",
    "a counter that asks for a move": f"{HEAD} {NEVER} (<= (next (n (s ?x))) (true (n ?x)) (does r go))",
    "a counter that ends the game": f"{HEAD} (<= (next (n (s ?x))) (true (n ?x))) (<= terminal (true (n (s (s ?x)))))",
    "an end that hangs on something": f"{HEAD} (<= (next (n (s ?x))) (true (n ?x))) (<= terminal p) (<= p (true ?x))",
    "an end without a fluent": f"{HEAD} (<= (next (n (s ?x))) (true (n ?x))) (<= terminal (not (true (n z))))",
    "a counter that never begins": f"{HEAD} {NEVER} (<= (next (m (s ?x))) (true (m ?x)))",
    "among the facts": f"{HEAD} (nat z) (<= (nat (s ?x)) (nat ?x)) (<= terminal (true (n z)))",
    "facts that are asked about": f"{HEAD} (nat z) (<= (nat (s ?x)) (nat ?x)) (<= (legal r ?x) (nat (s ?x)))",
    "one step": f"{HEAD} {NEVER} (<= (next (n (s z))) (true (n z)))",
    "a value that comes off again": f"{HEAD} {NEVER} (init (n (s z))) (<= (next (n ?x)) (true (n (s ?x))))",
    "two values that change places": f"{HEAD} {NEVER} (init (m a b)) (<= (next (m ?y ?x)) (true (m ?x ?y)))",
}


@pytest.mark.parametrize("name", ENDLESS_SHEETS)
def test_what_never_stops_is_found(name: str) -> None:
    assert endless_function(rules(ENDLESS_SHEETS[name])) in ("s", "f")


@pytest.mark.parametrize("name", OTHER_SHEETS)
def test_what_may_stop_is_let_pass(name: str) -> None:
    assert endless_function(rules(OTHER_SHEETS[name])) is None
