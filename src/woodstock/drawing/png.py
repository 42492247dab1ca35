"""Pictures in pixels, by a program that is there: none comes with woodstock."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from woodstock.errors import WoodstockError

_SECONDS = 60.0
_SCALE = 2
"""Pixels for each unit of the picture."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def png(picture: str, width: int, height: int) -> bytes:
    """The SVG text as a PNG, by rsvg-convert or a headless Chromium, whichever is there."""
    with tempfile.TemporaryDirectory(prefix="woodstock-") as folder:
        source, target = Path(folder) / "picture.svg", Path(folder) / "picture.png"
        source.write_text(picture, encoding="utf-8")
        command = _command(source, target, width, height)
        try:
            done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, cwd=folder)
        except subprocess.TimeoutExpired:
            raise WoodstockError(f"{command[0]} took longer than {_SECONDS:g} s to draw the PNG") from None
        if done.returncode or not target.is_file():
            reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it says nothing"]
            raise WoodstockError(f"{command[0]} could not draw the PNG: {reason[0]}")
        return target.read_bytes()


def _command(source: Path, target: Path, width: int, height: int) -> list[str]:
    if found := shutil.which("rsvg-convert"):
        return [found, "--zoom", str(_SCALE), "--output", str(target), str(source)]
    for name in BROWSERS:
        if found := shutil.which(name):
            flags = (
                "--headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run"
                " --disable-background-networking --disable-sync"
            )
            size = f"--window-size={width},{height}"
            scale = f"--force-device-scale-factor={_SCALE}"
            profile = f"--user-data-dir={source.parent / 'profile'}"
            return [found, *flags.split(), size, scale, profile, f"--screenshot={target}", source.as_uri()]
    raise WoodstockError("a PNG needs rsvg-convert (package librsvg2-bin) or Chromium: install one, or take --svg")
