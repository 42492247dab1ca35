"""Files that somebody names: only regular ones are read, and a disk that is full loses nothing that can be told."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import woodstock
from referee.test_ggp import BY_OTHERS
from woodstock.errors import WoodstockError
from woodstock.experiments import ExperimentError, Store, parse
from woodstock.experiments.store import Row
from woodstock.files import open_bytes, open_text

FULL = Path("/dev/full")
full = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe into which nobody writes: whoever opens it waits for ever."""
    path = tmp_path / "pipe.sqlite"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["info", "FILE"],
        ["check", "FILE"],
        ["match", "FILE", "random", "random"],
        ["replay", "FILE"],
        ["draw", "FILE"],
        ["replay", "records.jsonl", "--game", "FILE"],
        ["solve", "FILE"],
        ["qcsp", "solve", "FILE"],
        ["analyse", "tic_tac_toe", "--player", "legal", "--state", "FILE"],
        ["experiment", "run", "FILE"],
        ["experiment", "status", "FILE"],
        ["experiment", "run", "paper-000-table-2", "--results", "FILE"],
        ["experiment", "report", "paper-000-table-2", "--results", "FILE"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_only_regular_files_are_read(
    pipe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("records.jsonl").write_text(json.dumps(BY_OTHERS))
    path = str(pipe) if kind == "pipe" else "/dev/zero"
    result = woodstock(*(path if word == "FILE" else word for word in command))
    assert result.code == 2
    assert path in result.complaint()


def test_opening(tmp_path: Path, pipe: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xc3\xa9\xff")
    with open_bytes(path) as file:
        assert file.read() == b"\xc3\xa9\xff"
    with open_text(path, "replace") as text:
        assert text.read() == "é\ufffd"
    for other, kind in ((pipe, "a pipe"), (Path("/dev/null"), "a device")):
        with pytest.raises(WoodstockError, match=f"{other}: this is {kind}"):
            open_bytes(other)
    with pytest.raises(IsADirectoryError):
        open_bytes(tmp_path)
    with pytest.raises(FileNotFoundError):
        open_bytes(tmp_path / "none")
    link = tmp_path / "link"
    link.symlink_to(pipe)
    with pytest.raises(WoodstockError, match="a pipe"):
        open_bytes(link)


def test_a_record_names_no_files(tmp_path: Path, pipe: Path) -> None:
    path = tmp_path / "record.json"
    sheet = tmp_path / "sheet.kif"
    sheet.write_text("(role x)")
    for name in ("/dev/stdin", str(pipe), str(sheet), "../sheet.kif"):
        path.write_text(json.dumps({**BY_OTHERS, "gameName": name}))
        result = woodstock("replay", path)
        assert result.code == 2
        assert "give its rules with --game" in result.complaint()
    assert woodstock("replay", path, "--game", "tic_tac_toe").code == 0


@full
@pytest.mark.parametrize("command", ["match", "host"])
def test_results_are_shown_when_they_cannot_be_written(command: str) -> None:
    result = woodstock(command, "tic_tac_toe", "legal", "legal", "--matches", 3, "--records", FULL)
    assert result.code == 2
    assert "3 matches," in result.out
    assert result.line().startswith("error: /dev/full: cannot be written: No space left")
    result = woodstock(command, "tic_tac_toe", "legal", "legal", "--matches", 3, "--records", FULL, "--json")
    assert result.code == 2
    assert result.json()["matches"] == 3


@full
@pytest.mark.parametrize(
    "command",
    [["network", "tic_tac_toe", "--xcsp3"], ["qcsp", "generate", "--n", "4", "--d", "2", "--out"]],
    ids=" ".join,
)
def test_what_cannot_be_written_has_a_name(command: list[str]) -> None:
    result = woodstock(*command, FULL)
    assert result.code == 2
    assert result.line().startswith("error: /dev/full: cannot be written: No space left")


@full
def test_an_answer_that_cannot_be_written() -> None:
    with FULL.open("w") as out:
        process = subprocess.run(
            [sys.executable, "-m", "woodstock.cli", "games"], stdout=out, stderr=subprocess.PIPE, text=True, check=False
        )
    assert process.returncode == 2
    assert process.stderr == "error: the answer cannot be written: No space left on device\n"


@full
@pytest.mark.parametrize(
    "command",
    [["draw", "tic_tac_toe", "--svg"], ["play", "tic_tac_toe", "--against", "legal", "--records"]],
    ids=" ".join,
)
def test_a_full_disk_has_a_name(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    result = woodstock(*command, FULL)
    assert result.code == 2
    assert result.err == "error: /dev/full: cannot be written: No space left on device\n"


def test_results_on_a_full_disk_have_a_name(tmp_path: Path) -> None:
    """SQLite says of a database that may not grow what it says of a full disk."""
    experiment = parse("tiny", "[match]\nbudget=1\ngames=['nim']\n[match.players]\nA='random'\nB='legal'")
    (cell,) = experiment.plan.cells
    path = tmp_path / "r.sqlite"
    with Store(path, experiment.kind, create=True) as store:
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        rows = [Row(number, 1.0, {}, record=b"x" * 9000) for number in range(100)]
        with pytest.raises(ExperimentError, match=r"r\.sqlite: cannot be written: database or disk is full"):
            store.write(1, cell.key, rows)
        assert store.done(cell.key) == set()
    with pytest.raises(ExperimentError, match=r"nowhere.*cannot be opened"):
        Store(tmp_path / "nowhere" / "r.sqlite", experiment.kind, create=True)
