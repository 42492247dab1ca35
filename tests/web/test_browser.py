"""The page in a real browser: games played by clicks, by keys and by typing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from web.browsing import Visitor
from woodstock import games

pytestmark = pytest.mark.long


@pytest.mark.slow
def test_undo_hint_and_levels(visitor: Visitor) -> None:
    visitor.play("connect_four")
    visitor.says("Your move (red).")
    visitor.button("Hint").click()
    visitor.page.locator(".hint", has_text="worth about").wait_for()
    assert visitor.page.locator(".board .pointed").count() == 1
    visitor.cell("4:1").click()
    visitor.steps(2)
    visitor.says("Your move (red).")
    visitor.button("Undo").click()
    visitor.steps(0)
    visitor.seat(yellow="beginner")
    visitor.cell("3:1").click()
    visitor.steps(2)
    visitor.button("Swap sides").click()
    visitor.says("Your move (yellow).")
    visitor.button("Resign").click()
    visitor.says("yellow resigned.")


def test_chess_promotes_and_castles_by_clicks(visitor: Visitor) -> None:
    line = (
        "(move e 2 e 4) (move a 7 a 5) (move g 1 f 3) (move a 5 a 4) (move f 1 e 2) (move a 4 a 3) (move h 2 h 3) "
        "(move a 3 b 2)"
    )
    visitor.play("chess", line)
    visitor.seat(black="person")
    visitor.click("h3", "h4")
    visitor.says("black to move")
    visitor.click("b2", "a1")
    choice = visitor.page.locator(".choice")
    choice.wait_for()
    assert choice.locator("button.primary").count() == 4
    choice.locator("button.primary", has_text="queen").click()
    visitor.says("white to move")
    # Castling names no cell, so it is a button beside the board.
    visitor.page.locator(".move-input > .buttons").get_by_role("button", name="castle kingside").click()
    visitor.says("black to move")
    visitor.button("Undo").click()
    visitor.says("white to move")
    assert visitor.cell("e1").get_attribute("aria-label") == "e1: white_king"


def test_keyboard_alone(visitor: Visitor) -> None:
    """From the gallery to an analysis with Tab, arrows and Enter; the focus survives what changes."""
    page = visitor.page
    visitor.go("")
    page.locator(".gallery li").first.wait_for()
    visitor.tab_to('input[type="search"]')
    page.keyboard.type("tic-tac-toe")
    visitor.tab_to('.card[href="#/play/tic_tac_toe"]')
    page.keyboard.press("Enter")
    visitor.says("Your move (x).")
    visitor.tab_to(".board .target")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator(".moves li", has_text="x b2").wait_for()
    visitor.steps(2)
    visitor.says("Your move (x).")
    page.wait_for_function("() => document.activeElement.matches('.board .target')")
    visitor.tab_to("input.typed")
    page.keyboard.type(next(name for name in ("a1", "c3") if visitor.cell(name).count()))
    page.keyboard.press("Enter")
    page.wait_for_selector(".moves li:nth-child(3)")
    visitor.says("Your move (x).")
    page.wait_for_function("() => document.activeElement.matches('input.typed')")
    visitor.tab_to("#tab-moves")
    page.keyboard.press("ArrowRight")
    visitor.tab_to(".analysis button.primary")
    page.keyboard.press("Enter")
    page.locator(".analysis tbody tr").first.wait_for()


def test_arrow_keys_go_through_the_moves(visitor: Visitor) -> None:
    visitor.play("connect_four", "(drop 4) (drop 4) (drop 3) (drop 1)")
    visitor.steps(4)
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.locator(".moves .note", has_text="3 of 4").wait_for()
    visitor.page.keyboard.press("Home")
    visitor.page.locator(".moves .note", has_text="0 of 4").wait_for()
    visitor.page.keyboard.press("End")
    visitor.page.locator(".moves .note", has_text="4 of 4").wait_for()


def test_a_rulesheet_is_pasted_mended_and_played(visitor: Visitor) -> None:
    text = games.text("tic_tac_toe")
    visitor.go("rules")
    area = visitor.page.get_by_label("Rules", exact=True)
    area.fill(text.replace("(role o)", "(role o"))
    visitor.page.locator(".problems .error").first.wait_for()
    visitor.page.locator(".gutter .error").first.wait_for()
    assert visitor.button("Play it").is_disabled()
    area.fill(text)
    visitor.page.locator(".findings", has_text="How it plays").wait_for()
    visitor.page.locator(".findings .board svg").wait_for()
    visitor.button("Play it").click()
    visitor.says("Your move (x).")
    visitor.click("b2")
    visitor.steps(2)


def test_the_network_of_a_turn_is_drawn(visitor: Visitor) -> None:
    visitor.play("rock_paper_scissors")
    visitor.tab("Analysis")
    visitor.button("Network of this turn").click()
    graph = visitor.page.locator(".graph")
    graph.wait_for()
    assert graph.locator("g").count() == 11
    assert graph.locator(".node.set").count() == 3, "what the position fixes"
    variable = graph.locator("g", has_text="does left")
    assert "the solver chooses it from {paper, rock, scissors}" in variable.locator("title").text_content()
    before = graph.locator(".edge.picked").count()
    variable.locator("circle").hover()
    graph.locator(".edge.picked").first.wait_for()
    assert before == 0


@pytest.mark.slow
def test_analysis_shows_values_line_and_symmetries(visitor: Visitor) -> None:
    visitor.play("tic_tac_toe")
    page = visitor.page
    visitor.tab("Analysis")
    visitor.button("Analyse").click()
    page.locator(".verdict", has_text="solved").wait_for()
    assert page.locator(".analysis tbody tr").count() == 9
    assert page.locator(".board .overlay-number").count() >= 9
    page.locator(".line button").nth(1).click()
    page.locator("text=looking ahead of the match").wait_for()
    page.locator(".line button").first.click()
    visitor.button("Symmetric moves").click()
    page.locator(".study", has_text="3 of them different up to symmetry").wait_for()
    visitor.button("Network of this turn").click()
    page.locator(".study", has_text="9 solutions").wait_for()


@pytest.mark.slow
def test_a_match_of_two_players_is_watched(visitor: Visitor) -> None:
    visitor.go("watch")
    page = visitor.page
    page.locator(".field", has=page.locator('span:text-is("Game")')).locator("select").select_option("nim")
    for select in page.locator(".seats .field select").all()[:2]:
        select.select_option("beginner")
    visitor.button("Watch").click()
    page.locator(".status", has_text="won").wait_for()
    assert page.locator(".curve circle").count() > 2
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
    record = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert record["isCompleted"] and record["playerNamesFromHost"] == ["beginner", "beginner"]


def test_a_record_of_ggp_base_is_looked_at(visitor: Visitor, tmp_path: Path) -> None:
    record = {
        "matchId": "base.1",
        "gameMetaURL": "http://games.ggp.org/base/games/tic_tac_toe/v0/",
        "moves": [["( mark 2 2 )", "noop"], ["noop", "( mark 1 1 )"], ["( mark 3 3 )", "noop"]],
    }
    (tmp_path / "record.json").write_text(json.dumps(record), encoding="utf-8")
    visitor.go("watch")
    visitor.page.locator('input[accept*="json"]').set_input_files(tmp_path / "record.json")
    visitor.page.locator(".moves .note", has_text="0 of 3").wait_for()
    visitor.page.keyboard.press("End")
    visitor.page.locator(".moves .note", has_text="3 of 3").wait_for()


@pytest.mark.parametrize(
    "game", [pytest.param("othello", marks=pytest.mark.slow), pytest.param("", marks=pytest.mark.slow)]
)
def test_games_open_without_a_complaint_and_a_click_makes_a_move(visitor: Visitor, game: str) -> None:
    for name in [game] if game else games.names():
        print(name)  # what a failure tells
        visitor.play(name)
        about = games.metadata(name)
        if about.players > 1:
            visitor.tab("Players")
            for select in visitor.page.locator(".seats .field select").all()[: about.players]:
                select.select_option("person")
            visitor.button("Continue with these players").click()
            visitor.page.wait_for_timeout(800)
            if visitor.page.locator(".pass button").count():
                visitor.page.locator(".pass button").click()
            visitor.tab("Moves")
        visitor.click_any()
        assert visitor.faults == [], name
