"""The examples of the room and of its page run."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = "gate generations learner store".split()


def examples() -> Iterator[doctest.DocTest]:
    for name in MODULES:
        module = import_module(f"woodstock.learning.{name}")
        yield from (found for found in doctest.DocTestFinder().find(module, module=module) if found.examples)
    page = ROOT / "docs/learning.md"
    yield doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, "docs/learning.md", str(page), 0)


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.name)
def test_examples_run(example: doctest.DocTest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_LEARNED", str(tmp_path))
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0
    assert result.attempted > 0
