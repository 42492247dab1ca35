"""Writes `.ci/requirements.txt`: every version of `constraints.txt` with the hash of the file that pip takes here.

    .venv/bin/python .ci/lock.py [--fits]

Continuous integration installs by it (`pip install --require-hashes`), so that a file that was changed after we looked
at it is refused. Hashes are those of one Python and one platform, which the first line names; with `--fits` nothing is
written, and the exit code is 0 if they are ours.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCKED = HERE / "requirements.txt"


def platform() -> str:
    """What decides which files pip takes."""
    return f"{sys.implementation.cache_tag} {sysconfig.get_platform()}"


def lines() -> list[str]:
    """A line for each package, by its name."""
    wanted = ("--requirement", str(HERE.parent / "constraints.txt"))
    options = ("--quiet", "--dry-run", "--ignore-installed", "--no-deps", "--report", "-")
    command = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", *options, *wanted)
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return sorted(
        f"{one['metadata']['name']}=={one['metadata']['version']} "
        f"--hash=sha256:{one['download_info']['archive_info']['hashes']['sha256']}"
        for one in report["install"]
    )


def main() -> int:
    """Write the file, or say whether the one that there is fits."""
    first = f"# {platform()}: written by .ci/lock.py"
    if sys.argv[1:] == ["--fits"]:
        return int(LOCKED.read_text(encoding="utf-8").partition("\n")[0] != first)
    LOCKED.write_text("\n".join([first, *lines()]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
