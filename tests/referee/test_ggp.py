"""Records in the form of ggp-base: ours have its keys, and those of others are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import woodstock as ws
from referee.fakes import Scripted, Sticks, modest
from woodstock import games
from woodstock.errors import WoodstockError
from woodstock.kif.terms import canonical, spaced, split
from woodstock.players import parse
from woodstock.referee import Clocks, Deviation, Ending, Kind, Record, play, replay, series
from woodstock.referee.records import read, writing

BY_OTHERS: dict[str, Any] = {
    # What ggp-base writes of a match of tic-tac-toe that x wins, in which o was late once and wrong once.
    "matchId": "Tiltyard.tic_tac_toe.1234",
    "randomToken": "AbC123",
    "startTime": 1_400_000_000_000,
    "gameMetaURL": "http://games.example.org/base/games/tic_tac_toe/v0/",
    "isCompleted": True,
    "isAborted": False,
    "moves": [
        ["( mark 1 1 )", "noop"],
        ["noop", "( mark 2 1 )"],
        ["( mark 1 2 )", "noop"],
        ["noop", "( mark 2 2 )"],
        ["( mark 1 3 )", "noop"],
    ],
    "stateTimes": [1_400_000_001_000 + 1000 * step for step in range(6)],
    "errors": [["", ""], ["", ""], ["", "TO"], ["", ""], ["", "IL ( mark 1 1 )"], ["", ""]],
    "goalValues": [100, 0],
    "previewClock": -1,
    "startClock": 30,
    "playClock": 15,
    "playerNamesFromHost": ["alpha", "beta"],
    "isPlayerHuman": [False, True],
    "tournamentNameFromHost": "spring",
    "scrambled": False,
    "matchHostPK": "0",
}


@pytest.mark.parametrize("name", games.names())
def test_all_games_there_and_back(name: str, tmp_path: Path) -> None:
    game = ws.load(name)
    machine = game.machine()
    players = [parse("random") for role in game.roles if role != "random"]
    path = tmp_path / "records.jsonl"
    with writing(path, machine) as write:
        result = series(game, players, 2, swap=True, seed=7, each_match=write)
    again = list(read(path))
    assert again == [one.record for one in result.played]
    for record in again:
        assert len(replay(machine, record)) == len(record.states) == len(record.moves) + 1


def test_the_keys_of_ggp_base() -> None:
    game = ws.load("tic_tac_toe")

    def wrong_once(turn: Any) -> int:
        return -1 if turn.step == 2 else turn.legal[0]

    record = play(game, [Scripted(wrong_once), modest()], clocks=Clocks(2, 0.5), seed=1)
    data = json.loads(json.dumps(record.to_dict(game.machine())))
    assert set(BY_OTHERS) - set(data) == {"gameMetaURL", "tournamentNameFromHost", "matchHostPK"}
    assert set(data) - set(BY_OTHERS) == {"gameName", "gameRoleNames", "states", "woodstock"}
    assert (data["isCompleted"], data["isAborted"]) == (True, False)
    assert (data["startClock"], data["playClock"], data["previewClock"]) == (2, 0.5, -1)
    assert data["moves"][0] == ["( mark 1 1 )", "noop"]
    assert data["states"][0].startswith("( ( ") and data["states"][0].endswith(" ) )")
    assert len(data["states"]) == len(data["stateTimes"]) == len(data["errors"]) == len(data["moves"]) + 1
    assert data["errors"][3][0].startswith("IL ")
    assert sum(text != "" for row in data["errors"] for text in row) == 1
    assert data["goalValues"] == list(record.goals)
    assert all(type(time) is int for time in [data["startTime"], *data["stateTimes"]])
    assert data["startTime"] <= data["stateTimes"][0] <= data["stateTimes"][-1]
    assert data["isPlayerHuman"] == [False, False]


def test_an_unfinished_match_is_aborted_and_has_no_goals() -> None:
    game = Sticks(5, endless=True)
    data = play(game, [modest(), modest()], limit=3).to_dict(game.machine())
    assert (data["isCompleted"], data["isAborted"]) == (False, True)
    assert "goalValues" not in data
    assert (data["startClock"], data["playClock"]) == (-1, -1)


def test_records_of_others() -> None:
    machine = ws.load("tic_tac_toe").machine()
    record = Record.from_dict(BY_OTHERS)
    assert len(replay(machine, record)) == 6
    assert record.game == "tic_tac_toe"
    assert record.goals == (100, 0)
    assert (record.start_clock, record.play_clock, record.human) == (30, 15, (False, True))
    assert record.deviations == (
        Deviation(1, "1", Kind.TIMEOUT, "TO"),
        Deviation(3, "1", Kind.ILLEGAL, "IL ( mark 1 1 )"),
    )
    assert record.state_times[1] - record.state_times[0] == 1
    with pytest.raises(WoodstockError, match="goals"):
        replay(machine, Record.from_dict(BY_OTHERS | {"goalValues": [50, 50]}))


def test_what_may_be_missing() -> None:
    machine = ws.load("tic_tac_toe").machine()
    least = Record.from_dict({"moves": BY_OTHERS["moves"][:3]})
    assert (least.ending, least.goals, least.seed) == (Ending.ABORTED, (None, None), None)
    assert len(replay(machine, least)) == 4
    told = Record.from_dict({"moves": BY_OTHERS["moves"], "isCompleted": True})
    assert len(replay(machine, told)) == 6
    assert Record.from_dict({"moves": []}).moves == ()
    assert Record.from_dict({"moves": [], "gameMetaURL": "http://x/games/chess"}).game == "chess"


DAMAGE: list[tuple[dict[str, object], str]] = [
    ({"moves": 3}, "expected a list, not '3'"),
    ({"moves": [["( mark"]]}, "bracket is missing"),
    ({"moves": [[")"]]}, "bracket too many"),
    ({"moves": [["a b"]]}, "not one term"),
    ({"moves": [[1]]}, "expected text"),
    ({"states": ["x"]}, "list of fluents"),
    ({"goalValues": ["1"]}, "expected an integer"),
    ({"startTime": "now"}, "expected a number"),
    ({"startTime": float("nan")}, "expected a number"),
    ({"stateTimes": [10**400]}, "expected a number"),
    ({"errors": [[None]]}, "expected text"),
    ({"gameName": ["x"]}, "expected text"),
    ({"woodstock": 1}, "not a JSON object"),
    ({"woodstock": {"ending": "boredom"}}, "boredom"),
    ({"woodstock": {"seed": "x"}}, "expected an integer"),
    ({"woodstock": {"deviations": [{}]}}, "it has no 'step'"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGE)
def test_what_is_no_record_is_refused(damage: dict[str, object], message: str) -> None:
    with pytest.raises(WoodstockError, match="not the record of a match") as caught:
        Record.from_dict(BY_OTHERS | damage)
    assert message in str(caught.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*BY_OTHERS, "woodstock"]), inner),
        max_leaves=8,
    ),
    st.sampled_from([*BY_OTHERS, "woodstock", "states", "gameRoleNames"]),
)
def test_any_json_is_a_record_or_an_error(value: Any, key: str) -> None:
    for data in (value, BY_OTHERS | {key: value}):
        try:
            record = Record.from_dict(data)
        except WoodstockError:
            continue
        assert isinstance(record, Record)


def test_files(tmp_path: Path) -> None:
    game = Sticks(5)
    machine = game.machine()
    folder = tmp_path / "folder"
    folder.mkdir()
    record = play(game, [modest(), modest()])
    pretty = tmp_path / "pretty.json"
    pretty.write_text(json.dumps(record.to_dict(machine), indent=2))
    assert list(read(pretty)) == [record]
    with writing(folder, machine) as write:
        result = series(game, [parse("random"), parse("random")], 3, each_match=write)
    assert sorted(path.name for path in folder.iterdir()) == ["000000.json", "000001.json", "000002.json"]
    assert list(read(folder)) == [one.record for one in result.played]
    for text, message in [
        ("", "this is not JSON"),
        ("hello", "this is not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "it is not a JSON object"),
        ('{"moves": []}\n\n{"moves": 1}\n', "3: this is not the record"),
        ("\x00\xff", "not JSON"),
    ]:
        (tmp_path / "bad").write_text(text, encoding="latin-1")
        with pytest.raises(WoodstockError, match="bad:") as caught:
            list(read(tmp_path / "bad"))
        assert message in str(caught.value)
    (tmp_path / "empty").mkdir()
    with pytest.raises(WoodstockError, match=r"no \.json files"):
        list(read(tmp_path / "empty"))


TERMS = st.recursive(
    st.sampled_from(["a", "b1", "x_y"]), lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple), max_leaves=6
)


def written(term: Any) -> str:
    return term if isinstance(term, str) else f"({' '.join(map(written, term))})"


@given(st.lists(TERMS, max_size=4))
def test_terms_in_both_forms(terms: list[Any]) -> None:
    texts = [written(term) for term in terms]
    assert split(" ".join(texts)) == split("\n".join(map(spaced, texts))) == texts
    for text in texts:
        assert canonical(spaced(text)) == text
