"""The tutorials tell the truth: their files are written, their commands run, and what they print is compared."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from cli.running import woodstock

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ("first-hour", "write-a-game", "run-a-tournament", "class-exercise")
FORMS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
REFUSED = {"first-hour": {"woodstock check sticks.kif": 1}}
"""Commands that fail the first time they are run, with their exit codes."""


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_the_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    expected_codes = dict(REFUSED.get(page, {}))
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for before, language, block in re.findall(r"(`[\w.]+`)?:?\n\n```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        if language in ("lisp", "python", "toml"):
            Path(before.strip("`")).write_text(block)
        elif language == "diff":
            change(Path(before.strip("`")), block)
        else:
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                run(command, shown, expected_codes, monkeypatch)
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)
    assert not expected_codes


def change(path: Path, block: str) -> None:
    (old,) = re.findall(r"^-(.*)$", block, re.MULTILINE)
    (new,) = re.findall(r"^\+(.*)$", block, re.MULTILINE)
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    sys.modules.pop(path.stem, None)  # a module that was imported before it was changed


def run(command: str, shown: str, codes: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command. The lines after `>` are typed."""
    program, *arguments = shlex.split(command)
    assert program == "woodstock"
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.*)$", shown, re.MULTILINE))
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    result = woodstock(*arguments)
    assert result.code == codes.pop(command, 0), result.err
    wanted = re.sub(r"^> .*\n", "", shown, flags=re.MULTILINE).replace("<BLANKLINE>", "")
    said = result.out + result.err
    assert doctest.OutputChecker().check_output(wanted, said, FORMS), f"{command}\n{said}"


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_listed(page: str) -> None:
    assert f"({page}.md)" in (DOCS / "index.md").read_text(encoding="utf-8")
    assert f": {page}.md" in (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
