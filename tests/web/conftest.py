"""One server for all tests that need no other: to start its processes takes longer than most of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from web.browsing import CHROMIUM, FLAGS, Visitor, needs_browser, running
from web.serving import serving


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server runs for the browser."""
    needs_browser()
    with running(folder=tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    driver = needs_browser()
    with driver.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def visitor(browser: Any, address: str) -> Iterator[Visitor]:
    """A fresh page. It must have asked nobody but the server, and complained of nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    found = Visitor(context.new_page(), address)
    yield found
    context.close()
    assert found.faults == []
    assert [url for url in found.asked if not url.startswith((address, "about:", "data:", "blob:"))] == []
