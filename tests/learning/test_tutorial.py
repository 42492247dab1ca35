"""The tutorial tells the truth: its commands run, with less time to learn in."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

from cli.running import woodstock
from learning.samples import quick_gates
from woodstock.search.trials import Score

PAGE = (Path(__file__).parents[2] / "docs/learn-breakthrough.md").read_text(encoding="utf-8")
LEFT_OUT = ("match", "play")
"""Commands that take minutes, or a person; other tests run them."""


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WOODSTOCK_LEARNED", str(tmp_path / "learned"))
    quick_gates(monkeypatch, [Score(13, 13)])
    ran = []
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        if language == "python":
            (tmp_path / "rename.py").write_text(block)
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            program, *arguments = shlex.split(command)
            ran.append(arguments[0])
            if program == "python":
                runpy.run_path(arguments[0])
            elif arguments[0] not in LEFT_OUT:
                quick = ["--player", "legal", "--start", "0.1"] if arguments[0] == "analyse" else []
                result = woodstock(*[{"12": "0.02"}.get(one, one) for one in arguments], *quick)
                assert result.code == (2 if shown.startswith("error: ") else 0), result.err
                if shown.startswith("error: "):
                    assert result.err == shown
                else:
                    assert result.out.split() or not shown
    assert {"learn", "learned", "analyse", "rename.py"} <= set(ran)
    assert (tmp_path / "curve.svg").exists()
