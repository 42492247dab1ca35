"""A real browser in front of a real server, for the tests of the page."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TIMEOUT = 30_000
"""Milliseconds that the page has for anything."""
RUN = "from woodstock.cli import main; raise SystemExit(main())"
"""The command line, for a process of its own."""


def needs_browser() -> Any:
    """The driver of browsers; where it or Chromium is missing the test is skipped."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine: apt-get install chromium")
    return pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@contextmanager
def running(*arguments: str, folder: Path) -> Iterator[str]:
    """`woodstock web` in a process of its own: its address."""
    command = [sys.executable, "-c", RUN, "web", "--no-open", "--port", "0", "--json", *arguments]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment) as server:
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())["address"]
        finally:
            server.terminate()
            server.wait(30)


class Visitor:
    """A page, with what went wrong in it and what it asked for."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.faults: list[str] = []
        self.asked: list[str] = []
        page.set_default_timeout(TIMEOUT)
        page.on("console", lambda said: self.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))

    def go(self, where: str) -> None:
        """Open a place of the page."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#/{where}")

    def play(self, game: str, line: str = "") -> None:
        """Open a game."""
        from urllib.parse import quote

        self.go(f"play/{game}" + (f"?moves={quote(line)}" if line else ""))
        self.page.wait_for_selector(".board svg")

    def sit(self, **chairs: str) -> None:
        """Change who plays: what can be chosen, or another player as text."""
        self.tab("Players")
        for role, text in chairs.items():
            field = self.page.locator(".field", has=self.page.locator(f'.role:text-is("{role}")'))
            known = text in field.locator("option").evaluate_all("all => all.map(one => one.value)")
            field.locator("select").select_option(text if known else "other")
            if not known:
                self.page.get_by_label(f"Player of {role}").fill(text)
        self.button("Continue with these players").click()

    def seat(self, **chairs: str) -> None:
        """Change who plays, and go back to the moves."""
        self.sit(**chairs)
        self.tab("Moves")

    def take_over(self, role: str) -> None:
        """Take the screen over for a role."""
        self.page.get_by_role("heading", name=f"{role}, it is your turn").wait_for()
        self.button(f"I am {role}").click()

    def tab(self, name: str) -> None:
        """Turn to a tab."""
        self.page.get_by_role("tab", name=name, exact=True).click()

    def tab_to(self, selector: str) -> None:
        """Press Tab until something is reached."""
        for _ in range(80):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def cell(self, name: str) -> Any:
        """A cell that can be clicked, by its name."""
        return self.page.locator(f'.board-frame .target[aria-label^="{name}:"]').first

    def click(self, *names: str) -> None:
        """Click cells, one after another."""
        for name in names:
            self.cell(name).click()

    def button(self, name: str) -> Any:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def status(self) -> str:
        """What the line below the title says."""
        return str(self.page.locator(".status p").first.inner_text())

    def says(self, text: str) -> None:
        """Wait until the line below the title says so."""
        self.page.locator(".status p", has_text=text).first.wait_for()

    def steps(self, count: int) -> None:
        """Wait until so many moves were made."""
        self.page.locator(".moves .note", has_text=f"of {count} move").first.wait_for()

    def click_any(self) -> None:
        """Make the next choice, whatever it is, by clicks alone."""
        page, end = self.page, time.monotonic() + TIMEOUT / 1000
        before = self._standing()
        while time.monotonic() < end:
            if page.locator(".choice button.primary").count():
                page.locator(".choice button.primary").first.click()
            elif page.locator(".board-frame .target.after").count():
                page.locator(".board-frame .target.after").first.click()
            elif page.locator(".board-frame .target.can").count():
                page.locator(".board-frame .target.can").first.click()
            elif page.locator(".move-input > .buttons button.move").count():
                page.locator(".move-input > .buttons button.move").first.click()
            page.wait_for_timeout(60)
            if self._standing() != before:
                return
        raise AssertionError(f"no move could be made by clicks: {self.status}")

    def _standing(self) -> list[str]:
        """What changes when a move was made, or when the screen is to be passed over."""
        shown = self.page.locator(".moves .note, .moves li, .status p, .pass h1")
        return [str(text) for text in shown.all_inner_texts()]
