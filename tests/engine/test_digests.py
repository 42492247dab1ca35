"""What the digests cover: all sources that decide a compiled game, and each by its contents."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

import woodstock
from woodstock.core import builder_digest
from woodstock.engine import digests

PACKAGE = Path(woodstock.__file__).parent

CHANGES_NOTHING = {"core", "errors", "files", "games", "place", "processes", "report", "spawning"}
"""Rooms that compiling uses but that do not decide its result; the core has a digest of its own."""


def imported(path: Path) -> set[Path]:
    """The files of the package that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    inside = [name.split(".")[1:] for name in names if name.startswith("woodstock.")]
    paths = [PACKAGE.joinpath(*parts) for parts in inside if parts[0] not in CHANGES_NOTHING]
    files = [path.with_suffix(".py") for path in paths] + [path / "__init__.py" for path in paths]
    return {file for file in files if file.exists()}


def test_whatever_compiling_imports_is_covered() -> None:
    covered = {path for part in digests.COMPILER for path in digests.sources(part)}
    chain = [path for part in ("gdl", "ground", "circuit", "engine/source.py") for path in digests.sources(part)]
    assert len(chain) > 30
    assert {file for path in chain for file in imported(path)} <= covered


def test_every_file_counts_with_its_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "_PACKAGE", tmp_path)
    digest = digests.sources_digest.__wrapped__
    (tmp_path / "room" / "inner").mkdir(parents=True)
    (tmp_path / "one.py").write_text("1")
    deep = tmp_path / "room" / "inner" / "deep.py"
    seen = {digest("room", "one.py")}
    deep.write_text("a")
    seen.add(digest("room", "one.py"))
    deep.write_text("b")
    seen.add(digest("room", "one.py"))
    deep.rename(deep.with_name("other.py"))
    seen.add(digest("room", "one.py"))
    assert len(seen) == 4
    (tmp_path / "beside.py").write_text("c")
    assert digest("room", "one.py") in seen


def test_the_digest_of_the_core_is_that_of_its_sources(tmp_path: Path) -> None:
    """Whoever changes a file of the builder and does not build anew must not be told that nothing changed."""
    cmake = pytest.importorskip("cmake")
    root = Path(__file__).parents[2]
    patterns = ("core/woodstock/circuit/*", "core/woodstock/support/*")
    bindings = [path for part in ("aspif", "circuit", "arrays") for path in root.glob(f"bindings/*{part}*")]
    found = {path for pattern in patterns for path in root.glob(pattern)} | set(bindings)
    names = sorted(str(path.relative_to(root)) for path in found)
    program = Path(cmake.CMAKE_BIN_DIR) / "cmake"

    def digest(root: Path) -> str:
        output = tmp_path / "digest.hpp"
        script = Path(__file__).parents[2] / "core" / "cmake" / "digest.cmake"
        command: list[str | Path] = [
            program,
            f"-DROOT={root}",
            f"-DFILES={','.join(names)}",
            f"-DOUTPUT={output}",
            "-P",
            script,
        ]
        subprocess.run(command, check=True)
        return output.read_text().split('"')[1]

    assert digest(root) == builder_digest()
    for name in names:
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((root / name).read_bytes())
    assert digest(tmp_path) == builder_digest()
    with (tmp_path / "core/woodstock/circuit/factor.cpp").open("a") as file:
        file.write("// another line\n")
    assert digest(tmp_path) != builder_digest()
