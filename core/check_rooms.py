"""Whether the sources of the core keep to their rooms: who includes whom, namespaces, and where sources lie.

Prints a line for each fault and fails if there is one. The table of who may include whom is `rooms.toml`.
"""

from __future__ import annotations

import graphlib
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

INCLUDE = re.compile(r'^#include "(?:woodstock/)?([^"]+)"', re.MULTILINE)

Table = Mapping[str, list[str]]


def faults(sources: Path, table: Table) -> Iterator[str]:
    """Everything that is wrong below a folder whose own folders are rooms."""
    yield from cycle(
        "rooms.toml", {room: [other for other in known if other in table] for room, known in table.items()}
    )
    files = sorted(path for kind in ("*.hpp", "*.cpp") for path in sources.rglob(kind))
    headers: dict[str, list[str]] = {}
    for path in files:
        name, room = path.relative_to(sources).as_posix(), path.parent.relative_to(sources).as_posix()
        text = path.read_text()
        included = INCLUDE.findall(text)
        if path.suffix == ".hpp":
            headers[name] = included
        if room not in table:
            yield f"{name}: rooms.toml has no room {room}"
            continue
        yield from forbidden(name, room, included, table[room])
        namespace = "woodstock::" + room.replace("/", "::")
        if f"namespace {namespace} {{" not in text:
            yield f"{name}: does not open the namespace of its folder, {namespace}"
        if path.suffix == ".cpp" and not any(beside(header, room) for header in included):
            yield f"{name}: does not lie beside a header that it includes"
    yield from cycle("headers", headers)


def strays(tests: Path, table: Table) -> Iterator[str]:
    """Tests that are in no room's folder; those of the tests' own tools lie above them."""
    for path in sorted(tests.rglob("*/test_*.cpp")):
        if path.parent.relative_to(tests).as_posix() not in table:
            yield f"tests/{path.relative_to(tests).as_posix()}: rooms.toml has no such room"


def forbidden(name: str, room: str, included: list[str], known: list[str]) -> Iterator[str]:
    """Includes that the table does not allow."""
    for header in included:
        if not beside(header, room) and header not in known and Path(header).parent.as_posix() not in known:
            yield f"{name}: {room} may not include {header}"


def beside(header: str, room: str) -> bool:
    """Whether a header lies in this very room."""
    return Path(header).parent.as_posix() == room


def cycle(what: str, graph: Mapping[str, list[str]]) -> Iterator[str]:
    """One fault if the graph goes round in a circle."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        yield f"{what}: round in a circle: {' -> '.join(error.args[1])}"


def main(core: Path) -> int:
    """Checks a folder that has the table and the sources; 1 if there is a fault."""
    table = tomllib.loads((core / "rooms.toml").read_text())
    found = [*faults(core / "woodstock", table), *strays(core / "tests", table)]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))
