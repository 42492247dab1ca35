"""Text from strangers: one error with a place, soon, in little memory."""

from __future__ import annotations

import random
import time
import tracemalloc

import pytest

from woodstock.errors import GdlSyntaxError
from woodstock.gdl import Limits, check, parse

MIB = 1024 * 1024
NOISE = random.Random(0).randbytes(MIB)

HOSTILE: dict[str, str | bytes] = {
    "open brackets": "(" * 100_000,
    "close brackets": ")" * 100_000,
    "nested brackets": "(" * 100_000 + ")" * 100_000,
    "nested functions": "(p " + "(f " * 100_000 + "a" + ")" * 100_000 + ")",
    "nested not": "(<= p " + "(not " * 50_000 + "q" + ")" * 50_000 + ")",
    "infix functions": "p(" + "f(" * 100_000 + "a" + ")" * 100_000 + ").",
    "infix not": "p <- " + "not " * 100_000 + "q.",
    "infix signs": "p <- " + "~" * 100_000 + "q.",
    "infix groups": "p <- " + "(" * 100_000 + "q" + ")" * 100_000 + ".",
    "huge symbol": "(p " + "a" * 10 * MIB + ")",
    "huge infix symbol": "p(" + "a" * 10 * MIB + ").",
    "huge variable": "(p ?" + "a" * 10 * MIB + ")",
    "huge quotation": "p('" + "a" * 10 * MIB + "').",
    "huge open quotation": "p('" + "a\\" * 5 * MIB,
    "huge number": "p(" + "1" * 10 * MIB + ").",
    "huge operator": "p(" + "+" * 10 * MIB + ").",
    "huge text": " " * 17 * MIB,
    "huge bytes": b" " * 17 * MIB,
    "huge first word": "a" * 10 * MIB,
    "too many facts": "(p)" * 600_000,
    "too many symbols": "(p " + "a " * 3_000_000 + ")",
    "noise": NOISE,
    "noise after a bracket": b"(" + NOISE,
    "noise in infix": b"p(a).\n" + NOISE,
    "zeros": b"\0" * MIB,
    "UTF-16": "(role white)".encode("utf-16"),
    "surrogates": "(p \ud800)",
}


LENGTHY = {"too many facts", "too many symbols"}
"""They take seconds to read up to the limit. Every day a lower one is tried."""


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        *((name, Limits(tokens=100_000) if name in LENGTHY else Limits()) for name in HOSTILE),
        *(pytest.param(name, Limits(), marks=pytest.mark.slow) for name in sorted(LENGTHY)),
    ],
)
def test_one_error_soon(name: str, limits: Limits) -> None:
    start = time.process_time()
    with pytest.raises(GdlSyntaxError) as caught:
        parse(HOSTILE[name], limits=limits)
    assert time.process_time() - start < 30
    assert caught.value.place is not None
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "name", ["nested brackets", "huge symbol", "huge quotation", "huge open quotation", "infix not", "noise"]
)
def test_in_little_memory(name: str) -> None:
    text = HOSTILE[name]
    tracemalloc.start()
    try:
        with pytest.raises(GdlSyntaxError):
            parse(text)
        assert tracemalloc.get_traced_memory()[1] < 8 * len(text) + 20 * MIB
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["nested brackets", "huge symbol", "noise", "infix functions"])
def test_checks_too(name: str) -> None:
    [problem] = check(HOSTILE[name])
    assert (problem.severity, problem.code) == ("error", "syntax")
    assert problem.place is not None


def test_messages_stay_short_and_printable() -> None:
    long = "\u00ad" + "n" * 9_000
    text = f"""(role {long}) (role b) (goal b {long}) (<= terminal ({long} ?{long}x))
    (<= ({long} ?x) (q ?x) (not ({long} ?x))) (<= (q (f ?y)) ({long} ?y)) (init ({long}f 1)) (<= terminal ({long}f 2))
    (<= terminal ({long}g)) (foo{long}) (foo{long} 1) (<= terminal ({long}0)) """
    text += "".join(f"(<= ({long}{i}) ({long}{i + 1}))" for i in range(12)) + f"(<= ({long}12) (does b {long}))"
    problems = check(text)
    assert {
        "unstratified",
        "recursion",
        "missing-true",
        "depends-on-does",
        "no-legal",
        "goal-value",
        "arity-clash",
    } <= {problem.code for problem in problems}
    assert all(len(str(problem)) < 700 and str(problem).isprintable() for problem in problems)


@pytest.mark.long
def test_large_but_right() -> None:
    many = "".join(f"(succ {i} {i + 1})\n" for i in range(40_000))
    start = time.process_time()
    assert len(parse(many)) == 40_000
    assert time.process_time() - start < 10


@pytest.mark.long
def test_large_rulesheets_are_checked_in_time() -> None:
    facts = "(role a) (legal a noop) (goal a 1) (<= terminal (p 1 ?x))" + "".join(f"(p {i} {i})" for i in range(20_000))
    ladder = "".join(f"(<= (p {i} ?x) (p {i + 1} ?x) (not (p {i + 2} ?x)))" for i in range(3000))
    circle = "".join(f"(<= (q{i} ?x) (q{(i + 1) % 3000} ?x))" for i in range(3000))
    start = time.process_time()
    assert not [problem for problem in check(facts + ladder + circle) if problem.severity == "error"]
    assert time.process_time() - start < 60
