"""Examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from woodstock.experiments import names, parse

DOCS = Path(__file__).parents[2] / "docs" / "experiments.md"


def test_the_file_of_the_guide() -> None:
    """The example is one, with a cell for each pairing and game, and all that it comments out is known as well."""
    (text,) = re.findall(r"^```toml\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    experiment = parse("guide", text)
    assert len(experiment.plan.cells) == 6
    assert not any(cell.missing for cell in experiment.plan.cells)
    parse("guide", text.replace("play = 0.5", "").replace("# budget", "budget").replace(", play = 1.0", ""))
    parse("guide", text.replace("# pairings", "pairings"))


def test_the_guide_lists_what_is_built_in() -> None:
    text = DOCS.read_text(encoding="utf-8").replace("`, `-mac-ucb-sym`", "`, `paper-002-figure-2-mac-ucb-sym`")
    listed = set(re.findall(r"`(paper-00[\w-]+)`", text)) | {f"qcsp-figure-{number}" for number in range(3, 8)}
    assert "`qcsp-figure-3` .. `qcsp-figure-7`" in text
    assert listed == set(names())


@pytest.mark.parametrize("module", ["experiments", "experiments.sprt", "cli.experiment", "players.spec"])
def test_docstrings(module: str) -> None:
    results = doctest.testmod(importlib.import_module(f"woodstock.{module}"))
    assert results.attempted > 0
    assert results.failed == 0
