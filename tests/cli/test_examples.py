"""The examples run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

EXPECTED = {
    "count_positions.py": "tic-tac-toe has 5478 states",
    "play_a_match.py": "replayed ",
}


LONG = {"policy_gradient.py"}
"""Every day `tests/rl` runs a shorter version."""


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(path.name, marks=[pytest.mark.slow] if path.name in LONG else [])
        for path in sorted(EXAMPLES.glob("*.py"))
    ],
)
def test_example(script: str) -> None:
    process = subprocess.run(
        [sys.executable, str(EXAMPLES / script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert process.returncode == 0, process.stderr
    assert EXPECTED.get(script, "") in process.stdout
