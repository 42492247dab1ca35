"""The tutorials tell the truth: their files are written, their commands run, and what they print is compared."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Result, woodstock

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ("first-hour", "write-a-game", "run-a-tournament", "class-exercise", "train-a-player")
FORMS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
REFUSED = {"first-hour": {"woodstock check sticks.kif": 1}}
"""Commands that fail the first time they are run, with their exit codes."""
ABOUT = {"train-a-player": 20.0}
"""Pages whose numbers differ between machines, by at most so much."""
WINS = {"woodstock match connect_four learned.Learned random --matches 100 --swap --seed 1": 90}
"""How many matches the first player of a command wins at least. Before training, it wins about 80."""
NUMBER = r"\d+(?:\.\d+)?"


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
                run(command, shown, expected_codes, ABOUT.get(page), monkeypatch)
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)
    assert not expected_codes


def change(path: Path, block: str) -> None:
    (old,) = re.findall(r"^-(.*)$", block, re.MULTILINE)
    (new,) = re.findall(r"^\+(.*)$", block, re.MULTILINE)
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    sys.modules.pop(path.stem, None)  # a module that was imported before it was changed


def run(command: str, shown: str, codes: dict[str, int], about: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command. The lines after `>` are typed."""
    program, *arguments = shlex.split(command)
    assert program in ("woodstock", "python")
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.*)$", shown, re.MULTILINE))
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    result = woodstock(*arguments) if program == "woodstock" else python(*arguments)
    assert result.code == codes.pop(command, 0), result.err
    wanted = re.sub(r"^> .*\n", "", shown, flags=re.MULTILINE).replace("<BLANKLINE>", "")
    said = result.out + result.err
    assert alike(wanted, said, about), f"{command}\n{said}"
    if command in WINS:
        assert int(said.splitlines()[1].split()[1]) >= WINS[command], said


def python(*arguments: str) -> Result:
    """Run a program of the reader's."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=600, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def alike(wanted: str, said: str, about: float | None) -> bool:
    """Is this what the page shows? If its numbers differ between machines, up to such a difference of each."""
    if about is None:
        return doctest.OutputChecker().check_output(wanted, said, FORMS)
    pairs = zip(re.findall(NUMBER, wanted), re.findall(NUMBER, said), strict=False)  # `...` may end what is shown
    near = all(abs(float(one) - float(other)) <= about for one, other in pairs)
    return near and alike(re.sub(NUMBER, "0", wanted), re.sub(NUMBER, "0", said), None)


@pytest.mark.parametrize(
    ("said", "same"),
    [("98 wins, 1.5 points\nElo +676", True), ("80 wins, 1.5 points\n", False), ("98 wins, 2 goals\n", False)],
)
def test_numbers_may_differ_a_little_and_words_not_at_all(said: str, same: bool) -> None:
    assert alike("99 wins, 1 points\n...", said, 10) == same


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_listed(page: str) -> None:
    assert f"({page}.md)" in (DOCS / "index.md").read_text(encoding="utf-8")
    assert f": {page}.md" in (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
