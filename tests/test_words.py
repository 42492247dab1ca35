"""The check of words finds the phrases that it is there for, and looks at prose only."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

WORDS: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[1] / ".ci/words.py"))


@pytest.mark.parametrize(
    "phrase",
    [
        "It can be stopped and gone on with.",
        "Asked for were 5 times UCT's descents.",
        "What could not be taken in in time is made up for.",
        "-0.05 chips to who begins",
        "matches.jsonl: this is no JSON",
        "Who leaves a multiple of three cannot lose.",
    ],
)
def test_what_is_avoided_is_found(phrase: str) -> None:
    assert any(re.search(pattern, phrase) for pattern in WORDS["AVOIDED"])


@pytest.mark.parametrize("phrase", ["It is no longer there.", "There is no such file.", "Resume it.", "who wins"])
def test_what_is_plain_is_not(phrase: str) -> None:
    assert not any(re.search(pattern, phrase) for pattern in WORDS["AVOIDED"])


def test_code_is_not_prose() -> None:
    page = "# Head\n\nOne `under way` line,\nand [a link](anew.md).\n\n```console\n$ anew\n```\n"
    page += "\n| cell | `anew` |\n\n    anew\n"
    found = [text.strip() for _, text in WORDS["prose"](page)]
    assert [text for text in found if text] == ["One `code` line, and [a link].", "cell", "`code`"]


def test_sentences_are_counted_one_by_one() -> None:
    assert WORDS["sentences"]("One. Two is `it`? (Three.)") == ["One.", "Two is `it`?", "(Three.)"]
