"""The page on error codes has every code of the program, and its examples lead to them."""

from __future__ import annotations

import ast
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from woodstock.cli import codes
from woodstock.cli.app import run

ROOT = Path(__file__).parents[2]
ERRORS: dict[str, Any] = runpy.run_path(str(ROOT / ".ci/errors.py"))
TEXT, PLAY = ({one.name: one for one in ERRORS[name]} for name in ("TEXT", "PLAY"))
TOO_LONG = {"stratification-unknown", "not-played"}
"""Codes whose examples are too long for a page."""

PLACES = {"Problem": 1, "Finding": 1, "_fault": 1, "_unmet": 0, "_dependency": 3}
"""For what makes problems: which of its arguments is the code."""


def made_in(*paths: str) -> Iterator[str]:
    """The codes of the problems that the code at these paths makes."""
    for file in (file for path in paths for file in (ROOT / "src/woodstock").glob(path)):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            code = node.args[PLACES[name]] if name in PLACES and len(node.args) > PLACES[name] else None
            if isinstance(code, ast.Constant):
                yield str(code.value)
            elif isinstance(code, ast.JoinedStr):
                assert ast.unparse(code) == "f'undefined-{kind}'"
                yield from (f"undefined-{kind}" for kind in ("relation", "fluent", "move"))
            elif code is not None:
                assert ast.unparse(code) == "code"  # handed on by one of those above


def test_every_code_is_on_the_page() -> None:
    assert {*made_in("gdl/checks/*.py")} == {*TEXT}
    assert {*made_in("playtest/*.py", "cli/rules.py")} == {*PLAY}
    assert {name for name, one in {**TEXT, **PLAY}.items() if not one.gained and not one.lost} == TOO_LONG


def test_codes_of_play_are_those_of_the_other_page() -> None:
    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    table = page.split("## What `check` finds in play")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(name.strip(" `") for row in rows for name in row.split(",")) == sorted(PLAY)


@pytest.mark.parametrize("name", sorted({*TEXT} - TOO_LONG))
def test_examples_of_text(name: str) -> None:
    assert name in {one["code"] for one in ERRORS["problems"](TEXT[name], "--static")}


@pytest.mark.parametrize("name", sorted({*PLAY} - TOO_LONG))
def test_examples_of_play(name: str) -> None:
    found = {one["code"] for one in ERRORS["problems"](PLAY[name], "--playouts", "100")}
    assert name in found


def test_the_game_that_examples_spoil_has_no_problems() -> None:
    assert ERRORS["problems"](ERRORS["Code"]("none", ""), "--playouts", "100") == []


def test_every_exit_code_is_on_the_page() -> None:
    listed = [(name, number) for number, name, meaning in ERRORS["exit_codes"]() if meaning]
    assert listed == [(name, value) for name, value in vars(codes).items() if name.isupper()]


@pytest.mark.parametrize("name", sorted(ERRORS["EXITS"]))
def test_examples_of_exit_codes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("no-terminal.kif").write_text(TEXT["no-terminal"].rules)
    assert run(list(ERRORS["EXITS"][name])) == getattr(codes, name)


def test_a_section_shows_what_the_program_says() -> None:
    text = ERRORS["section"](TEXT["unsafe"], "--static")
    assert "### unsafe\n" in text
    line = len(ERRORS["GAME"].splitlines()) + 1  # the rule that the example adds
    assert f"game.kif:{line}:11: error: nothing binds `?r`; add a positive literal" in text
