"""The page on how woodstock is tested names every player, and only tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

from woodstock import qcsp
from woodstock.players import registry

ROOT = Path(__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/how-it-is-tested.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith(("| part", "| ---"))
]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_player_is_in_the_table() -> None:
    named = {name for row in ROWS for name in quoted(row[0])}
    assert named == {*registry.names(), *qcsp.PLAYERS}


def test_every_row_says_how_and_against_what_and_where() -> None:
    for part, how, against, where in ROWS:
        assert how in ("thoroughly", "lightly"), part
        assert against
        assert quoted(where), part


def test_every_test_that_is_named_exists() -> None:
    missing = [name for row in ROWS for name in quoted(row[3]) if not (ROOT / name).is_file()]
    assert not missing


def test_every_room_of_the_core_with_tests_is_named() -> None:
    rooms = {path.parent for path in (ROOT / "core/tests").glob("*/**/test_*.cpp")}
    named = {(ROOT / name).parent for row in ROWS for name in quoted(row[3])}
    assert rooms <= named
