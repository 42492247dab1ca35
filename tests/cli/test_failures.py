"""Whatever goes wrong is one line on standard error and the right exit code, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import woodstock
from woodstock import games


@pytest.mark.parametrize(
    "arguments",
    [
        ["gmes"],
        ["games", "extra"],
        ["games", "--nonsense"],
        ["perft", "tic_tac_toe"],
        ["perft", "tic_tac_toe", "x"],
        ["perft", "tic_tac_toe", "0"],
        ["playouts", "tic_tac_toe", "--engine", "steam"],
        ["playouts", "tic_tac_toe", "--seconds", "-1"],
        ["match", "tic_tac_toe"],
        ["match", "tic_tac_toe", "random", "legal", "--show", "--json"],
        ["match", "tic_tac_toe", "random", "legal", "--matches", "0"],
        ["info", "tic_tac_toe", "--ground-memory", "1"],
        ["info"],
    ],
)
def test_wrong_use(arguments: list[str]) -> None:
    result = woodstock(*arguments)
    assert result.code == 2
    assert result.complaint().startswith("error: ")


@pytest.mark.parametrize("command", [["info"], ["check"], ["perft", 1], ["playouts"], ["match", "random", "legal"]])
def test_unknown_games(command: list[object]) -> None:
    result = woodstock(command[0], "conect_four", *command[1:], "--json")
    assert result.code == 2
    assert "conect_four" in result.complaint()


def test_a_near_name_is_suggested() -> None:
    assert "connect_four" in woodstock("info", "conect_four").complaint()
    assert "connect_four" in woodstock("check", "conect_four").complaint()


@pytest.mark.parametrize("command", ["info", "check"])
def test_files_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    assert woodstock(command, tmp_path).code == 2
    assert str(tmp_path) in woodstock(command, tmp_path).complaint()
    empty = tmp_path / "empty.kif"
    empty.write_text("")
    assert woodstock(command, empty).code in (1, 2)


def test_places_are_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.kif"
    path.write_text("(role x)\n(role y))\n")
    result = woodstock("info", path)
    assert result.code == 2
    assert result.complaint().startswith(f"{path}:2:9: error: ")


def test_faults_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> tuple[str, ...]:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr(games, "names", fail)
    result = woodstock("games")
    assert result.code == 3
    assert result.complaint().startswith("error: internal error: ZeroDivisionError: two lines")
    assert "Traceback" in woodstock("--debug", "games").err


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> tuple[str, ...]:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "names", interrupt)
    result = woodstock("games")
    assert result.code == 130
    assert result.complaint() == "error: interrupted"


def test_a_reader_that_has_seen_enough() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        [sys.executable, "-m", "woodstock.cli", "games"], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert process.stderr == b""
    assert process.returncode == 0


def test_help_starts_quickly() -> None:
    """Help needs none of the heavy packages; what is not imported takes no time."""
    code = """
import sys
from woodstock.cli.app import run
assert run(["--help"]) == 0
heavy = {"clingo", "numpy", "rich", "woodstock.core._core", "woodstock.gdl"} & set(sys.modules)
assert not heavy, heavy
"""
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
