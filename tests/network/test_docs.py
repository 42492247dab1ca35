"""The chapter on networks tells the truth: its Python is run, and what it prints is compared."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

CHAPTER = Path(__file__).parents[2] / "docs" / "networks.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_chapter() -> None:
    """One session from the first block to the last."""
    text = CHAPTER.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "networks", str(CHAPTER), 0)
    results = doctest.DocTestRunner(optionflags=FLAGS).run(examples)
    assert results.attempted > 20
    assert results.failed == 0
