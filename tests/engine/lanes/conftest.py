from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import woodstock as ws
from sheets import path_of


@pytest.fixture(scope="session")
def load() -> Callable[[str], ws.Game]:
    """Loads a bundled game by its name, or a public rulesheet by its path in the collection."""

    @cache
    def loaded(name: str) -> ws.Game:
        return ws.load(path_of(name) if name.endswith(".kif") else name)

    return loaded


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], ws.Game]:
    """Makes a game of rules written in a test."""

    def made(rules: str) -> ws.Game:
        path = tmp_path / "written.kif"
        path.write_text(rules)
        return ws.load(path, cache=False)

    return made
