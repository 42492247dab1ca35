"""Which tests run when: chosen by markers in one place, with a cache of the run's own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from woodstock.engine import cache

HERE = Path(__file__).parent
CHOOSING = {"conftest.py", "sheets.py", "test_tiers.py"}


def test_the_cache_is_that_of_this_run() -> None:
    assert cache.folder().parent == Path(tempfile.gettempdir())
    assert cache.folder().name.startswith("woodstock-tests-")


def test_no_test_chooses_for_itself() -> None:
    for path in HERE.rglob("*.py"):
        text = path.read_text()
        assert path.name in CHOOSING or "WOODSTOCK_SLOW" not in text, path
        assert path.name in CHOOSING or 'environ.get("WOODSTOCK_RULESHEETS' not in text, path


@pytest.mark.long
def test_tiers() -> None:
    """Of the file of known groups: large games are slow, and several games are cases of one test."""

    def chosen(*options: str) -> set[str]:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--collect-only",
            *options,
            "tests/symmetry/test_known_groups.py",
        ]
        answer = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=True)
        return {line.partition("::")[2] for line in answer.stdout.splitlines() if "::" in line}

    daily, slow, quick = chosen(), chosen("-m", "slow"), chosen("--quick")
    assert "test_known_orders[tic_tac_toe-rules]" in daily
    assert {"test_known_orders[gomoku-rules]", "test_large_games_by_their_rules[chess]"} <= slow
    assert daily.isdisjoint(slow)
    assert chosen("--slow") == daily | slow
    assert quick < daily
    assert sum(name.startswith("test_known_orders") for name in quick) == 1
    parts = [chosen("--part", f"{part}/3") for part in (1, 2, 3)]
    assert set().union(*parts) == daily and sum(map(len, parts)) == len(daily) and all(parts)


@pytest.mark.long
def test_rulesheets_that_are_not_there_are_skipped_with_a_reason() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "tests/ground/test_rescued.py"]
    environment = {name: value for name, value in os.environ.items() if name != "WOODSTOCK_RULESHEETS"}
    answer = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, env=environment, check=True)
    assert "2 skipped" in answer.stdout
    assert "WOODSTOCK_RULESHEETS names no folder" in answer.stdout
