"""What is installed: ranges that hold what we test with, one version of each package, and its hash for CI."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

packaging = pytest.importorskip("packaging.requirements", reason="packaging comes with pytest")

ROOT = Path(__file__).resolve().parent.parent


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(path: Path) -> dict[str, str]:
    """Names and versions of the lines `name==version`."""
    lines = [line.split("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [line[0].split("==") for line in lines if line]
    return {plain(name): version for name, version in pairs}


CONSTRAINTS = pinned(ROOT / "constraints.txt")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_version_has_its_hash() -> None:
    hashed = ROOT / ".ci" / "requirements.txt"
    assert pinned(hashed) == CONSTRAINTS, "make lock writes it anew"
    lines = hashed.read_text(encoding="utf-8").splitlines()[1:]
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}$", line) for line in lines)


@pytest.mark.parametrize("text", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["experiments"]])
def test_what_users_install_has_a_lower_and_a_tested_upper_bound(text: str) -> None:
    requirement = packaging.Requirement(text)
    assert {one.operator for one in requirement.specifier} == {">=", "<"}
    tested = CONSTRAINTS[plain(requirement.name)]
    assert requirement.specifier.contains(tested)
    upper = next(one.version for one in requirement.specifier if one.operator == "<")
    assert int(upper.split(".")[0]) == int(tested.split(".")[0]) + 1
