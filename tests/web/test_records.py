"""Records of matches: saved, and opened again, ours and those of ggp-base."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from web.serving import act, good, look, opened
from woodstock import games


def test_a_record_is_taken_along_and_opened_again(client: TestClient) -> None:
    line = "(mark 2 2) (mark 1 1) (mark 1 2) (mark 3 2) (mark 2 1)"
    view = opened(client, "tic_tac_toe", {"x": "person", "o": "person"}, line=line)
    record = good(client.get(f"/api/tables/{view['id']}/record"))
    assert record["gameName"] == "tic_tac_toe" and len(record["moves"]) == 5 and record["isPlayerHuman"] == [True, True]
    again = good(client.post("/api/records", json={"record": record}))
    assert again["problem"] == "" and again["view"]["line"] == line
    assert look(client, again["view"]["id"], step=2)["at"] == 2


def test_a_record_of_ggp_base_is_opened(client: TestClient) -> None:
    record: dict[str, Any] = {
        "matchId": "base.ticTacToe.1",
        "gameMetaURL": "http://games.ggp.org/base/games/tic_tac_toe/v0/",
        "isCompleted": False,
        "moves": [["( mark 2 2 )", "noop"], ["noop", "( mark 1 1 )"]],
        "playerNamesFromHost": ["Ann", "Bob"],
        "errors": [["", ""], ["", ""], ["", "TO"]],
    }
    found = good(client.post("/api/records", json={"record": record}))
    assert found["view"]["steps"] == 2 and found["players"] == {"x": "Ann", "o": "Bob"}
    table = found["view"]["id"]
    assert "timeout" in look(client, table)["history"][1]["notes"][0]
    assert act(client, table, "move", role="x", text="c3")["steps"] == 3, "one can go on from there"


def test_a_record_with_other_rules_carries_them_or_is_given_them(client: TestClient) -> None:
    record = {"gameName": "strange", "moves": [["(mark 2 2)", "noop"]]}
    answer = client.post("/api/records", json={"record": record})
    assert answer.status_code == 400 and "paste its rules" in answer.json()["error"]
    given = {"record": record, "rules": games.text("tic_tac_toe")}
    assert good(client.post("/api/records", json=given))["view"]["steps"] == 1


def test_what_is_no_record_is_refused(client: TestClient) -> None:
    wrong: tuple[Any, ...] = (
        {},
        {"moves": 1},
        {"moves": [["(mark 9 9)", "noop"]], "gameName": "tic_tac_toe"},
        [],
        None,
    )
    for record in wrong:
        answer = client.post("/api/records", json={"record": record})
        assert answer.status_code == 400 and answer.json()["error"]


def test_a_match_as_a_page_needs_nothing_else(client: TestClient) -> None:
    view = opened(client, "connect_four", {"red": "person", "yellow": "person"}, line="(drop 4) (drop 4)")
    answer = client.get(f"/api/tables/{view['id']}/page")
    assert answer.headers["content-disposition"] == 'attachment; filename="connect_four.html"'
    assert answer.text.count("<figure") == 3 and "http://www.w3.org" in answer.text
    assert "src=" not in answer.text and "href=" not in answer.text
