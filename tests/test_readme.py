"""The README tells the truth: its commands and its Python are run, and what they print is compared."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import woodstock

README = Path(__file__).parent.parent / "README.md"
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commands() -> Iterator[tuple[str, str]]:
    """Each command of the console blocks and the output that is shown for it."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


@pytest.mark.parametrize(("command", "output"), list(commands()))
def test_commands(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "woodstock"
    result = woodstock(*arguments)
    assert result.code == 0, result.err
    checker = doctest.OutputChecker()
    assert checker.check_output(output, result.out, ELLIPSIS), result.out


def test_python() -> None:
    """One session from the first block to the last."""
    text = "\n".join(blocks("python"))
    examples = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)
    results = doctest.DocTestRunner(optionflags=ELLIPSIS).run(examples)
    assert results.attempted > 10
    assert results.failed == 0


def test_it_starts_with_the_two_commands() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert [line.split()[:2] for line in lines[2:4]] == [["make", "demo"], ["make", "test"]]
    targets = (README.parent / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^demo:", targets, re.MULTILINE)
    assert re.search(r"^test:", targets, re.MULTILINE)
