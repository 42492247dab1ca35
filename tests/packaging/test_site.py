"""The documentation site: it builds without a warning, links lead somewhere, and no page asks another host."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_the_site_builds_without_a_warning() -> None:
    subprocess.run([sys.executable, ".ci/site.py"], check=True, cwd=ROOT)
    command = [str(Path(sys.executable).parent / "zensical"), "build", "--strict"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout + done.stderr
    pages = list((ROOT / "build" / "pages").rglob("*.html"))
    assert len(pages) > 25
    loaded = re.compile(
        r"""<(?:script|img|iframe|link[^>]*rel="?(?:stylesheet|preload|preconnect)"?)[^>]*(?:src|href)="?https?:"""
    )
    for page in pages:
        assert not loaded.search(page.read_text(encoding="utf-8")), f"{page} loads something from another host"
    commands = (ROOT / "build" / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert "## woodstock qcsp generate" in commands


def test_versions_stand_side_by_side(tmp_path: Path) -> None:
    publish = runpy.run_path(str(ROOT / ".ci" / "site_versions.py"))["publish"]
    site = tmp_path / "site"
    for version in ("0.9.0", "0.10.0", "0.2.0", "0.9.0"):
        built = tmp_path / "built"
        built.mkdir()
        (built / "index.html").write_text(version)
        publish(built, site, version)
    listed = json.loads((site / "versions.json").read_text())
    assert [one["version"] for one in listed] == ["0.10.0", "0.9.0", "0.2.0"]
    assert [one["aliases"] for one in listed] == [["latest"], [], []]
    assert 'url=0.10.0/"' in (site / "index.html").read_text()
    assert (site / "0.2.0" / "index.html").read_text() == "0.2.0"
