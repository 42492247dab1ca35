"""`woodstock match`, from the players' names to the records."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

import woodstock as ws
from cli.running import woodstock
from referee.rascals import Fingerprint
from woodstock.players import LegalPlayer, registry
from woodstock.referee import LENGTH_LIMIT, Turn, replay
from woodstock.referee.records import read


def test_answer() -> None:
    result = woodstock("match", "connect_four", "random", "legal", "--matches", 6, "--swap", "--json")
    assert result.code == 0
    assert result.err == ""
    answer = result.json()
    assert answer["matches"] == 6
    assert answer["errors"] == 0
    assert answer["players"] == ["random", "legal"]
    assert sum(answer["wins"]) + answer["draws"] == 6
    assert len(answer["wins"]) == len(answer["mean_goals"]) == len(answer["interval"]) == 2
    for wins, (low, high) in zip(answer["wins"], answer["interval"], strict=True):
        assert 0 <= low <= wins / 6 <= high <= 1
    assert answer["points"] == [wins + answer["draws"] / 2 for wins in answer["wins"]]
    for points, (low, high) in zip(answer["points"], answer["score_interval"], strict=True):
        assert 0 <= low <= points / 6 <= high <= 1
    assert answer["elo"] is None or answer["elo_interval"][0] < answer["elo"] < answer["elo_interval"][1]


def test_infinite_differences_are_null() -> None:
    answer = woodstock("match", "tic_tac_toe", "legal", "legal", "--matches", 2, "--json").json()
    assert answer["points"] == [2, 0]
    assert answer["elo"] is None
    assert answer["elo_interval"][0] < 0
    assert answer["elo_interval"][1] is None
    assert (
        woodstock("match", "matching_pennies", "legal", "legal", "--limit", 1, "--json").json()["elo_interval"] is None
    )


def test_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PLAYERS, "fingerprint", Fingerprint)
    answers = []
    for jobs in (1, 2):
        arguments = ("fingerprint", "random", "--matches", 4, "--swap", "--seed", 2, "--jobs", jobs, "--play", 20)
        answer = woodstock("match", "tic_tac_toe", *arguments, "--records", tmp_path / str(jobs), "--json").json()
        del answer["seconds"]
        answers.append(answer)
    assert answers[0] == answers[1]
    one, two = ([*read(tmp_path / str(jobs))] for jobs in (1, 2))
    assert one == two


def test_the_same_seed_gives_the_same_answer() -> None:
    arguments = ("match", "tic_tac_toe", "random", "random", "--matches", 12, "--json", "--seed")
    one, two, other = (woodstock(*arguments, seed).json() for seed in (1, 1, 2))
    for answer in (one, two, other):
        del answer["seconds"]
    assert one == two
    assert one != other


def test_chance_is_the_referee() -> None:
    answer = woodstock("match", "matching_pennies", "random", "random", "--matches", 3, "--json").json()
    assert answer["matches"] == 3
    assert len(answer["wins"]) == 2


def test_records_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    assert woodstock("match", "breakthrough", "random", "random", "--matches", 2, "--records", path).code == 0
    records = list(read(path))
    machine = ws.load("breakthrough").machine()
    assert len(records) == 2
    for record in records:
        assert len(replay(machine, record)) == len(record.moves) + 1


def test_show() -> None:
    result = woodstock("match", "connect_four", "random", "legal", "--show", "--seed", 1)
    assert result.code == 0
    assert "1 2 3 4 5 6 7" in result.out
    assert "\n1. red (drop " in result.out
    assert " wins as " in result.out.splitlines()[-1]


def test_report_of_several() -> None:
    out = woodstock("match", "tic_tac_toe", "random", "legal", "--matches", 3).out
    assert "3 matches" in out
    assert "wins with 95 % confidence" in out
    assert "score with 95 % confidence" in out
    assert "Elo difference " in out


def test_deviations_are_counted_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(LegalPlayer):
        def choose(self, turn: Turn) -> int:
            return -1

    monkeypatch.setitem(registry._PLAYERS, "wrong", Wrong)
    answer = woodstock("match", "tic_tac_toe", "wrong", "legal", "--json").json()
    assert answer["errors"] == len(answer["deviations"]) > 0
    assert answer["deviations"][0]["kind"] == "illegal"
    assert answer["deviations"][0]["role"] == "x"
    assert "step 0: x: illegal" in woodstock("match", "tic_tac_toe", "wrong", "legal").out


def test_a_match_may_be_cut_off() -> None:
    assert LENGTH_LIMIT == 2000
    answer = woodstock("match", "tic_tac_toe", "legal", "legal", "--limit", 2, "--json").json()
    assert (answer["unfinished"], answer["errors"]) == (1, 1)
    assert answer["mean_goals"] == [None, None]


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["randm", "legal"], "did you mean 'random'?"),
        (["random"], "takes 2 player"),
        (["random:speed=3", "legal"], "no option 'speed'"),
        (["random", "human"], "a person plays with `woodstock play`"),
    ],
)
def test_wrong_players(players: list[str], message: str) -> None:
    result = woodstock("match", "tic_tac_toe", *players, "--json")
    assert result.code == 2
    assert message in result.complaint()


def test_an_interrupted_series_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(LegalPlayer):
        made = 0

        def __init__(self) -> None:
            Interrupting.made += 1

        def choose(self, turn: Turn) -> int:
            if Interrupting.made == 3:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.2)
            return turn.legal[0]

    monkeypatch.setitem(registry._PLAYERS, "interrupting", Interrupting)
    result = woodstock("match", "tic_tac_toe", "interrupting", "legal", "--matches", 9, "--json")
    assert result.code == 130
    assert result.json()["matches"] == 2
    assert result.line() == "error: interrupted after 2 of 9 matches"


BUGGY = """
class AtStart:
    def start(self, seat):
        raise ValueError("no rules")
    def choose(self, turn):
        return turn.legal[0]
    def stop(self):
        pass

class Later(AtStart):
    def start(self, seat):
        pass
    def choose(self, turn):
        return turn.nothing
"""


@pytest.mark.parametrize(("name", "line", "code"), [("AtStart", 4, 1), ("Later", 14, 0)])
def test_a_player_of_ones_own_that_raises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: int, code: int
) -> None:
    """The traceback is shown once for each cause, and in the record; one that never started is a no."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    module = f"buggy_{name.lower()}"
    Path(f"{module}.py").write_text(BUGGY)
    records = tmp_path / "r.jsonl"
    result = woodstock("match", "tic_tac_toe", f"{module}.{name}", "legal", "--matches", 2, "--records", records)
    assert result.code == code
    assert result.err.count("Traceback (most recent call last):") == 1
    assert f'{module}.py", line {line}, in ' in result.err
    assert "woodstock/referee" not in result.err
    notes = json.loads(records.read_text().splitlines()[0])["woodstock"]["deviations"]
    assert f'{module}.py", line {line}, in ' in notes[0]["trace"]
    assert not any(note["trace"] for note in notes[1:])
    assert woodstock("match", "tic_tac_toe", f"{module}.{name}", "legal", "--json").json()["errors"] >= 1


def test_a_module_that_raises_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    Path("broken_module.py").write_text("import os\n\nx = 1 / 0\n")
    result = woodstock("match", "tic_tac_toe", "broken_module.Player", "legal")
    assert result.code == 2
    assert "broken_module.py:3: ZeroDivisionError: division by zero" in result.complaint()
