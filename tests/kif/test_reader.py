"""Nested lists are read with their places, within bounds, however deep they are."""

from __future__ import annotations

import doctest
import importlib
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.errors import GdlSyntaxError, WoodstockError
from woodstock.kif.reader import (
    Bounds,
    Group,
    StrayBracketError,
    UnclosedError,
    as_written,
    read,
    read_as,
    with_words,
    words,
)
from woodstock.kif.terms import parts, spaced, split
from woodstock.place import Place

WORDS = st.text("abX?01<=+-é", min_size=1, max_size=5)
TERMS = st.recursive(WORDS, lambda terms: st.lists(terms, max_size=4).map(tuple), max_leaves=20)


def written(term: object) -> str:
    return term if isinstance(term, str) else f"({' '.join(map(written, term))})"  # type: ignore[call-overload]


@given(st.lists(TERMS, max_size=4), st.sampled_from([" ", "\n", "\t ;a ) comment (\n"]))
def test_what_is_written_is_read(terms: list[object], blank: str) -> None:
    text = blank.join(map(written, terms))
    assert list(map(parts, (as_written(node, text) for node in read(text)))) == terms
    assert split(text) == list(map(written, terms))
    assert words(text) == words(" ".join(map(spaced, split(text))))


def test_places_and_spans() -> None:
    text = "(a\n ; (\n  (b c) )d"
    outer, last = read_as(lambda word, place: (word, place), text)
    assert isinstance(outer, Group)
    assert (outer.place, outer.start, outer.end) == (Place(1, 1), 0, 17)
    first, inner = outer.items
    assert first == ("a", Place(1, 2))
    assert isinstance(inner, Group)
    assert (inner.place, text[inner.start : inner.end]) == (Place(3, 3), "(b c)")
    assert inner.items == [("b", Place(3, 4)), ("c", Place(3, 6))]
    assert last == ("d", Place(3, 10))


def test_lists_below_the_levels_are_text() -> None:
    text = "(a (b (c)) ()) (d)"
    (top, _) = read(text, levels=1)
    assert isinstance(top, Group)
    assert [as_written(item, text) for item in top.items] == ["a", "(b (c))", "()"]
    assert all(item.items == [] for item in top.items if isinstance(item, Group))
    assert [as_written(node, text) for node in read(text, levels=0)] == ["(a (b (c)) ())", "(d)"]


def test_no_more_is_read_than_asked_for() -> None:
    assert list(islice(read("a (b) ) ) ("), 1)) == ["a"]
    reading = read("(a) ) ")
    assert isinstance(next(reading), Group)
    with pytest.raises(StrayBracketError) as caught:
        next(reading)
    assert caught.value.place == Place(1, 5)


def test_brackets_that_are_never_closed() -> None:
    with pytest.raises(UnclosedError, match="2 `\\(` are never closed; the first of them is here") as caught:
        list(read("(a) (b (c) (d"))
    assert caught.value.place == Place(1, 5)
    assert [group.place.column for group in caught.value.groups] == [5, 12]
    with pytest.raises(UnclosedError):
        list(read("(a (b)", levels=0))


@pytest.mark.parametrize(
    ("bounds", "text", "words"),
    [
        (Bounds(depth=2), "((a)) (((b)))", "line 1, column 9: nested more than 2 levels deep"),
        (Bounds(tokens=4), "(a b)\nc", "line 2, column 1: more than 4 symbols"),
        (Bounds(tokens=4), "(((((", "line 1, column 5: more than 4 symbols"),
        (Bounds(width=2), "(a b) (c d\ne)", "line 2, column 1: a list of more than 2 items"),
    ],
)
def test_bounds(bounds: Bounds, text: str, words: str) -> None:
    with pytest.raises(GdlSyntaxError) as caught:
        list(read(text, bounds))
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("levels", [0, 1, 10**9])
def test_nothing_is_too_deep(levels: int) -> None:
    deep = "(" * 100_000 + "a" + ")" * 100_000
    (node,) = read(deep, levels=levels)
    assert as_written(node, deep) == deep
    assert split(f"{deep} b") == [deep, "b"]
    for text in ("(" * 100_000, ")" * 100_000):
        with pytest.raises(WoodstockError):
            split(text)


def test_words_are_replaced_and_nothing_else() -> None:
    assert with_words("(a  (b)\nc) ; a b\n a", str.upper) == "(A  (B)\nC) \n A"


def test_docstrings() -> None:
    results = doctest.testmod(importlib.import_module("woodstock.kif.terms"))
    assert results.attempted > 0
    assert results.failed == 0
