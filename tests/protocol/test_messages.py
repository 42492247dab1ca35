"""Messages as ggp-base and Dresden's controller write them, and as nobody should."""

from __future__ import annotations

import doctest
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.errors import ProtocolError, WoodstockError
from woodstock.protocol.messages import (
    LONGEST,
    Abort,
    Info,
    Message,
    News,
    Play,
    Preview,
    Start,
    Stop,
    items,
    parse,
    write,
)

READ = {
    # ggp-base
    "( INFO )": Info(),
    "( PLAY m.1 NIL )": Play("m.1", News()),
    "( PLAY m.1 (noop ( mark 1 2 ) ) )": Play("m.1", News(("noop", "(mark 1 2)"))),
    "( STOP m.1 (( mark 3 3 ) noop ) )": Stop("m.1", News(("(mark 3 3)", "noop"))),
    "( STOP m.1 NIL )": Stop("m.1", News()),
    "( ABORT m.1 )": Abort("m.1"),
    "( START m.1 x (( role x ) ( <= terminal ( true ( done ) ) ) ) 30 15)": Start(
        "m.1", "x", "(( role x ) ( <= terminal ( true ( done ) ) ) )", 30, 15
    ),
    "( PREVIEW (( role x ) ) 20 )": Preview("(( role x ) )", 20),
    # Dresden
    "(START MATCH.3 WHITE ((ROLE WHITE)(ROLE BLACK)) 60 10)": Start(
        "MATCH.3", "WHITE", "((ROLE WHITE)(ROLE BLACK))", 60, 10
    ),
    "(PLAY MATCH.3 NIL)": Play("MATCH.3", News()),
    "(PLAY MATCH.3 ((MOVE A 1 A 2) NOOP))": Play("MATCH.3", News(("(MOVE A 1 A 2)", "NOOP"))),
    "(PLAY MATCH.3 0 NIL NIL)": Play("MATCH.3", News(None, 0)),
    "(PLAY MATCH.3 4 (MOVE A 1 A 2) ((SEEN B) YES ))": Play("MATCH.3", News(("(SEEN B)", "YES"), 4, "(MOVE A 1 A 2)")),
    "(PLAY MATCH.3 4 NOOP ())": Play("MATCH.3", News((), 4, "NOOP")),
    "(STOP MATCH.3 5 NOOP ((SEEN B)))": Stop("MATCH.3", News(("(SEEN B)",), 5, "NOOP")),
    "(STOP MATCH.3 5 NOOP NIL)": Stop("MATCH.3", News(None, 5, "NOOP")),
    # and others
    "(ping)": Info(),
    "info": Info(),
    "  \r\n( pLaY m1 nIL )\r\n\r\n": Play("m1", News()),
    "(start m1 x ((role x)) 10 5 1 (extra arguments) here)": Start("m1", "x", "((role x))", 10, 5),
    "(start m1 x ((role x)) 0 0.1)": Start("m1", "x", "((role x))", 0, 0.1),
    "(play m1 ( (a)\t(b (c d))\n))": Play("m1", News(("(a)", "(b (c d))"))),
    "(play m1 nil) and what nobody asked for (": Play("m1", News()),
    "(play m1 ; a comment (\n nil)": Play("m1", News()),
    "(abort m1)": Abort("m1"),
    "(stop m1)": Stop("m1", News()),
}


@pytest.mark.parametrize("text", READ)
def test_reading(text: str) -> None:
    assert parse(text) == READ[text]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        ")",
        "(",
        "()",
        "(())",
        "((play) m1 nil)",
        "hello",
        "(hello)",
        "(play)",
        "(play m1)",
        "(play m1 2 nil)",
        "(play m1 moves)",
        "(play (m1) nil)",
        "(play m1 two noop ())",
        "(play m1 -1 noop ())",
        "(play m1 99999999999999999999 noop ())",
        "(start m1 x ((role x)) 10)",
        "(start m1 x rules 10 5)",
        "(start m1 (x) ((role x)) 10 5)",
        "(start m1 x ((role x)) ten 5)",
        "(start m1 x ((role x)) -1 5)",
        "(start m1 x ((role x)) nan 5)",
        "(start m1 x ((role x)) inf 5)",
        "(start m1 x ((role x)) 1e9 5)",
        "(abort m1 m2)",
        "(play m1 ((a b)",
        f"(play m1 {'a ' * 100})",
        f"(abort {'m' * 2000})",
        f"(abort {'m' * LONGEST})",
        f"(play m1 ({'a ' * 600_000}))",
    ],
    ids=lambda text: text[:30],
)
def test_refusing(text: str) -> None:
    with pytest.raises(ProtocolError):
        parse(text)


@given(st.text(st.sampled_from("() \n;aNIL10.PLAYSTOR\\\"'\x00é"), max_size=60))
def test_whatever_comes(text: str) -> None:
    try:
        message = parse(text)
    except WoodstockError:
        return
    assert parse(write(message)) == message


NAMES = st.text("abcXYZ0129._+-", min_size=1, max_size=8).filter(lambda name: name.upper() != "NIL")
TERMS = st.recursive(
    NAMES, lambda terms: st.lists(terms, min_size=1, max_size=3).map(lambda t: f"({' '.join(t)})"), max_leaves=8
)
NEWS = st.one_of(
    st.just(News()),
    st.lists(TERMS, max_size=4).map(lambda told: News(tuple(told))),
    st.builds(
        News,
        st.one_of(st.none(), st.lists(TERMS, max_size=4).map(tuple)),
        st.integers(0, 999),
        st.one_of(st.none(), TERMS),
    ),
)
CLOCKS = st.one_of(st.integers(0, 3600).map(float), st.sampled_from([0.1, 0.25, 1.5]))
MESSAGES = st.one_of(
    st.just(Info()),
    st.builds(Abort, NAMES),
    st.builds(Play, NAMES, NEWS),
    st.builds(Stop, NAMES, NEWS),
    st.builds(Preview, TERMS.filter(lambda term: term.startswith("(")), CLOCKS),
    st.builds(Start, NAMES, NAMES, TERMS.filter(lambda term: term.startswith("(")), CLOCKS, CLOCKS),
)


@given(MESSAGES, st.booleans())
def test_what_is_written_is_read(message: Message, upper: bool) -> None:
    text = write(message)
    assert parse(text) == message
    with pytest.raises(ProtocolError, match="incomplete"):
        parse(text[: text.rindex(")")])
    if upper:
        assert type(parse(text.upper())) is type(message)


def test_items_are_slices() -> None:
    assert items("( a (b  (c)) d)") == ["a", "(b  (c))", "d"]


def test_clocks_are_whole_numbers_wherever_they_are() -> None:
    assert write(Start("m", "x", "((role x))", 10.0, 0.1)) == "( START m x ((role x)) 10 0.1)"


def test_docstrings() -> None:
    results = doctest.testmod(importlib.import_module("woodstock.protocol.messages"))
    assert results.attempted > 0
    assert results.failed == 0
