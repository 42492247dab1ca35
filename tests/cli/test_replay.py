"""`woodstock replay`: records are checked and drawn."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from cli.running import woodstock
from referee.test_ggp import BY_OTHERS
from woodstock import games


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    assert woodstock("match", "tic_tac_toe", "random", "legal", "--matches", 3, "--records", path).code == 0
    return path


def test_true_records(records: Path) -> None:
    answer = woodstock("replay", records, "--json").json()
    assert answer["ok"]
    assert [one["match"] for one in answer["records"]] == [0, 1, 2]
    assert all(one["ok"] and one["problem"] is None and one["game"] == "tic_tac_toe" for one in answer["records"])
    assert woodstock("replay", records, "--match", 2, "--json").json()["records"] == answer["records"][2:]
    out = woodstock("replay", records).out
    assert out.count("true, terminal, goals") == 3


def test_a_folder_of_records(tmp_path: Path) -> None:
    folder = f"{tmp_path}/a/b/"
    assert woodstock("match", "tic_tac_toe", "random", "legal", "--matches", 2, "--records", folder).code == 0
    assert len(woodstock("replay", folder, "--json").json()["records"]) == 2


def test_a_record_that_is_not_true(records: Path) -> None:
    lines = records.read_text().splitlines()
    data = json.loads(lines[1])
    data["moves"][0][1] = "( mark 1 1 )"
    records.write_text("\n".join([lines[0], json.dumps(data), lines[2]]))
    result = woodstock("replay", records, "--json")
    assert result.code == 1
    answer = result.json()
    assert [one["ok"] for one in answer["records"]] == [True, False, True]
    assert "cannot play (mark 1 1)" in answer["records"][1]["problem"]
    result = woodstock("replay", records, "--show")
    assert result.code == 1
    assert "match 1: tic_tac_toe" in result.out and "not true: in step 0 o cannot play" in result.out


def test_records_of_others_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(BY_OTHERS, indent=1))
    shown = woodstock("replay", path, "--show").out
    assert "x is alpha, o is beta" in shown
    assert "1. x (mark 1 1), o noop [1.00 s]" in shown
    assert "\n2. x noop, o (mark 2 1) [1.00 s]\n  1: timeout: TO\n" in shown
    assert "1 x x x\n2 o o .\n3 . . .\n" in shown
    # Two lines, then the end of the input: the rest is drawn without waiting.
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    assert woodstock("replay", path, "--step").out == shown
    named = dict(BY_OTHERS)
    del named["gameMetaURL"]
    path.write_text(json.dumps(named))
    assert "give it with --game" in woodstock("replay", path).complaint()
    assert woodstock("replay", path, "--game", "tic_tac_toe").code == 0
    assert woodstock("replay", path, "--game", "connect_four").code == 1


def test_a_record_of_a_game_of_ones_own_carries_its_rules(tmp_path: Path) -> None:
    """It needs no --game, whatever became of the file. Records of bundled games carry none."""
    sheet, path = tmp_path / "mine.kif", tmp_path / "match.jsonl"
    sheet.write_text(games.text("tic_tac_toe"))
    assert woodstock("match", sheet, "legal", "random", "--records", path).code == 0
    sheet.unlink()
    assert woodstock("replay", path).code == 0
    changed = json.loads(path.read_text())
    changed["woodstock"]["rules"] = games.text("connect_four")
    path.write_text(json.dumps(changed))
    assert woodstock("replay", path).code == 1
    assert woodstock("replay", path, "--game", "tic_tac_toe").code == 0
    changed["woodstock"]["rules"] = "(role x"
    path.write_text(json.dumps(changed))
    result = woodstock("replay", path)
    assert result.code == 2
    assert result.complaint().startswith("mine:1:")
    assert woodstock("match", "tic_tac_toe", "legal", "random", "--records", path).code == 0
    assert json.loads(path.read_text())["woodstock"]["rules"] == ""


def test_records_in_another_case(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(BY_OTHERS).replace("mark", "MARK"))
    assert woodstock("replay", path).code == 1
    assert woodstock("replay", path, "--fold-case").code == 0


@pytest.mark.parametrize("text", ["", "x", "[1]", '{"moves": 1}'])
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    result = woodstock("replay", path, "--json")
    assert result.code == 2
    assert "bad.json" in result.complaint()


def test_wrong_use(records: Path) -> None:
    assert woodstock("replay", records, "--match", 3).code == 2
    assert woodstock("replay", records.parent / "none").code == 2
    assert woodstock("replay", records, "--show", "--json").code == 2
