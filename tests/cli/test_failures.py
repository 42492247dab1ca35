"""Whatever goes wrong is one line on standard error and the right exit code, never a traceback."""

from __future__ import annotations

import contextlib
import importlib
import os
import pty
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import woodstock
from woodstock import games
from woodstock.cli.commands import COMMANDS


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


def test_a_near_command_is_suggested() -> None:
    assert "Did you mean 'games'?" in woodstock("gmes").complaint()


def test_the_list_of_commands_tells_what_they_say() -> None:
    """The help of the program loads no command, so that what it says of them is written down twice."""
    for name, (place, told) in COMMANDS.items():
        module, _, attribute = place.partition(".")
        command = getattr(importlib.import_module(f"woodstock.cli.{module}"), attribute)
        if callable(command):
            assert command.__name__ == name
            assert " ".join(str(command.__doc__).split()).startswith(told.rstrip("."))
        assert told in " ".join(woodstock("--help").out.split())


SMALLEST = "import typer; typer.run(lambda name: None)"
"""A program with one argument that does nothing. Most of its time is Typer, which reads arguments with pydantic."""


def processor_seconds(*arguments: str) -> float:
    """The least of several runs of Python: what others do to the caches is not ours."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    return min(once() for _ in range(5))


@pytest.mark.clock
@pytest.mark.parametrize(("command", "ratio"), [("--help", 0.75), ("games", 1.5)])
def test_small_commands_take_little_processor_time(command: str, ratio: float) -> None:
    """Beside the smallest program in the same run, since machines differ."""
    own, smallest = processor_seconds("-m", "woodstock.cli", command), processor_seconds("-c", SMALLEST, "word")
    print(f"{command}: {own:.3f} s, smallest {smallest:.3f} s, ratio {own / smallest:.2f}")
    assert own < ratio * smallest


def test_terminals_without_a_character_get_a_plain_one() -> None:
    """On a terminal that knows ASCII alone nothing is an internal error."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C", "TERM": "xterm"}
    for arguments in (["draw", "tic_tac_toe", "--moves", "(mark 1 1) (mark 2 2)"], ["players", "uct"]):
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "woodstock.cli", *arguments]
        process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, env=environment)
        os.close(theirs)
        said = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the terminal is gone
                break
            if not part:
                break
            said += part
        assert process.wait(60) == 0, process.stderr.read() if process.stderr else b""
        os.close(ours)
        assert said.isascii()
        assert b"\\u" not in said and b"\\x" not in said


def test_narrow_terminals_cut_nothing_off() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "40", "TERM": "xterm"}
    command = [sys.executable, "-m", "woodstock.cli", "players", "woodstock"]
    process = subprocess.Popen(command, stdout=theirs, env=environment)
    os.close(theirs)
    said = b""
    with contextlib.suppress(OSError):
        while part := os.read(ours, 4096):
            said += part
    assert process.wait(60) == 0
    os.close(ours)
    letters = re.sub(r"\x1b\[[0-9;]*m|\s", "", said.decode())
    assert "\N{HORIZONTAL ELLIPSIS}" not in letters
    assert letters.count("lanes_per_leaf"[:4]) >= 1


def test_shells_complete_commands_and_games() -> None:
    def completed(line: str) -> list[str]:
        words = line.split(" ")
        environment = {
            **os.environ,
            "_WOODSTOCK_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        }
        command = [sys.executable, "-c", "from woodstock.cli import main; main()"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout.split()

    assert completed("woodstock che") == ["check"]
    assert completed("woodstock info connect_four_s") == ["connect_four_simultaneous"]
