from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import woodstock as ws


@pytest.fixture(scope="session", autouse=True)
def circuits(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Circuits are kept for the session in a folder that all test processes share."""
    base = tmp_path_factory.getbasetemp()
    os.environ["WOODSTOCK_CACHE"] = str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "circuits")


@pytest.fixture(scope="session")
def load(circuits: None) -> Callable[[str], ws.Game]:
    """Loads a bundled game by its name, or a public rulesheet by its path in the collection."""

    @cache
    def loaded(name: str) -> ws.Game:
        if not name.endswith(".kif"):
            return ws.load(name)
        folder = os.environ.get("WOODSTOCK_RULESHEETS")
        if folder is None:
            pytest.skip("WOODSTOCK_RULESHEETS does not name a folder of public rulesheets")
        return ws.load(Path(folder, name))

    return loaded


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], ws.Game]:
    """Makes a game of rules written in a test."""

    def made(rules: str) -> ws.Game:
        path = tmp_path / "written.kif"
        path.write_text(rules)
        return ws.load(path, cache=False)

    return made
