"""`woodstock draw`, and the pictures that other commands write."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.running import woodstock


def test_in_the_terminal() -> None:
    out = woodstock("draw", "connect_four", "--moves", "(drop 4) (drop 4)").out
    assert out.splitlines()[:1] == ["  1 2 3 4 5 6 7"]
    assert "1 . . . r . . .\n" in out and "turn: red\n" in out


def test_for_programs() -> None:
    answer = woodstock("draw", "connect_four", "--moves", "(drop 4)", "--json").json()
    assert list(answer["layout"]["boards"]) == ["cell"]
    assert answer["drawn"] == ["(cell 4 1 red)", "(control yellow)"]
    assert answer["status"] == answer["left_out"] == [] and answer["turn"] == ["yellow"]


def test_files(tmp_path: Path) -> None:
    svg, layout = tmp_path / "a.svg", tmp_path / "a.toml"
    result = woodstock("draw", "chess", "--svg", svg, "--layout", layout, "--legal", "--theme", "dark")
    assert (result.code, result.out, result.err) == (0, "", "")
    root = ElementTree.fromstring(svg.read_text())
    assert root.tag.endswith("svg")
    assert svg.read_text().count('class="legal"') == 16
    assert "[drawing.boards.cell]" in layout.read_text()
    sheet = tmp_path / "a.kif"
    sheet.write_text((Path(__file__).parents[2] / "src/woodstock/games/chess.kif").read_text())
    assert woodstock("draw", sheet).out == woodstock("draw", "chess").out


def test_png_by_a_program_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.png"
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert "install one, or take --svg" in woodstock("draw", "tic_tac_toe", "--png", path).complaint()
    assert not path.exists()
    script = tmp_path / "convert"
    script.write_text('#!/bin/sh\nprintf PNG > "$4"\n')
    script.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(script) if name == "rsvg-convert" else None)
    assert woodstock("draw", "tic_tac_toe", "--png", path).code == 0
    assert path.read_bytes() == b"PNG"
    script.write_text("#!/bin/sh\necho no such font >&2\nexit 3\n")
    assert "could not draw the PNG: no such font" in woodstock("draw", "tic_tac_toe", "--png", path).complaint()


def test_what_a_role_knows() -> None:
    moves = "(choose 1) (hide_car 2)"
    everything = woodstock("draw", "monty_hall", "--moves", moves, "--json").json()
    known = woodstock("draw", "monty_hall", "--moves", moves, "--as", "candidate", "--json").json()
    assert "(car 2)" in everything["drawn"] and "(car 2)" not in known["drawn"]
    assert "3 positions are possible" in known["status"]
    assert woodstock("draw", "monty_hall", "--as", "nobody").code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tic_tac_toe", "--theme", "pink"], "there is no theme pink"),
        (["tic_tac_toe", "--moves", "(mark 9 9)"], "cannot play (mark 9 9)"),
        (["tic_tac_toe", "--svg", "/nowhere/at/all.svg"], "cannot be written"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str], message: str) -> None:
    result = woodstock("draw", *arguments)
    assert result.code == 2
    assert message in result.complaint()


def test_a_page_of_a_match(tmp_path: Path) -> None:
    records, page = tmp_path / "r.jsonl", tmp_path / "r.html"
    assert woodstock("match", "tic_tac_toe", "random", "legal", "--matches", 2, "--records", records).code == 0
    assert woodstock("replay", records, "--match", 0, "--html", page).code == 0
    steps = woodstock("replay", records, "--match", 0, "--json").json()["records"][0]["steps"]
    text = page.read_text()
    assert text.count("<figure") == text.count("</svg>") == steps + 1
    assert "x is random, o is legal" in text
    assert woodstock("replay", records, "--html", page).code == 2


def test_values_and_orbits_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    arguments = ["--player", "uct:playouts=200", "--seconds", 5, "--svg", path]
    assert woodstock("analyse", "breakthrough", *arguments).code == 0
    assert 'class="arrow"' in path.read_text() and 'fill="#d55e00"' in path.read_text()
    assert woodstock("analyse", "connect_four", *arguments).code == 0
    assert path.read_text().count('fill="#d55e00" fill-opacity') == 7
    assert woodstock("symmetries", "tic_tac_toe", "--svg", path).code == 0
    text = path.read_text()
    assert [text.count(f'fill="{colour}" fill-opacity=".55"') for colour in ("#0072b2", "#e69f00", "#009e73")] == [
        4,
        4,
        1,
    ]
