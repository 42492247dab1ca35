"""The pages around a match in a real browser: sharing, clocks, own players, tournaments, constraints."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from web.browsing import Visitor, running
from web.serving import player_file
from woodstock import games

pytestmark = pytest.mark.long


def test_a_link_has_the_moves_in_it(visitor: Visitor) -> None:
    visitor.play("connect_four", "(drop 4) (drop 4)")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.button("Copy link").click()
    visitor.page.get_by_text("The link is copied.").wait_for()
    link = visitor.page.evaluate("() => navigator.clipboard.readText()")
    visitor.page.goto("about:blank")
    visitor.page.goto(link)
    visitor.steps(2)
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save as HTML").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text.count("<figure") == 3 and "<script src" not in text


def test_a_clock_runs_and_a_move_is_drawn(visitor: Visitor) -> None:
    visitor.play("nim")
    visitor.tab("Players")
    visitor.page.get_by_label("Clock for people").select_option("10 s for a move")
    visitor.button("Continue with these players").click()
    visitor.page.locator(".clock", has_text="0:0").wait_for()
    visitor.tab("Moves")  # the status may have gone on to the answer
    visitor.page.locator(".moves", has_text="first ran out of time").first.wait_for()


def test_a_player_of_ones_own_sits_down(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player_file(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with running("--player", "own_player.First", folder=tmp_path) as address:
        visitor = Visitor(browser.new_page(), address)
        visitor.play("tic_tac_toe")
        visitor.seat(o="own_player.First")
        visitor.click("c3")
        visitor.steps(2)
        visitor.page.locator(".made", has_text="o a1").wait_for()
        visitor.page.close()
        assert visitor.faults == []


def test_a_rulesheet_is_dropped_and_another_opened(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.go("rules")
    page.locator(".editor").wait_for()
    given = page.evaluate_handle(
        """text => { const all = new DataTransfer(); all.items.add(new File([text], "dropped.kif")); return all; }""",
        games.text("nim"),
    )
    page.dispatch_event(".editor", "drop", {"dataTransfer": given})
    page.locator(".findings", has_text="How it plays").wait_for()
    assert page.get_by_label("Name").input_value() == "dropped"
    (tmp_path / "mine.kif").write_text(games.text("tic_tac_toe"), encoding="utf-8")
    page.locator('input[accept*=".kif"]').set_input_files(tmp_path / "mine.kif")
    page.locator(".findings .board svg").wait_for()
    assert page.get_by_label("Name").input_value() == "mine"
    page.locator(".meanings dt", has_text="mean goal").wait_for(state="attached")


def test_a_tournament_is_started_from_the_form(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("tournaments")
    page.get_by_label("Game").select_option("nim")
    page.get_by_label("Players, separated by commas").fill("legal, random")
    page.get_by_label("Matches of each pair").fill("2")
    page.get_by_label("Seconds for a move").fill("0.1")
    visitor.button("Start").click()
    page.get_by_text("2 of 2 matches played.").wait_for(timeout=90_000)
    page.locator(".bars rect").first.wait_for(state="attached")  # a bar without points has no width
    assert page.locator("section table tbody tr").count() == 1


def test_a_network_is_solved_and_a_quantified_one_played(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("constraints")
    visitor.button("Solve").click()
    page.locator(".answer", has_text="satisfiable").wait_for()
    rows = [int(text.split("=")[1]) for text in page.locator(".solution code").all_inner_texts()]
    assert all(len({row + way * at for at, row in enumerate(rows)}) == 8 for way in (-1, 0, 1))
    assert page.locator(".graph g").count() == 8
    visitor.button("New instance").click()
    for _ in range(8):
        page.locator("button.move:enabled, strong:has-text('won')").first.wait_for()
        if page.locator("strong", has_text="won").count():
            break
        before = page.locator(".prefix").inner_text()
        page.locator("button.move:enabled").first.click()
        page.wait_for_function("before => document.querySelector('.prefix').innerText !== before", arg=before)
    page.locator("strong", has_text="won").wait_for()
    assert page.locator(".prefix li").count() == 8


_CLICK = """(label) => new Promise(resolve => {
  const begun = performance.now();
  const observer = new MutationObserver(() => resolve(performance.now() - begun));
  observer.observe(document.querySelector('.status'), {subtree: true, childList: true, characterData: true});
  const cell = document.querySelector(`.board-frame .target[aria-label^="${label}:"]`);
  cell.dispatchEvent(new MouseEvent('click', {bubbles: true}));
})"""


@pytest.mark.clock
@pytest.mark.parametrize(("game", "seconds", "clicks"), [("tic_tac_toe", 1.0, "a1 b1 c1 a2"), ("chess", 2.0, "")])
def test_the_board_is_there_soon_and_a_click_is_answered(
    visitor: Visitor, game: str, seconds: float, clicks: str
) -> None:
    took = []
    for _ in range(3):
        visitor.page.wait_for_timeout(1500)  # a process gets ready for the next table
        begun = time.monotonic()
        visitor.play(game)
        took.append(time.monotonic() - begun)
    print(f"{game}: a board after {[round(one, 2) for one in took]} s")
    assert min(took) < seconds
    if clicks:
        visitor.seat(o="person")
        answers = []
        for label in clicks.split():
            visitor.page.wait_for_timeout(500)  # until the last move is settled, as a person would
            answers.append(visitor.page.evaluate(_CLICK, label))
        print(f"clicks answered within {[round(one) for one in answers]} ms")
        assert min(answers) < 100
