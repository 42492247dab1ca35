"""Examples in docstrings and on the page about hidden information run."""

from __future__ import annotations

import doctest
import importlib
import re
import shutil
from pathlib import Path

import pytest

from beliefs.sheets import HERE

PAGE = Path(__file__).parents[2] / "docs" / "hidden-information.md"


@pytest.mark.parametrize(
    "module", ["beliefs.belief", "beliefs.classes", "search.information", "search.expectimax", "search.cfr"]
)
def test_docstrings(module: str) -> None:
    results = doctest.testmod(importlib.import_module(f"woodstock.{module}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(HERE / "monty.kif", tmp_path / "monty_hall.kif")
    shutil.copy(HERE / "kuhn.kif", tmp_path / "kuhn_poker.kif")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 [0.33333333 0.33333333 0.33333333] 3.0 True"
    assert float(lines[1]) == pytest.approx(1.0)
    values = [float(number) for number in re.findall(r"[\d.]+", lines[2])]
    assert values[0] == pytest.approx(0.5 - 0.25 / 18, abs=1e-3)
