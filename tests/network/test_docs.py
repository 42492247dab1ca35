"""The chapters on networks tell the truth: their Python is run, and what it prints is compared."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize(
    ("chapter", "least"), [("networks.md", 20), ("games-as-networks.md", 8), ("quantified-csps.md", 8)]
)
def test_the_chapter(chapter: str, least: int) -> None:
    """One session from the first block to the last."""
    text = (DOCS / chapter).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, chapter, str(DOCS / chapter), 0)
    results = doctest.DocTestRunner(optionflags=FLAGS).run(examples)
    assert results.attempted > least
    assert results.failed == 0
