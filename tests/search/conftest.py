from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import woodstock as ws
from search.graphs import Graph


@pytest.fixture(scope="session", autouse=True)
def circuits(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Circuits are kept for the session in a folder that all test processes share."""
    base = tmp_path_factory.getbasetemp()
    os.environ["WOODSTOCK_CACHE"] = str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "circuits")


@pytest.fixture
def made(tmp_path: Path) -> Callable[[Graph], ws.Game]:
    """Makes a game of a graph."""

    def game(graph: Graph) -> ws.Game:
        path = tmp_path / "graph.kif"
        path.write_text(graph.text())
        return ws.load(path, cache=False)

    return game
