"""Pictures: well formed, of a sensible size, and nothing that strangers wrote gets out of its place."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import woodstock as ws
from drawing.playing import states
from woodstock import games
from woodstock.drawing import Overlay, Picture, Spot, layout_of, picture
from woodstock.drawing.page import Step, page
from woodstock.drawing.text import Look

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "style", "rect", "g", "text", "circle", "polygon", "polyline", "line", "path", "ellipse"}


def checked(text: str) -> ElementTree.Element:
    """The picture, parsed, with nothing in it but what we draw."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        assert not any(name.lower().startswith("on") or "href" in name.lower() for name in element.attrib)
    return root


def shown_text(root: ElementTree.Element) -> str:
    return " ".join(element.text or "" for element in root.iter(f"{SVG}text"))


@pytest.mark.parametrize("name", games.names())
def test_every_bundled_game_has_a_picture(name: str) -> None:
    game = ws.load(name)
    machine, layout = game.machine(), layout_of(game)
    for number, state in enumerate(states(machine, 13, name)):
        if number % 6:
            continue
        shown = Picture(layout, tuple(machine.fluents(state)), name)
        root = checked(shown.svg())
        assert 60 < float(root.attrib["width"]) <= 1200 and 40 < float(root.attrib["height"]) < 3000
        pieces = [token for drawn in shown.scene.boards for own in drawn.tokens.values() for token in own]
        assert len(list(root.iter(f"{SVG}g"))) > len(pieces)


def test_a_piece_for_each_piece() -> None:
    root = checked(picture(ws.load("chess")).svg())
    titles = [element.text for element in root.iter(f"{SVG}title")]
    # The legend has one of each kind besides.
    assert titles.count("white_pawn") == 9 and titles.count("black_king") == 2
    assert len(list(root.iter(f"{SVG}polygon"))) == 64


def test_themes() -> None:
    shown = picture(ws.load("tic_tac_toe"))
    assert "prefers-color-scheme" in shown.svg() and shown.svg() == shown._repr_svg_()
    assert "prefers-color-scheme" not in shown.svg(theme="light") + shown.svg(theme="dark")
    assert shown.svg(theme="light") != shown.svg(theme="dark")


def test_what_is_shown_on_top() -> None:
    plain = picture(ws.load("chess"))
    one, other = Spot("cell", (4, 6)), Spot("cell", (4, 4))

    def count(overlay: Overlay, kind: str) -> int:
        return plain.under(overlay).svg().count(f'class="{kind}"')

    assert count(Overlay(), "last") == count(Overlay(), "legal") == count(Overlay(), "arrow") == 0
    assert count(Overlay(last=(one, other)), "last") == 2
    assert count(Overlay(legal=(one,)), "legal") == 1
    assert count(Overlay(arrows=((one, other),)), "arrow") == 1
    assert "73</text>" in plain.under(Overlay(heat={other: 0.73})).svg()
    groups = plain.under(Overlay(groups={one: 0, other: 1, Spot("cell", (0, 0)): 0})).svg()
    assert groups.count('fill="#0072b2" fill-opacity=".55"') == 2


def test_edges_that_meet() -> None:
    torus = checked(picture(ws.load("amazons_torus_10x10")).svg())
    edges = [line for line in torus.iter(f"{SVG}line") if line.attrib.get("class") == "wraps"]
    assert len(edges) == 4 and "opposite edges meet" in shown_text(torus)
    plain = picture(ws.load("amazons")).svg()
    assert 'class="wraps"' not in plain and "edges meet" not in plain


def test_a_spot_elsewhere_is_not_shown() -> None:
    shown = picture(ws.load("chess")).under(Overlay(last=(Spot("another", (0, 0)),)))
    assert 'class="last"' not in shown.svg()


HOSTILE = [
    "</text><script>alert(1)</script>",
    '"onload="alert(1)',
    "<svg/onload=alert(1)>",
    "]]>&lt;",
    "</style><script>",
    "&#x3c;script&#x3e;",
    "javascript:alert(1)",
    "\x1b[2J",
    "\u202eevil",
    "a" * 5000,
]


def hostile_sheet(folder: Path, name: str) -> Path:
    """A rulesheet whose role, piece, cells, relations and moves all have this name in them, as far as KIF allows."""
    word = re.sub(r"[\s();]", "_", name)[:9000]
    path = folder / "hostile.kif"
    path.write_text(
        f"(role {word}) (role other) (init (control {word})) (init (cell 1 1 {word})) (init (cell 2 2 {word}))"
        f" (init (cell 1 2 {word})) (init (cell 2 1 other)) (init ({word} 1)) (init (hand {word} 3))"
        f" (<= (legal {word} (put{word} ?x ?y)) (true (cell ?x ?y ?p))) (legal other noop)"
        f" (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p))) (<= (next (control ?p)) (true (control ?p)))"
        f" (<= (next ({word} ?n)) (true ({word} ?n))) (<= (next (hand ?p ?n)) (true (hand ?p ?n)))"
        f" (<= terminal (true (cell 9 9 other))) (goal {word} 50) (goal other 50)",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("name", HOSTILE)
def test_names_do_not_break_out(tmp_path: Path, name: str) -> None:
    try:
        game = ws.load(hostile_sheet(tmp_path, name))
    except ws.WoodstockError:
        pytest.skip("the reader of rules refuses this name already")
    shown = picture(game, title=name)
    plain = picture(ws.load(hostile_sheet(tmp_path, "plain")), title="plain")
    root = checked(shown.svg())
    if len(name) < 100:  # longer ones take more lines
        assert len(list(root.iter())) == len(list(checked(plain.svg()).iter())), "a name made or hid an element"
    assert float(root.attrib["width"]) <= 1200
    written = shown.svg()
    assert "\x1b" not in written and "\u202e" not in written
    for look in (Look(), Look(unicode=True), Look(unicode=True, colour=True)):
        text = re.sub(r"\x1b\[\d+m", "", shown.text(look))
        assert all(char.isprintable() or char == "\n" for char in text)
        assert all(len(line) < 3000 for line in text.splitlines())


@pytest.mark.parametrize("name", HOSTILE)
def test_pages_do_not_break_either(name: str) -> None:
    plain = page("title", ["about"], [Step("caption", "<svg/>", ("note",))])
    hostile = page(name, [name], [Step(name, "<svg/>", (name,))])
    for tag in ("<script", "<svg", "<style", "<p", "<figure", "</", "onload=", "<h1"):
        kept = hostile.replace("&lt;", "").lower().count(tag) if tag != "onload=" else 0
        assert kept == (plain.lower().count(tag) if tag != "onload=" else 0)
    assert "\x1b" not in hostile and "\u202e" not in hostile


def test_a_page_loads_nothing() -> None:
    text = page("title", [], [Step("one", "<svg/>"), Step("two", "<svg/>")])
    assert "default-src &#x27;none&#x27;" in text and "src=" not in text.replace("script-src", "")
    assert text.count("<figure") == 2 and text.count(" hidden>") == 1
    assert "ArrowRight" in text


def test_the_digest_lets_our_own_script_run() -> None:
    import base64
    import hashlib

    text = page("title", [], [Step("one", "<svg/>")])
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = re.search(r"sha256-([A-Za-z0-9+/=]+)", text)
    assert script and digest
    assert base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode() == digest[1]
