"""The stub of the extension module is the one that the extension gives, and a stale one is noticed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STUB = ROOT / "src/woodstock/core/_core.pyi"


def check(stub: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bindings/stub.py"), "--check", str(stub)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_stub_is_current() -> None:
    done = check(STUB)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_stale_stub_is_noticed(tmp_path: Path) -> None:
    stale = tmp_path / "_core.pyi"
    stale.write_text(STUB.read_text().replace("def kernels() -> list[str]", "def kernels() -> list[int]"))
    done = check(stale)
    assert done.returncode == 1
    assert "-def kernels() -> list[int]: ...\n+def kernels() -> list[str]: ...\n" in done.stdout
