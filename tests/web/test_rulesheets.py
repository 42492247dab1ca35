"""Rulesheets that somebody writes: problems with their places, then the board and what random games tell."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from web.serving import act, good, opened, serving
from woodstock import games
from woodstock.web.limits import Limits

ENDLESS = "(role x) (init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (<= (legal x go)) (<= terminal (true (n w)))"


def test_a_mistake_is_told_with_its_line(client: TestClient) -> None:
    text = games.text("tic_tac_toe").replace("(role o)", "(role o")
    found = good(client.post("/api/check", json={"text": text}))
    assert not found["ok"]
    assert found["problems"][0]["code"] == "syntax" and found["problems"][0]["line"] > 1
    fixed = good(client.post("/api/check", json={"text": games.text("tic_tac_toe")}))
    assert fixed["ok"] and fixed["problems"] == []


def test_a_valid_sheet_is_drawn_and_played(client: TestClient) -> None:
    found = good(client.post("/api/try", json={"text": games.text("tic_tac_toe"), "name": "mine"}))
    assert found["facts"]["name"] == "mine" and found["svg"].startswith("<svg")
    play = found["play"]
    assert play["playouts"] == play["finished"] and 5 <= play["mean_length"] <= 9
    assert play["wins"]["x"] > play["wins"]["o"]
    assert abs(play["mean_goals"]["x"] + play["mean_goals"]["o"] - 100) < 1e-6


def test_what_goes_wrong_in_play_is_told(client: TestClient) -> None:
    text = (
        "(role x) (init (a 1)) (<= (legal x go) (true (a 1))) (<= (next (a 2))) (<= terminal (true (a 3))) (goal x 50)"
    )
    found = good(client.post("/api/try", json={"text": text, "name": "stuck"}))
    assert any(problem["severity"] == "error" for problem in found["problems"])


@pytest.mark.slow
def test_rules_that_never_end_stop_nobody() -> None:
    with serving(Limits(studying=4.0, spare=0)) as client:
        found = good(client.post("/api/try", json={"text": ENDLESS, "name": "endless"}))
        assert "longer than" in found["problems"][0]["message"]
        assert client.get("/api/games").status_code == 200


def test_a_pasted_game_is_played(client: TestClient) -> None:
    given = {"text": games.text("tic_tac_toe"), "name": "mine", "chairs": {"x": "person", "o": "person"}}
    view = good(client.post("/api/tables", json=given))
    assert not view["game"]["bundled"] and view["game"]["title"] == "mine"
    assert act(client, view["id"], "move", role="x", text="(mark 1 1)")["steps"] == 1


def test_the_gallery_tells_of_every_game(client: TestClient) -> None:
    found = good(client.get("/api/games"))["games"]
    assert [one["name"] for one in found] == list(games.names())
    assert all(len(one["about"]) > 20 for one in found)
    picture = client.get("/api/games/tic_tac_toe/picture.svg?theme=dark")
    assert picture.headers["content-type"].startswith("image/svg+xml") and picture.text.startswith("<svg")
    assert client.get("/api/games/ches/picture.svg").status_code == 400
    assert good(client.get("/api/rules/nim"))["text"] == games.text("nim")
    assert client.get("/api/rules/..%2Fsecret").status_code in (400, 404)


def test_board_style_is_scoped(client: TestClient) -> None:
    style = client.get("/board.css").text
    for rule in style.replace("@media (prefers-color-scheme:dark){", "").split("}"):
        assert not rule.strip() or ".board " in rule


def test_opening_a_bundled_game_tells_its_rules(client: TestClient) -> None:
    assert "Nim" in opened(client, "nim", {"first": "person", "second": "person"})["game"]["rules"]
