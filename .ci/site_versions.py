"""Moves the site that was just built to `build/site/VERSION`, next to those of other releases, and lists them.

    .venv/bin/python .ci/site_versions.py

`make docs` calls it last. `versions.json` has the format of mike, so each page offers the other versions. The root
leads to the newest one. To keep the pages of older releases, copy their folders to `build/site` first.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from woodstock.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
REDIRECT = """<!doctype html>
<meta charset="utf-8">
<title>woodstock</title>
<meta http-equiv="refresh" content="0; url={version}/">
<p>The documentation of <a href="{version}/">woodstock {version}</a>.</p>
"""


def order(version: str) -> tuple[int, ...]:
    """The numbers of a version, to compare it by."""
    return tuple(map(int, re.findall(r"\d+", version)))


def versions(site: Path) -> list[str]:
    """The versions in the folder, the newest first."""
    found = (path.name for path in site.iterdir() if path.is_dir() and re.fullmatch(r"\d+\.\d+\.\d+\w*", path.name))
    return sorted(found, key=order, reverse=True)


def publish(built: Path, site: Path, version: str) -> None:
    """Put the pages of a version into the site, in place of those that it had."""
    site.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(site / version, ignore_errors=True)
    built.rename(site / version)
    known = versions(site)
    listed = [{"version": one, "title": one, "aliases": ["latest"] if one == known[0] else []} for one in known]
    (site / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    (site / "index.html").write_text(REDIRECT.format(version=known[0]), encoding="utf-8")


if __name__ == "__main__":
    publish(BUILT, SITE, VERSION)
