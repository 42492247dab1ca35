"""Whatever comes in, only a `GdlSyntaxError` comes out. `fuzz.py` beside this file tries it for longer."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from woodstock.errors import GdlSyntaxError, GroundingLimitError
from woodstock.gdl import Syntax, check, ground_unsafe, normalise, parse, to_infix, to_kif

TOKENS = [
    "(",
    ")",
    "(",
    ")",
    "<=",
    "<-",
    ":-",
    "←",
    ".",
    ",",
    ";",
    "%",
    "'",
    "\\",
    "?",
    "?x",
    "?y",
    "X",
    "_",
    "_1",
    "!=",
    "~",
    "&",
    "not",
    "or",
    "and",
    "distinct",
    "role",
    "init",
    "true",
    "does",
    "next",
    "legal",
    "goal",
    "terminal",
    "sees",
    "base",
    "input",
    "random",
    "RANDOM",
    "a",
    "b",
    "f",
    "p",
    "q",
    "0",
    "100",
    "-1",
    "0.8",
    "index++",
    "*",
    "\n",
    "\r\n",
    "\t",
    "é",
    "\x00",
    "\ud800",
    "\ufeff",
]

soups = st.lists(st.sampled_from(TOKENS), max_size=40).flatmap(
    lambda tokens: st.sampled_from(["", " "]).map(lambda blank: blank.join(tokens))
)
syntaxes: st.SearchStrategy[Syntax | None] = st.sampled_from(("kif", "infix", None))


def go_through(text: str | bytes, syntax: Syntax | None) -> None:
    """Everything a stranger's text goes through."""
    problems = check(text, syntax=syntax)
    try:
        rules = parse(text, syntax=syntax)
    except GdlSyntaxError:
        [problem] = problems
        assert problem.code == "syntax"
        assert problem.place is not None
        return
    assert parse(to_kif(rules)) == rules
    assert parse(to_infix(rules)) == rules
    with suppress(GroundingLimitError):
        ground_unsafe(normalise(rules))


@given(st.binary(max_size=200), syntaxes)
def test_bytes(text: bytes, syntax: Syntax | None) -> None:
    go_through(text, syntax)


@given(st.text(max_size=100), syntaxes)
def test_text(text: str, syntax: Syntax | None) -> None:
    go_through(text, syntax)


@given(soups, syntaxes)
def test_soups_of_tokens(text: str, syntax: Syntax | None) -> None:
    go_through(text, syntax)
