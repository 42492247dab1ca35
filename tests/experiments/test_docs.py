"""Examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["experiments", "experiments.sprt", "cli.progress", "players.spec"])
def test_docstrings(module: str) -> None:
    results = doctest.testmod(importlib.import_module(f"woodstock.{module}"))
    assert results.attempted > 0
    assert results.failed == 0
