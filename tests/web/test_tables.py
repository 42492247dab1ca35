"""Tables over HTTP: matches of people and players, step by step."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from web.serving import act, begun, events, good, look, opened, player_file, serving, until
from woodstock.web.limits import Limits

NIM = {"first": "person", "second": "person"}


def test_a_table_tells_the_game_the_board_and_the_moves(client: TestClient) -> None:
    view = begun(client, "tic_tac_toe", {"x": "person", "o": "easy"})
    assert view["game"]["players"] == ["x", "o"]
    assert view["waiting"] == ["x"] and not view["over"]
    moves = view["picture"]["moves"]["x"]
    assert len(moves) == 9
    assert {"move": "(mark 2 2)", "short": "b2", "steps": [["0-1-1"]]} in moves
    assert view["picture"]["svg"].count('class="target"') == 9
    assert view["picture"]["cells"]["0-1-1"] == "b2: empty"
    assert "<style" not in view["picture"]["svg"] and "style=" not in view["picture"]["svg"]


def test_a_match_against_a_level_goes_to_its_end(client: TestClient) -> None:
    view = begun(client, "nim", {"first": "person", "second": "beginner"})
    while not view["over"]:
        view = until(client, view["id"], lambda one: one["over"] or bool(one["waiting"]))
        if not view["over"]:
            move = view["picture"]["moves"]["first"][0]["move"]
            view = act(client, view["id"], "move", role="first", text=move)
    assert set(view["goals"].values()) == {0, 100}
    assert view["steps"] == len(view["history"]) > 2
    assert any(values for values in view["values"]), "what the player thought is kept"


def test_moves_are_typed_in_short_in_full_and_in_part(client: TestClient) -> None:
    table = begun(client, "connect_four", {"red": "person", "yellow": "person"})["id"]
    act(client, table, "move", role="red", text="4")
    act(client, table, "move", role="yellow", text="(drop 4)")
    view = act(client, table, "move", role="red", text="drop 3")
    assert [one["short"] for one in view["history"]] == [{"red": "4"}, {"yellow": "4"}, {"red": "3"}]
    answer = client.post(f"/api/tables/{table}/move", json={"role": "yellow", "text": "9"})
    assert answer.status_code == 400 and "no move of yellow" in answer.json()["error"]
    answer = client.post(f"/api/tables/{table}/move", json={"role": "red", "text": "1"})
    assert "not the turn" in answer.json()["error"]


def test_undo_and_redo_go_to_where_a_person_chose(client: TestClient) -> None:
    table = begun(client, "tic_tac_toe", {"x": "person", "o": "legal"})["id"]
    act(client, table, "move", role="x", text="b2")
    view = until(client, table, lambda one: one["steps"] == 2)
    view = act(client, table, "undo")
    assert (view["steps"], view["waiting"], view["can"]["redo"]) == (0, ["x"], True)
    view = act(client, table, "redo")
    assert (view["steps"], view["waiting"], view["can"]["redo"]) == (2, ["x"], False)
    act(client, table, "undo")
    view = act(client, table, "move", role="x", text="a1")
    assert not view["can"]["redo"], "another move is another future"


def test_resigning_ends_a_match_and_undo_takes_it_back(client: TestClient) -> None:
    table = begun(client, "nim", NIM)["id"]
    view = act(client, table, "resign", role="second")
    assert view["over"] and view["resigned"] == "second" and not view["waiting"]
    assert not act(client, table, "undo")["over"]


def test_swapping_sides_and_a_new_game(client: TestClient) -> None:
    table = begun(client, "tic_tac_toe", {"x": "person", "o": "legal"})["id"]
    view = act(client, table, "swap")
    assert view["chairs"]["o"]["person"] and not view["chairs"]["x"]["person"]
    view = until(client, table, lambda one: one["waiting"] == ["o"])
    view = act(client, table, "sit", chairs={"x": "person", "o": "person"})
    view = act(client, table, "again")
    assert view["steps"] == 0 and view["waiting"] == ["x"]


def test_dice_are_fresh_in_a_new_game_and_the_same_after_undo(client: TestClient) -> None:
    view = opened(client, "backgammon", {"white": "person", "black": "person"})
    table = view["id"]
    first = view["picture"]["svg"]
    role = view["waiting"][0]
    move = view["picture"]["moves"][role][0]["move"]
    act(client, table, "move", role=role, text=move)
    assert act(client, table, "undo")["picture"]["svg"] == first
    assert len({act(client, table, "again")["picture"]["svg"] for _ in range(6)}) > 1


def test_a_hint_is_a_legal_move(client: TestClient) -> None:
    view = opened(
        client, "tic_tac_toe", {"x": "person", "o": "person"}, line="(mark 1 1) (mark 3 3) (mark 1 3) (mark 3 1)"
    )
    found = act(client, view["id"], "hint", role="x")
    assert (found["move"], found["value"], found["proved"]) == ("(mark 1 2)", 1.0, True)
    answer = client.post(f"/api/tables/{view['id']}/hint", json={"role": "o"})
    assert answer.status_code == 400


def test_people_who_choose_at_the_same_time_do_not_see_each_other(client: TestClient) -> None:
    view = opened(client, "rock_paper_scissors", {"left": "person", "right": "person"})
    assert view["private"] and view["waiting"] == ["left", "right"]
    table = view["id"]
    assert list(look(client, table, viewer="right")["picture"]["moves"]) == ["right"]
    view = act(client, table, "move", role="left", text="rock")
    assert view["waiting"] == ["right"] and view["decided"] == ["left"] and view["history"] == []
    assert "rock" not in str(look(client, table, viewer="right")["history"])
    view = act(client, table, "move", role="right", text="paper")
    assert view["history"][0]["full"] == {"left": "rock", "right": "paper"}


def test_hidden_things_stay_hidden_until_the_end(client: TestClient) -> None:
    view = begun(client, "kuhn_poker", {"first": "person", "second": "person"})
    table = view["id"]
    role, other = view["viewer"], {"first": "second", "second": "first"}[view["viewer"]]
    card = next(one for one in ("jack", "queen", "king") if one in str(view["picture"]["seen"]))
    shown = view["picture"]["svg"] + str(view["picture"]["cells"]) + view["picture"]["text"]
    assert view["private"] and view["history"] == [] and view["line"] == "" and view["values"] == []
    theirs = look(client, table, viewer=other)
    assert card not in str(theirs["picture"]["seen"]), "each sees the own card"
    assert shown != theirs["picture"]["svg"] + str(theirs["picture"]["cells"]) + theirs["picture"]["text"]
    for path in ("record", "page", "study/network"):
        assert client.get(f"/api/tables/{table}/{path}").status_code == 400
    assert client.post(f"/api/tables/{table}/ahead", json={"step": 0, "line": []}).status_code == 400
    while not view["over"]:
        role = view["waiting"][0]
        view = look(client, table, viewer=role)
        view = act(client, table, "move", role=role, text=view["picture"]["moves"][role][0]["move"], viewer=role)
    assert view["history"] and client.get(f"/api/tables/{table}/record").status_code == 200


def test_what_a_player_knows_is_not_for_people_to_see(client: TestClient) -> None:
    view = begun(client, "kuhn_poker", {"first": "person", "second": "easy"})
    answer = client.get(f"/api/tables/{view['id']}", params={"viewer": "second"})
    assert answer.status_code == 400 and "hidden" in answer.json()["error"]
    for path in ("analysis?role=second&seconds=1", "study/beliefs?role=second"):
        assert client.get(f"/api/tables/{view['id']}/{path}").status_code == 400
    found = good(client.get(f"/api/tables/{view['id']}/study/beliefs", params={"role": "first"}))
    assert found["possible"] == 2 and len(found["states"]) == 2


def test_an_analysis_comes_in_slices(client: TestClient) -> None:
    view = begun(client, "connect_four", {"red": "person", "yellow": "person"})
    said = events(client, f"/api/tables/{view['id']}/analysis?player=uct&seconds=1.5")
    thoughts = [what for kind, what in said if kind == "thought"]
    assert said[-1][0] == "end" and len(thoughts) >= 2
    assert [one["last"] for one in thoughts] == [False] * (len(thoughts) - 1) + [True]
    last = thoughts[-1]
    assert {one["move"] for one in last["moves"]} == {f"(drop {column})" for column in range(1, 8)}
    assert all(one["low"] <= one["value"] <= one["high"] for one in last["moves"])
    assert last["marks"]["(drop 4)"]["short"] == "4" and last["line_marks"]
    ahead = act(client, view["id"], "ahead", step=0, line=last["line"][:1])
    assert ahead["svg"] != view["picture"]["svg"]
    assert look(client, view["id"])["steps"] == 0


def test_the_note_of_mac_ucb_tells_of_stages(client: TestClient) -> None:
    view = begun(client, "tic_tac_toe", {"x": "person", "o": "person"})
    said = events(client, f"/api/tables/{view['id']}/analysis?player=mac-ucb&seconds=0.5")
    assert "stages solved" in said[-2][1]["note"]


def test_symmetries_and_the_network_of_a_turn(client: TestClient) -> None:
    view = begun(client, "tic_tac_toe", {"x": "person", "o": "person"})
    orbits = good(client.get(f"/api/tables/{view['id']}/study/orbits", params={"role": "x"}))
    assert sorted(map(len, orbits["orbits"])) == [1, 4, 4] and orbits["here"] == 8
    network = good(client.get(f"/api/tables/{view['id']}/study/network"))
    assert network["solutions"] == 9 and network["variables"] > 9
    names = [one["name"] for one in network["listed"]]
    place = {name: at for at, name in enumerate(names)}
    joined = {frozenset(pair[:2]) for pair in network["edges"]}
    assert frozenset((place["does x"], place["next (cell 2 2 ?)"])) in joined
    assert frozenset((place["next (cell 1 1 ?)"], place["next (cell 2 2 ?)"])) not in joined


def test_two_players_are_watched_paused_and_let_go_on(client: TestClient) -> None:
    view = opened(client, "tic_tac_toe", {"x": "random", "o": "legal"}, paused=True)
    table = view["id"]
    assert view["paused"] and view["steps"] == 0
    assert act(client, table, "pause", paused=True, step=True)["paused"]
    until(client, table, lambda one: one["steps"] == 1 and not one["thinking"])
    act(client, table, "pause", paused=False)
    assert until(client, table, lambda one: one["over"])["goals"]


def test_a_clock_that_runs_out_draws_a_move(client: TestClient) -> None:
    view = opened(client, "nim", NIM, clock=1)
    assert 0 < view["left"] <= 1
    view = until(client, view["id"], lambda one: one["steps"] >= 1)
    assert "first ran out of time" in view["history"][0]["notes"][0]


def test_a_line_in_a_link_leads_to_its_position(client: TestClient) -> None:
    view = opened(client, "connect_four", {"red": "person", "yellow": "person"}, line="(drop 4) (drop 4) (drop 1)")
    assert view["steps"] == 3 and view["line"] == "(drop 4) (drop 4) (drop 1)"
    earlier = look(client, view["id"], step=1)
    assert earlier["at"] == 1 and earlier["steps"] == 3 and earlier["picture"]["moves"] == {}


def test_players_of_ones_own_only_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player_file(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with serving(own=["own_player.First"]) as client:
        view = opened(client, "tic_tac_toe", {"x": "own_player.First", "o": "person"})
        until(client, view["id"], lambda one: one["steps"] == 1)
        for text in ("os.system", "own_player.Other", "subprocess.Popen:args=ls"):
            answer = client.post("/api/tables", json={"game": "nim", "chairs": {"first": text}})
            assert answer.status_code == 400 and "no player" in answer.json()["error"]


@pytest.mark.parametrize(
    "given",
    [
        {"game": "ches"},
        {"game": 7},
        {},
        {"game": "nim", "chairs": {"first": "uct:threads=999"}},
        {"game": "nim", "chairs": {"first": "uct @ 1e9"}},
        {"game": "nim", "chairs": ["first"]},
        {"game": "nim", "line": "(take z 1)"},
        {"game": "nim", "moves": [["(take z 1)", "noop"]]},
        {"game": "nim", "moves": 3},
        {"game": "nim", "clock": -1},
        {"text": "(role", "name": "x"},
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(client: TestClient, given: dict[str, Any]) -> None:
    answer = client.post("/api/tables", json=given)
    assert answer.status_code == 400
    assert answer.json()["error"] and "Traceback" not in answer.text


def test_there_are_never_more_tables_than_allowed() -> None:
    with serving(Limits(tables=2, spared=3600, spare=0)) as client:
        tables = [opened(client, "nim", NIM)["id"] for _ in range(2)]
        answer = client.post("/api/tables", json={"game": "nim"})
        assert answer.status_code == 400 and "matches are open" in answer.json()["error"]
        assert good(client.delete(f"/api/tables/{tables[0]}")) == {"closed": True}
        opened(client, "nim", NIM)
        assert client.get(f"/api/tables/{tables[0]}").status_code == 404


def test_the_table_that_was_idle_longest_gives_way() -> None:
    with serving(Limits(tables=1, spared=0.0, spare=0)) as client:
        first = opened(client, "nim", NIM)["id"]
        opened(client, "nim", NIM)
        assert client.get(f"/api/tables/{first}").status_code == 404


def test_idle_tables_are_closed() -> None:
    with serving(Limits(idle=0.5, resting=0.2, spare=0)) as client:
        table = opened(client, "nim", NIM)["id"]
        end = time.monotonic() + 30
        while client.get(f"/api/tables/{table}").status_code == 200 and time.monotonic() < end:
            time.sleep(2.0)
        assert client.get(f"/api/tables/{table}").status_code == 404


def test_kept_matches_outlive_the_server(tmp_path: Path) -> None:
    with serving(keep=tmp_path / "kept.sqlite") as client:
        table = opened(client, "connect_four", {"red": "person", "yellow": "person"})["id"]
        act(client, table, "move", role="red", text="4")
    with serving(keep=tmp_path / "kept.sqlite") as client:
        view = look(client, table)
        assert view["steps"] == 1 and view["waiting"] == ["yellow"]
        assert act(client, table, "move", role="yellow", text="4")["steps"] == 2
