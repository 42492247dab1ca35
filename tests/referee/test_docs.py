"""Examples in docstrings run, and `woodstock.referee` is a package and a function."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys

import pytest

import woodstock as ws
from referee.rascals import Own
from woodstock.players import RandomPlayer


@pytest.mark.parametrize(
    "module",
    ["referee.position", "referee.statistics", "players.meeting", "cli.person"],
)
def test_docstrings(module: str) -> None:
    results = doctest.testmod(importlib.import_module(f"woodstock.{module}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_match_by_names() -> None:
    result = ws.match("tic_tac_toe", "random", "legal", matches=4, swap=True, seed=3)
    assert result.entrants == ("random", "legal")
    again = ws.match(ws.load("tic_tac_toe"), "random", Own(RandomPlayer, own_process=False), matches=1, jobs=None)
    assert again.matches == 1
    with pytest.raises(ws.WoodstockError, match="did you mean 'random'"):
        ws.match("tic_tac_toe", "randm", "legal")


@pytest.mark.parametrize(
    "code",
    [
        "import woodstock as ws; ws.match('tic_tac_toe', 'legal', 'legal'); from woodstock.referee import play",
        "import woodstock.referee; woodstock.match('tic_tac_toe', 'legal', 'legal')",
        "from woodstock import match; match('tic_tac_toe', 'legal', 'legal')",
    ],
)
def test_whatever_is_imported_first(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
