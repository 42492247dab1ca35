from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import woodstock as ws
from search.graphs import Graph


@pytest.fixture
def made(tmp_path: Path) -> Callable[[Graph], ws.Game]:
    """Makes a game of a graph."""

    def game(graph: Graph) -> ws.Game:
        path = tmp_path / "graph.kif"
        path.write_text(graph.text())
        return ws.load(path, cache=False)

    return game
