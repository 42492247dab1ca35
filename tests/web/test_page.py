"""The page as a whole: what it weighs, whom it asks, who can read it, and how it fits a narrow screen."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from web.browsing import Visitor
from woodstock.web.app import STATIC

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
BUDGET = 150_000
PAGES = ("", "rules", "watch", "tournaments", "constraints")


def test_the_bundle_is_light_and_names_nobody_else() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert {path.name for path in files} == {"index.html", "app.js", "app.css"}
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < BUDGET
    for path in files:
        text = path.read_text(encoding="utf-8")
        addresses = {
            part.split('"')[0].split("'")[0].split("`")[0] for part in text.split("http")[1:] if "://" in part[:5]
        }
        known = ("://www.w3.org/", "s://www.w3.org/", "://host:")
        assert all(address.startswith(known) for address in addresses), addresses
        assert "eval(" not in text and "new Function" not in text


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(visitor: Visitor, theme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make web/node_modules")
    page = visitor.page
    page.emulate_media(color_scheme=theme)
    visitor.play("tic_tac_toe")
    visitor.click("b2")
    visitor.steps(2)
    assert _faults(visitor) == []
    for tab in ("Players", "Rules", "Analysis"):
        visitor.tab(tab)
        assert _faults(visitor) == [], tab
    for button in ("Symmetric moves", "Network of this turn", "Analyse"):
        visitor.button(button).click()
    for shown in (".orbits li", ".graph", ".analysis tbody tr"):
        page.locator(shown).first.wait_for()
    assert _faults(visitor) == []
    for where in PAGES:
        visitor.go(where)
        page.locator("h1").wait_for()
        page.wait_for_timeout(300)
        assert _faults(visitor) == [], where


def _faults(visitor: Visitor) -> list[str]:
    """What axe finds serious or worse."""
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = visitor.page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.long
def test_a_narrow_screen_shows_everything(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 360, "height": 740})
    visitor.play("connect_four")
    visitor.cell("4:1").click()
    visitor.steps(2)
    assert _wide(visitor) <= 360
    for tab in ("Players", "Rules", "Analysis"):
        visitor.tab(tab)
        assert _wide(visitor) <= 360, tab
    for button, shown in (("Network of this turn", ".study details"), ("Analyse", ".analysis tbody tr")):
        visitor.button(button).click()
        page.locator(shown).first.wait_for()
        assert _wide(visitor) <= 360, button
    for where in PAGES:
        visitor.go(where)
        page.locator("h1").wait_for()
        assert _wide(visitor) <= 360, where


def _wide(visitor: Visitor) -> int:
    """Pixels that the page needs from left to right."""
    return int(visitor.page.evaluate("() => document.documentElement.scrollWidth"))


class _Elsewhere(BaseHTTPRequestHandler):
    """A page of somebody else's."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


_ATTACK = """async ([address, table]) => {
  const said = [];
  const ask = async (path, options) => {
    try { const answer = await fetch(address + path, options); said.push(answer.status); }
    catch { said.push('refused'); }
  };
  const text = {'content-type': 'text/plain'};
  await ask('api/tables', {method: 'POST', headers: text, body: '{"game":"nim"}'});
  await ask('api/tables', {method: 'POST', mode: 'no-cors', headers: text, body: '{"game":"nim"}'});
  await ask('api/tables/' + table + '/again', {method: 'POST', mode: 'no-cors', headers: text, body: '{}'});
  await ask('api/tables/' + table);
  return said;
}"""


@pytest.mark.long
def test_a_second_page_elsewhere_can_do_nothing(browser: Any, address: str, elsewhere: str) -> None:
    context = browser.new_context()
    ours, theirs = context.new_page(), context.new_page()
    visitor = Visitor(ours, address)
    visitor.play("tic_tac_toe")
    visitor.click("b2")
    visitor.steps(2)
    table = ours.url.rpartition("/")[2]
    theirs.goto(elsewhere)
    said = theirs.evaluate(_ATTACK, [address, table])
    assert said[0] == said[3] == "refused" and set(said) <= {"refused", 0}
    ours.reload()
    visitor.steps(2)
    context.close()
