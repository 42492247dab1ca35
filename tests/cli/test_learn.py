"""`woodstock learn`, `woodstock learned` and `analyse --why`."""

from __future__ import annotations

import builtins
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from cli.running import woodstock
from learning.samples import load, quick_gates, random_learned
from woodstock.learning import load_for, store
from woodstock.learning.gate import Gate
from woodstock.search.trials import Score

ROW = {"game", "digest", "minutes", "elo", "positions", "generations", "hidden"}


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("WOODSTOCK_LEARNED", str(tmp_path / "learned"))
    return tmp_path / "learned"


def test_learning_a_game_keeps_it_and_draws_the_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_gates(monkeypatch, [Score(13, 13)])
    curve = tmp_path / "curve.svg"
    result = woodstock("learn", "breakthrough", "--minutes", 0.02, "--hidden", 32, "--plot", curve, "--json")
    assert result.code == 0, result.err
    answer = result.json()
    [row] = answer["learned"]
    assert row.keys() >= ROW
    assert row["game"] == "breakthrough"
    assert row["elo"] > 0
    assert 0 < row["minutes"] < 1
    assert {"number", "minutes", "points", "matches", "passed", "elo"} <= answer["generations"][0].keys()
    assert "minutes of learning" in curve.read_text()
    assert woodstock("learned", "--json").json()["learned"] == [row]
    found = load_for(load("breakthrough"))
    assert found is not None
    assert found.digest == row["digest"]
    again = woodstock("learn", "breakthrough", "--minutes", 0.02, "--json")
    assert again.code == 0  # what is kept is the best, whether or not it was beaten
    assert "against the best" in woodstock("learn", "breakthrough", "--minutes", 0.02).out


def test_where_nothing_better_comes_of_it_the_answer_is_no() -> None:
    result = woodstock("learn", "eight_puzzle", "--minutes", 0.01, "--hidden", 32, "--json")
    assert result.code == 1
    assert result.json()["learned"] == []
    assert woodstock("learned", "--json").json() == {"learned": []}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("kuhn_poker",), "nothing can be learned of kuhn_poker: its players act on percepts"),
        (("breakthrough", "--hidden", 33), "multiple of 32"),
        (("breakthrouhg",), "did you mean breakthrough"),
        (("breakthrough", "--minutes", 0), "--minutes"),
    ],
)
def test_what_cannot_be_learned(arguments: tuple[object, ...], complaint: str) -> None:
    result = woodstock("learn", *arguments)
    assert result.code == 2
    assert complaint in result.complaint()


def test_lists_shows_exports_imports_and_deletes(tmp_path: Path) -> None:
    learned = random_learned("tic_tac_toe")
    store.keep(learned)
    listed = woodstock("learned", "--json")
    assert listed.code == 0
    [row] = listed.json()["learned"]
    assert row == {
        "game": "tic_tac_toe",
        "digest": learned.digest,
        "minutes": 1.5,
        "elo": 200.5,
        "positions": 1234,
        "generations": 7,
        "hidden": 32,
    }
    assert woodstock("learned", "list", "--json").json() == listed.json()
    assert "tic_tac_toe" in woodstock("learned").out
    shown = woodstock("learned", "show", "tic_tac_toe", "--plot", tmp_path / "curve.png", "--json").json()
    assert shown["curve"][1] == {"minutes": 1.5, "elo": 200.5, "matches": 31, "score": 0.62}
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert learned.digest in woodstock("learned", "show", learned.digest[:8]).out
    exported = woodstock("learned", "export", "tic_tac_toe", tmp_path / "file.npz", "--json").json()
    assert exported["file"] == str(tmp_path / "file.npz")
    deleted = woodstock("learned", "delete", "tic_tac_toe", "--json")
    assert deleted.json() == {"deleted": learned.digest}
    assert woodstock("learned", "show", "tic_tac_toe").complaint() == (
        "error: nothing was learned of tic_tac_toe: woodstock learn tic_tac_toe learns it"
    )
    assert woodstock("learned", "import", tmp_path / "file.npz", "--json").json()["learned"] == [row]
    assert woodstock("learned", "--json").json() == listed.json()


def test_damaged_files_are_named(own_folder: Path, tmp_path: Path) -> None:
    path = store.keep(random_learned("tic_tac_toe"))
    store.keep(random_learned("nim"))
    path.write_bytes(path.read_bytes()[:100])
    listed = woodstock("learned", "--json")
    assert listed.code == 0
    assert [row["game"] for row in listed.json()["learned"]] == ["nim"]
    assert str(path) in listed.line()
    assert str(path) in woodstock("learned", "show", "tic_tac_toe").complaint()
    assert woodstock("learned", "delete", "tic_tac_toe").code == 0
    (tmp_path / "file").write_text("text")
    assert woodstock("learned", "import", tmp_path / "file").complaint() == (
        f"error: {tmp_path / 'file'}: this is not a file of learned weights, or only a part of one"
    )
    assert "there is no file" in woodstock("learned", "import", tmp_path / "none").complaint()


def test_names_from_files_are_escaped() -> None:
    from dataclasses import replace

    store.keep(replace(random_learned("nim"), game="\x1b[2Jnim\u202e"))
    for arguments in (("learned",), ("learned", "show", "nim"), ("learned", "--json")):
        out = woodstock(*arguments).out
        assert all(char.isprintable() or char == "\n" for char in out)


def test_a_picture_needs_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    store.keep(random_learned("nim"))
    find = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError
        return find(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    complaint = woodstock("learned", "show", "nim", "--plot", tmp_path / "x.svg").complaint()
    assert "pip install 'woodstock-ggp[plots]'" in complaint


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    store.keep(random_learned("nim"))
    assert ".svg, .png or .pdf" in woodstock("learned", "show", "nim", "--plot", tmp_path / "x.doc").complaint()


def test_why() -> None:
    learned = random_learned("breakthrough")
    store.keep(learned)
    result = woodstock(
        "analyse", "breakthrough", "--player", "uct", "--start", 0.2, "--seconds", 0.2, "--why", "--json"
    )
    assert result.code == 0, result.err
    why = result.json()["why"]
    assert why["learned"].keys() == why["search"].keys() == {"white", "black"}
    assert all(0 <= value <= 1 for value in why["learned"].values())
    assert {one["fluent"] for one in why["fluents"]} >= {"(control white)", "(cell 1 1 white)"}
    assert {one["piece"]: one["count"] for one in why["pieces"]} == {"white": 16, "black": 16}
    assert {one["move"] for one in why["moves"]} == {one["move"] for one in result.json()["moves"]}
    text = woodstock("analyse", "breakthrough", "--player", "legal", "--seconds", 0.1, "--why").out
    assert "what was learned" in text
    assert "cell white" in text


def test_why_of_what_was_not_learned() -> None:
    result = woodstock("analyse", "nim", "--player", "legal", "--seconds", 0.1, "--why")
    assert result.complaint() == "error: nothing was learned of nim: woodstock learn nim learns it"
    assert "percepts" in woodstock("analyse", "kuhn_poker", "--player", "legal", "--why").complaint()


def test_ctrl_c_ends_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(gate: Gate, *_: Any) -> None:
        gate.score = Score(13, 13)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()

    monkeypatch.setattr(Gate, "run", run)
    result = woodstock("learn", "connect_four", "--minutes", 0.5, "--hidden", 32, "--json")
    assert result.code == 130
    assert result.json()["learned"][0]["elo"] > 0
    assert result.line() == "error: interrupted; the best so far is kept; the same command resumes"
    assert load_for(load("connect_four")) is not None
