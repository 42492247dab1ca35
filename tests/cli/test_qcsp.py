"""`woodstock qcsp`: instances, answers, games and refusals."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from cli.running import woodstock
from woodstock.network.xcsp3 import load_xcsp3
from woodstock.qcsp import Packing, bin_packing


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An instance that can be won."""
    path = tmp_path / "instance.xml"
    made = answer("generate", "--n", "8", "--d", "3", "--p", "0.4", "--pee", "0.3", "--seed", "2", "--out", str(path))
    assert made == {"file": str(path), "variables": 8, "constraints": 5}
    return path


def answer(*arguments: str, code: int = 0) -> dict[str, Any]:
    result = woodstock("qcsp", *arguments, "--json")
    assert result.code == code, result.err
    return result.json()


def test_solve(file: Path) -> None:
    found = answer("solve", str(file), "--strategy")
    assert found["winnable"] is True
    assert found["strategy"] is not None
    assert "winnable  yes" in woodstock("qcsp", "solve", str(file)).out


def test_what_cannot_be_won(tmp_path: Path) -> None:
    path = tmp_path / "bins.xml"
    answer("generate", "--packing", "3", "2", "2", "2", "--out", str(path))
    assert load_xcsp3(path).constraints == bin_packing(Packing(3, 2, 2, 2)).constraints
    assert answer("solve", str(path), code=1)["winnable"] is False


def test_instances_are_printed() -> None:
    assert 'type="QCSP"' in woodstock("qcsp", "generate", "--n", "4", "--d", "2").out


def test_play(file: Path) -> None:
    found = answer("play", str(file), "woodstock", "iab", "--budget", "500")
    assert found["winner"] == "exists"
    assert [move["variable"] for move in found["moves"]] == [f"x{i}" for i in range(1, 9)]
    assert "exists wins" in woodstock("qcsp", "play", str(file), "woodstock", "random", "--play", "0.01").out


def test_a_person(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("7\n" + "1\n" * 20))
    game = woodstock("qcsp", "play", str(file), "woodstock", "person", "--budget", "100")
    assert game.code == 0
    assert "'7' is not a value of x2." in game.out
    assert "exists wins" in game.out
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert woodstock("qcsp", "play", str(file), "person", "person").code == 130


def test_compare() -> None:
    given = ["--n", "8", "--d", "3", "--pee", "0.3", "--instances", "4", "--budget", "50"]
    found = answer("compare", "woodstock", "random", *given)
    ours, random = found["players"]
    assert ours["wins"] >= random["wins"]
    assert ours["p_value"] == 1
    assert "woodstock" in woodstock("qcsp", "compare", "woodstock", "random", *given).out


def test_refusals(file: Path, tmp_path: Path) -> None:
    cases = {
        ("solve", str(tmp_path / "none.xml")): "Cannot read",
        ("play", str(file), "wodstock", "iab"): "did you mean woodstock",
        ("generate", "--n", "4", "--d", "65"): "from 1 to 64",
        ("generate", "--json"): "--out",
    }
    for arguments, words in cases.items():
        result = woodstock("qcsp", *arguments)
        assert result.code == 2
        assert words in result.line()
