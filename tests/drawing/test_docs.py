"""The page on drawing tells the truth, and the gallery has every game."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from cli.running import woodstock
from drawing.boards import detected, golden
from drawing.test_boards import ELSEWHERE
from woodstock import games
from woodstock.drawing.layout_toml import overridden

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import gallery

sys.path.pop()  # it has an experiments.py, which would hide the folder of tests

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "drawing.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_commands() -> None:
    (block,) = blocks("console")
    command, _, output = block.removeprefix("$ ").partition("\n")
    assert woodstock(*shlex.split(command)[1:]).out == output


def test_python() -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "drawing.md", None, 0)
    results = doctest.DocTestRunner().run(examples)
    assert results.attempted > 4 and results.failed == 0


def test_the_file_is_a_layout() -> None:
    (block,) = blocks("toml")
    changed = overridden(detected("tic_tac_toe"), tomllib.loads(block)["drawing"])
    assert changed.boards[0].rows == ("3", "2", "1") and changed.pieces["x"].shape == "star"


def test_the_numbers() -> None:
    assert f"held to the {len(golden())} boards" in PAGE
    assert f"are the same in {len(golden()) - len(ELSEWHERE)}." in PAGE
    assert all(f"`{game}`" in PAGE for game in ELSEWHERE)


def test_games_that_change_their_layout() -> None:
    changed = {name: set(drawing) for name in games.names() if (drawing := games.metadata(name).drawing)}
    assert changed == {
        "backgammon": {"boards", "binary"},
        "battleship": {"boards", "moves"},
        "cant_stop": {"binary"},
        "chess": {"binary"},
        "kaseklau": {"binary"},
        "krieg_tic_tac_toe": {"boards", "moves"},
        "phantom_tic_tac_toe": {"boards", "moves"},
        "pickomino": {"binary", "pieces"},
        "quarto": {"boards"},
        "yahtzee": {"binary"},
    }


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("connect_four", "hex") else pytest.param(name, marks=pytest.mark.slow)
        for name in games.names()
        if not games.metadata(name).sees
    ],
)
def test_the_gallery_is_what_the_script_makes(name: str) -> None:
    """Games with percepts are left out: where states are drawn at random, a slow machine draws fewer."""
    written = (DOCS / "gallery" / f"{name}.svg").read_text(encoding="utf-8")
    assert gallery.shown(name).svg() + "\n" == written, "run benchmarks/gallery.py"


def test_the_gallery_has_every_game() -> None:
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(gallery/(\w+)\.svg\)", text)
    assert shown == list(games.names())
    assert sorted(path.stem for path in (DOCS / "gallery").glob("*.svg")) == sorted(shown)
