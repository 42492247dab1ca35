"""Games played in a real browser by clicks, from their first move to their last."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from web.browsing import Visitor

pytestmark = pytest.mark.long

_LEFT = 8
"""Choices before the end of a match, those of the dice among them, where clicks begin."""


def test_tic_tac_toe(visitor: Visitor) -> None:
    visitor.play("tic_tac_toe")
    visitor.seat(o="person")
    for name in ("b2", "a1", "a2", "c1", "c2"):
        visitor.click(name)
    visitor.says("x won (x 100, o 0).")
    visitor.button("Undo").click()
    visitor.says("x to move")
    visitor.button("Redo").click()
    visitor.says("x won")


def test_connect_four(visitor: Visitor) -> None:
    visitor.play("connect_four")
    visitor.seat(yellow="person")
    for number, column in enumerate("4343434"):
        visitor.cell(f"{column}:{number // 2 + 1}").click()
        visitor.steps(number + 1)
    visitor.says("red won (red 100, yellow 0).")


def test_chess(visitor: Visitor) -> None:
    """A short game with a promotion, castling and a mate, all of it clicked."""
    visitor.play("chess")
    visitor.seat(black="person")
    moves = "e2e4 a7a5 f1c4 a5a4 g1f3 a4a3 castle a3b2 f3g5 b2a1 d1f3 h7h6 f3f7".split()
    for number, move in enumerate(moves):
        if move == "castle":
            visitor.page.locator(".move-input > .buttons").get_by_role("button", name="castle kingside").click()
        else:
            visitor.click(move[:2], move[2:])
        if move == "b2a1":
            visitor.page.locator(".choice button.primary", has_text="queen").click()
        visitor.steps(number + 1)
    visitor.says("white won (white 100, black 0).")


def test_hex(visitor: Visitor) -> None:
    visitor.play("hex")
    visitor.seat(blue="person")
    for number in range(17):
        visitor.click(f"{'ei'[number % 2]}{number // 2 + 1}")
        visitor.steps(number + 1)
    visitor.says("red won (red 100, blue 0).")


def test_rock_paper_scissors(visitor: Visitor) -> None:
    """Who choose together do not see each other choose."""
    visitor.play("rock_paper_scissors")
    visitor.sit(right="person")
    for role, move in (("left", "rock"), ("right", "paper")):
        visitor.page.get_by_role("heading", name=f"{role}, it is your turn").wait_for()
        assert visitor.page.locator(".board").count() == 0
        visitor.take_over(role)
        visitor.page.locator(".move-input > .buttons").get_by_role("button", name=move).click()
    visitor.says("right won")


def test_battleship(visitor: Visitor) -> None:
    """Both hide their ships in the same cells; the one who shoots first sinks them first. Nobody sees the ships of the
    other before the end."""
    visitor.play("battleship")
    visitor.sit(second="person")
    page = visitor.page
    for cell in ("a1", "a2"):
        for role in ("first", "second"):
            visitor.take_over(role)
            visitor.click(f"{role} {cell}")
            page.locator(".choice button", has_text="across").click()
    visitor.take_over("first")
    assert visitor.cell("first c2").get_attribute("aria-label") == "first c2: 3"
    assert visitor.cell("second c2").get_attribute("aria-label") == "second c2: empty"
    visitor.tab("Moves")
    assert "can be saved when it is over" in page.locator("#panel").inner_text()
    shots = ["a1", "b1", "a2", "b2", "c2"]
    for number in range(9):
        role, other = ("first", "second") if number % 2 == 0 else ("second", "first")
        if number:
            visitor.take_over(role)
        visitor.click(f"{other} {shots[number // 2]}")
    visitor.says("first won")
    page.get_by_role("link", name="Save the record").wait_for()


def test_the_end_of_backgammon(visitor: Visitor) -> None:
    """A link brings the dice that fell before; those after it are fresh."""
    position, rng = ws.load("backgammon").start(), random.Random(1)
    while not position.is_over:
        chosen = {role: rng.choice(position.legal(role)) for role in position.choosing if role != "random"}
        position = position.play(chosen, rng=rng)
    visitor.play("backgammon", " ".join(_choices(position)[:-_LEFT]))
    visitor.seat(white="person", black="person")
    _play_on(visitor)


@pytest.mark.slow
def test_the_whole_of_backgammon(visitor: Visitor) -> None:
    visitor.play("backgammon")
    visitor.seat(white="person", black="person")
    _play_on(visitor)


def _choices(position: ws.Position) -> list[str]:
    """The moves that led to a position, of the roles that had a choice."""
    found: list[str] = []
    while (before := position.previous) is not None:
        found[:0] = [str(move) for move in position.last if move.role in before.choosing]
        position = before
    return found


def _play_on(visitor: Visitor) -> None:
    """Click something until the match is over."""
    for _ in range(1000):
        if "won" in visitor.status:
            return
        visitor.click_any()
    raise AssertionError(f"it did not end: {visitor.status}")
