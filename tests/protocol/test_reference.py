"""The page on the GGP protocol has every message, every status and every limit of the code."""

from __future__ import annotations

import re
from pathlib import Path

from woodstock.protocol import client, conversation, frontend, http, message_handler, messages, ongoing_match, remote
from woodstock.protocol.address import GRACE, PORT, Version
from woodstock.protocol.margins import reserve
from woodstock.referee.record import Kind

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
FLOWING = re.sub(r"\s+", " ", PAGE)


def section(heading: str) -> str:
    (text,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


def rows(heading: str) -> list[list[str]]:
    found = re.findall(r"^\| (.*) \|$", section(heading), re.MULTILINE)
    return [re.split(r" ?\| ?", row) for row in found[2:]]


def test_every_message_is_on_the_page() -> None:
    assert {*re.findall(r"`\( ([A-Z]+)", "".join(row[0] for row in rows("Messages")))} == messages._KEYWORDS


def test_replies() -> None:
    told = {row[0]: row[2] for row in rows("Messages")}
    info = messages.info_reply("N", busy=False)
    assert f"`{info}`" in next(reply for message, reply in told.items() if "INFO" in message)
    assert messages.info_reply("N", busy=True) == info.replace("available", "busy")


def test_the_messages_of_the_page_are_read() -> None:
    (block,) = re.findall(r"^```lisp\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    kinds = [type(messages.parse(line)) for line in block.splitlines()]
    assert kinds == [messages.Start, messages.Play, messages.Play, messages.Stop]


def test_forms_of_news() -> None:
    """Every form that the page has is read as it says."""
    for language, first, later in rows("News"):
        begun = messages.parse(f"( PLAY m {first.strip('`')} )")
        form = later.split("`")[1]
        filled = form.replace("TURN", "1").replace("MOVES", "a b").replace("PERCEPTS", "a b").replace("MOVE", "a")
        news = messages.parse(f"( PLAY m {filled} )")
        assert isinstance(begun, messages.Play) and begun.news.told is None, language
        assert isinstance(news, messages.Play) and news.news.told == ("a", "b"), language
        assert (news.news.turn, news.news.move) == ((1, "a") if language == "GDL-II" else (None, None))


def test_every_form_of_the_address_is_on_the_page() -> None:
    assert f"{', '.join(f'`{one}`' for one in list(Version)[:-1])} or `{Version.GDL_II_OLD}`" in FLOWING
    assert f"default port is {PORT}" in FLOWING


def test_every_status_is_on_the_page() -> None:
    assert [int(row[0]) for row in rows("HTTP")] == sorted(http._REASONS)


def test_kinds_of_failures() -> None:
    assert {row[1].strip("`") for row in rows("When something goes wrong")} == {
        Kind.TIMEOUT,
        Kind.ILLEGAL,
        Kind.CRASH,
        Kind.EXCEPTION,
    }


def test_limits() -> None:
    told = dict(rows("Limits"))
    assert told == {
        "START and PREVIEW": f"{messages.LONGEST:,} characters",
        "other messages": f"{messages.LONGEST_NEWS:,} characters",
        "the first line, with the message of a GET": f"{http.LONGEST_LINE:,} bytes",
        "headers": f"{http.LONGEST_HEAD:,} bytes",
        "ID and ROLE": f"{messages._NAME_LENGTH:,} characters",
        "a message from its first byte to its last": f"{frontend.SLOWEST_REQUEST:g} seconds",
        "CPU time for receiving a message": f"{conversation.BUDGET:g} seconds",
        "connections at a time": f"{frontend.CONNECTIONS}",
        "incomplete messages at a time": f"{frontend.HELD >> 20} MiB",
        "a reply to the manager": f"{client.LONGEST_REPLY:,} bytes",
    }


def test_clocks() -> None:
    assert f"at most {message_handler.LONGEST_CLOCK:,.0f} seconds" in FLOWING
    assert f"for {ongoing_match.SILENCE:g} seconds plus twice the longer clock" in FLOWING
    assert f"a connection may take {client.CONNECT:g} seconds" in FLOWING
    assert f"ABORT may take {remote.GOODBYE:g} seconds" in FLOWING
    assert GRACE == 1.0 and "until one second after the clock ends" in FLOWING
    margin = "30 ms plus 2.5 % of the clock, but at most a quarter of a second and at most a third of the clock"
    assert margin in FLOWING
    assert (reserve(4.0), reserve(60.0), reserve(0.03)) == (0.03 + 0.025 * 4.0, 0.25, 0.01)
