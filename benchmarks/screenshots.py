"""Pictures of the page for the docs, made by a browser: `docs/web/*.png`.

    .venv/bin/python benchmarks/screenshots.py [--only NAME] [--out FOLDER] [--dark] [--width PIXELS]

It starts a server and visits ten places as a person would. Chromium and playwright have to be there.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
_RUN = "from woodstock.cli import main; raise SystemExit(main())"
_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
_WRONG = """; Take away
;
; Two players take one or two of seven stones in turn. Whoever takes the last one wins.
(role ann)
(role bob)
(init (stones 7))
(init (control ann))
(<= (legal ?p (take 1)) (true (control ?p)) (true (stones ?n)) (minus ?n 1 ?m))
(<= (legal ?p (take 2)) (true (control ?p)) (true (stones ?n)) (minus ?n 2 ?m)
(<= (legal ann noop) (true (control bob)))
(<= (legal bob noop) (true (control ann)))
"""


def gallery(page: Any, address: str) -> None:
    """All games, looked through."""
    page.goto(f"{address}#/")
    page.get_by_role("searchbox").fill("dice")
    _pictures(page)


def play(page: Any, address: str) -> None:
    """Chess, with a piece picked up."""
    page.goto(f"{address}#/play/chess?moves={quote('(move e 2 e 4) (move e 7 e 5) (move g 1 f 3) (move b 8 c 6)')}")
    page.locator('.board-frame .target[aria-label^="f1:"]').click()
    page.wait_for_timeout(500)


def analysis(page: Any, address: str) -> None:
    """Connect four, analysed while it is played."""
    page.goto(f"{address}#/play/connect_four?moves={quote('(drop 4) (drop 4) (drop 4) (drop 4) (drop 3) (drop 2)')}")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Analyse").click()
    page.locator(".analysis .line").wait_for()
    page.get_by_role("button", name="Analyse").wait_for()


def symmetries(page: Any, address: str) -> None:
    """The first moves of hex, one colour for those that are the same."""
    page.goto(f"{address}#/play/hex")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Symmetric moves").click()
    page.locator(".orbits li").first.wait_for()


def network(page: Any, address: str) -> None:
    """The network of a turn of tic-tac-toe, drawn."""
    page.set_viewport_size({"width": page.viewport_size["width"], "height": 1000})
    page.goto(f"{address}#/play/tic_tac_toe?moves={quote('(mark 2 2) (mark 1 1)')}")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Network of this turn").click()
    page.locator(".graph").wait_for()
    page.locator(".graph text", has_text="does x").hover()


def beliefs(page: Any, address: str) -> None:
    """What a player of poker can know."""
    page.goto(f"{address}#/play/leduc_poker")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="What").click()
    page.locator(".beliefs figure").first.wait_for()


def rules(page: Any, address: str) -> None:
    """A rulesheet with a mistake in it."""
    page.goto(f"{address}#/rules")
    page.get_by_label("Rules", exact=True).fill(_WRONG)
    page.locator(".problems li").first.wait_for()


def tried(page: Any, address: str) -> None:
    """A rulesheet that plays."""
    page.goto(f"{address}#/rules/breakthrough")
    page.locator(".findings", has_text="How it plays").wait_for()


def watch(page: Any, address: str) -> None:
    """Two players, and what they think of it."""
    page.goto(f"{address}#/watch")
    page.locator(".field", has=page.locator('span:text-is("Game")')).locator("select").select_option("othello")
    for select in page.locator(".seats .field select").all()[:2]:
        select.select_option("hard")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.locator(".moves li:nth-child(12)").wait_for()
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(500)


def constraints(page: Any, address: str) -> None:
    """The eight queens, and a quantified CSP."""
    page.goto(f"{address}#/constraints")
    page.get_by_role("button", name="Solve").click()
    page.locator(".graph").first.wait_for()
    page.get_by_role("button", name="New instance").click()
    page.locator(".prefix").wait_for()


def tournament(page: Any, address: str) -> None:
    """A small tournament."""
    page.goto(f"{address}#/tournaments")
    page.get_by_label("Players, separated by commas").fill("uct:playouts=100, woodstock:playouts=100, random")
    page.get_by_label("Matches").fill("6")
    page.get_by_role("button", name="Start").click()
    page.locator(".bars").wait_for()
    page.locator("text=18 of 18 matches played.").wait_for()


def phone(page: Any, address: str) -> None:
    """A narrow screen, in the dark."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(f"{address}#/play/backgammon")
    page.locator(".board svg").wait_for()
    page.wait_for_timeout(500)


SHOTS: dict[str, Callable[[Any, str], None]] = {
    one.__name__: one
    for one in (
        gallery,
        play,
        analysis,
        symmetries,
        network,
        beliefs,
        rules,
        tried,
        watch,
        constraints,
        tournament,
        phone,
    )
}


def _pictures(page: Any) -> None:
    """Wait until all pictures in sight are there."""
    page.locator(".gallery img").first.wait_for()
    for _ in range(300):
        if page.evaluate(
            "() => [...document.images].every(one => one.complete || one.getBoundingClientRect().top > 900)"
        ):
            return
        page.wait_for_timeout(200)


def _lighter(path: Path) -> None:
    """Fewer colours: a third of the size, and nobody sees it."""
    from PIL import Image

    with Image.open(path) as image:
        image.convert("RGB").quantize(128).save(path, optimize=True)


def main() -> None:
    """Make the pictures."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(SHOTS), action="append")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/web")
    parser.add_argument("--dark", action="store_true", help="the dark theme")
    parser.add_argument("--width", type=int, default=1200, help="of the window; 390 is a phone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", _RUN, "web", "--no-open", "--port", "0", "--json"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "src"))
    with (
        tempfile.TemporaryDirectory(prefix="tournaments") as folder,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_FLAGS)
        for name in options.only or SHOTS:
            page = browser.new_page(
                viewport={"width": options.width, "height": 860}, color_scheme="dark" if options.dark else "light"
            )
            page.set_default_timeout(180_000)
            try:
                SHOTS[name](page, address)
                page.evaluate("() => scrollTo(0, 0)")
                page.screenshot(path=options.out / f"{name}.png")
                _lighter(options.out / f"{name}.png")
                print(name)
            except Exception as error:  # noqa: BLE001 (the others are still worth having)
                print(f"{name}: {error}")
            page.close()
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
