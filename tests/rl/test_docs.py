"""The page, the docstrings and the examples on reinforcement learning do what they say."""

from __future__ import annotations

import doctest
import importlib
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = "tensors.encoding engine.turns rl.vector_env rl.gymnasium_env rl.pettingzoo_env rl.open_spiel".split()


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module: str) -> None:
    results = doctest.testmod(importlib.import_module(f"woodstock.{module}"))
    assert results.attempted > 0 and results.failed == 0


def test_page() -> None:
    page = ROOT / "docs/reinforcement-learning.md"
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 10 and results.failed == 0


@pytest.mark.long
def test_q_learning_wins() -> None:
    assert runpy.run_path(str(ROOT / "examples/q_learning.py"))["main"]() > 0.9


@pytest.mark.long
def test_policy_gradient_learns() -> None:
    means = runpy.run_path(str(ROOT / "examples/policy_gradient.py"))["main"](20)
    assert means[0] < 0.65 and means[-1] > 0.75


def test_cfr_example() -> None:
    value = runpy.run_path(str(ROOT / "examples/open_spiel_cfr.py"))["main"](100)
    assert value == pytest.approx(-1 / 18, abs=5e-3)


def test_importing_woodstock_imports_no_other_library() -> None:
    code = (
        "import sys, woodstock as ws; ws.VectorEnv; "
        "print([name for name in ('gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("library", "module", "extra"),
    [
        ("gymnasium", "gymnasium_env", "rl"),
        ("pettingzoo", "pettingzoo_env", "rl"),
        ("pyspiel", "open_spiel", "openspiel"),
    ],
)
def test_a_library_that_is_missing_is_told_with_the_remedy(library: str, module: str, extra: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import woodstock.rl.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith(f": pip install 'woodstock-ggp[{extra}]'")
