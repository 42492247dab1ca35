"""What the page explains in a real browser: thoughts while a player thinks, beliefs, stages, and what numbers mean."""

from __future__ import annotations

import pytest

from web.browsing import Visitor

pytestmark = pytest.mark.long


def test_a_player_is_watched_while_it_thinks(visitor: Visitor) -> None:
    """Its values are on the board and in the table before it moves, and stay to be read after it has."""
    visitor.play("connect_four")
    visitor.sit(yellow="uct @ 6")
    visitor.tab("Analysis")
    visitor.cell("4:1").click()
    panel = visitor.page.locator(".analysis")
    panel.locator(".note", has_text="yellow (uct @ 6) is thinking:").wait_for()
    assert panel.locator("tbody tr").count() == 7
    assert visitor.page.locator(".board .overlay-number").count() == 7
    assert visitor.page.locator(".board .ghost-head").count() > 0
    panel.locator(".note", has_text="What yellow (uct @ 6) thought before its last move:").wait_for()
    visitor.says("Your move (red).")
    visitor.page.locator(".board .overlay-number").first.wait_for(state="detached")  # they were of another position
    assert visitor.page.locator(".curve > svg circle").count() >= 2
    visitor.button("New game").click()
    visitor.says("Your move (red).")
    panel.locator("tbody").wait_for(state="detached")
    visitor.page.locator(".curve > svg circle").first.wait_for(state="detached")


def test_mac_ucb_tells_of_stages_and_every_number_is_explained(visitor: Visitor) -> None:
    visitor.play("tic_tac_toe", "(mark 2 2) (mark 1 1)")
    visitor.tab("Analysis")
    page = visitor.page
    page.get_by_role("combobox", name="Player", exact=True).select_option("mac-ucb")
    page.get_by_label("Seconds").fill("1")
    visitor.button("Analyse").click()
    said = page.locator(".analysis .note", has_text="stages solved")
    said.wait_for()
    assert "decisions pruned" in said.inner_text()
    page.locator(".meanings summary").click()
    names = set(page.locator(".meanings dt").all_inner_texts())
    assert {"value", "between", "visits", "playouts", "stages solved", "decisions pruned"} <= names
    assert names >= set(page.locator(".analysis thead th").all_inner_texts())


def test_the_expected_line_is_stepped_through(visitor: Visitor) -> None:
    visitor.play("connect_four")
    visitor.seat(yellow="person")
    visitor.cell("4:1").click()
    visitor.steps(1)
    visitor.tab("Analysis")
    page = visitor.page
    page.get_by_label("Seconds").fill("1")
    visitor.button("Analyse").click()
    visitor.button("Analyse").wait_for()  # it was Stop meanwhile
    discs = page.locator(".board-frame .board svg g.c-yellow, .board-frame .board svg .c-yellow")
    before = discs.count()
    page.locator(".line button").nth(3).click()
    page.locator("text=looking ahead of the match").wait_for()
    page.wait_for_function(
        "before => document.querySelectorAll('.board-frame svg .c-yellow').length > before", arg=before
    )
    page.locator(".line button").first.click()
    visitor.tab("Moves")
    visitor.steps(1)


def test_beliefs_are_drawn(visitor: Visitor) -> None:
    """A poker player who holds one of three cards knows of two positions."""
    visitor.play("kuhn_poker")
    visitor.tab("Analysis")
    visitor.button("What first can know").click()
    visitor.page.locator(".study", has_text="2 positions are possible").wait_for()
    assert visitor.page.locator(".beliefs figure svg").count() == 2
    assert visitor.page.locator(".beliefs figcaption").all_inner_texts() == ["50 %", "50 %"]


def test_symmetric_moves_have_one_colour(visitor: Visitor) -> None:
    visitor.play("tic_tac_toe")
    visitor.tab("Analysis")
    visitor.button("Symmetric moves").click()
    visitor.page.locator(".orbits li").first.wait_for()
    shapes = visitor.page.locator(".board .overlay polygon")
    colours = sorted(str(shape.get_attribute("fill")) for shape in shapes.all())
    assert sorted(colours.count(one) for one in set(colours)) == [1, 4, 4]


def test_what_is_shown_on_the_board_belongs_to_the_position(visitor: Visitor) -> None:
    """Values of moves stay on the board when another tab is opened, but not when the next move is made."""
    visitor.play("tic_tac_toe")
    visitor.seat(o="person")
    visitor.tab("Analysis")
    visitor.page.get_by_label("Seconds").fill("1")
    visitor.button("Analyse").click()
    visitor.button("Analyse").wait_for()  # it was Stop meanwhile
    visitor.tab("Moves")
    assert visitor.page.locator(".board .overlay-number").count() >= 9
    visitor.click("b2")
    visitor.steps(1)
    visitor.page.locator(".board .overlay-number").first.wait_for(state="detached")
    visitor.button("Hint").click()
    visitor.page.locator(".hint").wait_for()
    visitor.page.locator(".board .overlay > *").first.wait_for()
    visitor.click("a1")
    visitor.steps(2)
    visitor.page.locator(".board .overlay > *").first.wait_for(state="detached")
