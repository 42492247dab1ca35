"""Says whether the built page is what its sources give: `src/woodstock/web/static` is in git, so it could be old.

    .venv/bin/python web/check.py

Where Node or its packages are missing there is nothing to compare with, and the check says so.
"""

from __future__ import annotations

import filecmp
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src/woodstock/web/static"


def main() -> int:
    """Build the page elsewhere, and compare."""
    npx = shutil.which("npx")
    if npx is None or not (WEB / "node_modules/vite").exists():
        print("the page is not compared with its sources: Node or web/node_modules is missing (make web-build)")
        return 0
    subprocess.run([npx, "tsc", "--noEmit"], cwd=WEB, check=True, stderr=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        command = [npx, "vite", "build", "--logLevel", "error", "--outDir", folder, "--emptyOutDir"]
        subprocess.run(command, cwd=WEB, check=True, stderr=subprocess.DEVNULL)
        names = sorted({path.name for place in (Path(folder), BUILT) for path in place.iterdir()})
        _, different, missing = filecmp.cmpfiles(folder, BUILT, names, shallow=False)
    if different or missing:
        print(f"the built page is not that of its sources ({', '.join((*different, *missing))}): make web-build")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
