"""The check that holds the core to its rooms finds each kind of fault, and none in the core as it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core"

TABLE = """
low = []
high = ["low"]
"low/inner" = ["low/base.hpp"]
"""

GOOD = {
    "low/base.hpp": "namespace woodstock::low {}",
    "low/base.cpp": '#include "woodstock/low/base.hpp"\nnamespace woodstock::low {}',
    "low/other.hpp": "namespace woodstock::low {}",
    "low/inner/part.hpp": '#include "woodstock/low/base.hpp"\nnamespace woodstock::low::inner {}',
    "high/top.hpp": '#include <vector>\n#include "woodstock/low/other.hpp"\nnamespace woodstock::high {}',
}


def check(core: Path) -> tuple[int, str]:
    command = [sys.executable, str(CORE / "check_rooms.py"), str(core)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


def write(core: Path, files: dict[str, str], table: str = TABLE) -> None:
    (core / "rooms.toml").write_text(table)
    for name, text in files.items():
        path = core / "woodstock" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_the_core_keeps_to_its_rooms() -> None:
    assert check(CORE) == (0, "")


def test_sources_that_keep_to_their_rooms_pass(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    assert check(tmp_path) == (0, "")


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        (
            "low/other.hpp",
            '#include "woodstock/high/top.hpp"\nnamespace woodstock::low {}',
            "low/other.hpp: low may not include high/top.hpp",
        ),
        (
            "low/inner/part.hpp",
            '#include "woodstock/low/other.hpp"\nnamespace woodstock::low::inner {}',
            "low/inner/part.hpp: low/inner may not include low/other.hpp",
        ),
        ("high/top.hpp", "namespace woodstock::low {}", "high/top.hpp: does not open the namespace of its folder"),
        (
            "high/base.cpp",
            '#include "woodstock/low/base.hpp"\nnamespace woodstock::high {}',
            "high/base.cpp: does not lie beside a header",
        ),
        ("attic/box.hpp", "namespace woodstock::attic {}", "attic/box.hpp: rooms.toml has no room attic"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, name: str, text: str, fault: str) -> None:
    write(tmp_path, GOOD | {name: text})
    code, said = check(tmp_path)
    assert code == 1
    assert said.startswith(fault)


def test_a_test_in_no_room_is_named(tmp_path: Path) -> None:
    write(tmp_path, GOOD | {"../tests/low/test_base.cpp": "", "../tests/attic/test_box.cpp": ""})
    assert check(tmp_path) == (1, "tests/attic/test_box.cpp: rooms.toml has no such room\n")


def test_headers_that_include_one_another_are_named(tmp_path: Path) -> None:
    text = '#include "woodstock/low/{}.hpp"\nnamespace woodstock::low {{}}'
    write(tmp_path, GOOD | {"low/other.hpp": text.format("base"), "low/base.hpp": text.format("other")})
    code, said = check(tmp_path)
    assert code == 1
    assert "headers: round in a circle" in said


def test_the_table_itself_may_not_go_round_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, GOOD, TABLE.replace("low = []", 'low = ["high"]'))
    code, said = check(tmp_path)
    assert code == 1
    assert said.startswith("rooms.toml: round in a circle")
