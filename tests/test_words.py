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


def test_a_long_sentence_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        (tmp_path / name).write_text("Short.\n\n" + "word " * 36 + "end.\n")
    monkeypatch.setitem(WORDS["problems"].__globals__, "ROOT", tmp_path)
    (found,) = WORDS["problems"]()
    assert found.startswith("README.md:3: a sentence of 37 words")


def test_no_phrase_and_no_sentence_is_to_be_changed() -> None:
    assert not list(WORDS["problems"]())


def test_all_tutorials_are_checked() -> None:
    nav = (Path(__file__).parents[1] / "mkdocs.yml").read_text(encoding="utf-8")
    section = re.search(r"- Tutorials:\n(.*?)\n  - ", nav, re.DOTALL)
    assert section is not None
    pages = set(re.findall(r": ([\w-]+\.md)", section[1])) - {"quick-start.md"}  # the README
    assert pages <= {name.removeprefix("docs/") for name in WORDS["TUTORIALS"]}
