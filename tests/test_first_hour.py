"""The first hour is as the page tells it: its files are written, its commands run, and what they print is compared."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from cli.running import woodstock

PAGE = Path(__file__).parent.parent / "docs/first-hour.md"
FORMS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
NO = {"woodstock check sticks.kif": 1}
"""The answer is no the first time."""


@pytest.mark.long
def test_the_first_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    expected_codes = dict(NO)
    text = PAGE.read_text(encoding="utf-8")
    for before, language, block in re.findall(r"(`[\w.]+`)?:?\n\n```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        if language in ("lisp", "python"):
            Path(before.strip("`")).write_text(block)
        elif language == "diff":
            change(Path(before.strip("`")), block)
        else:
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                run(command, shown, expected_codes, monkeypatch)
    sys.modules.pop("careful", None)
    assert not expected_codes


def change(path: Path, block: str) -> None:
    (old,) = re.findall(r"^-(.*)$", block, re.MULTILINE)
    (new,) = re.findall(r"^\+(.*)$", block, re.MULTILINE)
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    sys.modules.pop(path.stem, None)  # a module that was imported before it was changed


def run(command: str, shown: str, codes: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command; what stands after `>` is typed."""
    program, *arguments = shlex.split(command)
    assert program == "woodstock"
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.*)$", shown, re.MULTILINE))
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    result = woodstock(*arguments)
    assert result.code == codes.pop(command, 0), result.err
    wanted = re.sub(r"^> .*\n", "", shown, flags=re.MULTILINE).replace("<BLANKLINE>", "")
    said = result.out + result.err
    assert doctest.OutputChecker().check_output(wanted, said, FORMS), f"{command}\n{said}"


def test_the_page_is_listed() -> None:
    assert "(first-hour.md)" in (PAGE.parent / "index.md").read_text(encoding="utf-8")
