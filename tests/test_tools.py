"""What CONTRIBUTING, the pins and the hooks say of tools and rooms is what `make` and the linters go by."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text()


def pins() -> dict[str, str]:
    """The version of each package in constraints.txt, which has exact ones only."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def test_everything_that_is_asked_for_is_pinned_within_its_range() -> None:
    pinned = pins()
    asked = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
    extras = PROJECT["project"]["optional-dependencies"]
    for extra in extras.values():
        asked += extra
    for requirement in map(Requirement, asked):
        if requirement.name == PROJECT["project"]["name"]:  # an extra that is made of others
            assert requirement.extras <= extras.keys()
            continue
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement


def test_make_installs_by_the_pins_and_by_nothing_else() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert re.findall(r"\$\(PIP\) install.*", makefile) == ["$(PIP) install --constraint constraints.txt"]


def test_a_commit_is_checked_by_what_make_check_runs() -> None:
    check = (ROOT / "Makefile").read_text().split("\ncheck:")[1].split("\n\n")[0]
    for tool in re.findall(r"\$\(BIN\)/(ruff \w+|python \S+|[\w-]+)", check):
        assert f"entry: .venv/bin/{tool}" in HOOKS or tool == "python bindings/stub.py"


def test_contributing_has_the_order_of_the_rooms() -> None:
    rows = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = [[room.strip(" ()") for room in row.split("|")] for row in rows]
    there = [[room for room in row if list((ROOT / "src/woodstock").glob(f"{room}*"))] for row in rooms]
    assert "\n".join(f"    {' | '.join(row)}" for row in there) in CONTRIBUTING


def test_contributing_names_the_rooms_of_the_core() -> None:
    for room in tomllib.loads((ROOT / "core/rooms.toml").read_text()):
        upper, _, lower = room.rpartition("/")
        assert f"`{room}`" in CONTRIBUTING or re.search(f"`{upper}/{{[^}}]*{lower}[^}}]*}}`", CONTRIBUTING), room


def rows(head: str) -> list[str]:
    """The first cells of the table in CONTRIBUTING that has this head."""
    table = CONTRIBUTING.split(f"| {head} |", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)


def test_contributing_has_every_room_of_the_package_and_no_other() -> None:
    folders = (path.name for path in (ROOT / "src/woodstock").iterdir() if (path / "__init__.py").is_file())
    assert sorted(rows("room")) == sorted(folders)


def test_contributing_has_every_room_of_the_core_and_no_other() -> None:
    core = ROOT / "core/woodstock"
    folders = (str(path.relative_to(core)) for path in core.rglob("*") if path.is_dir() and list(path.glob("*.?pp")))
    assert sorted(rows("room of the core")) == sorted(folders)
