"""Writes the stub of the extension module from the extension itself; with --check, says whether it is current."""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
from pathlib import Path

from nanobind.stubgen import StubGen, load_pattern_file

from woodstock.core import _core

STUB = Path(__file__).parents[1] / "src/woodstock/core/_core.pyi"
HEAD = "# Written by `make stub` from bindings/*.cpp: change those, or bindings/stub.pat, not this file.\n"
ARRAY = re.compile(r"Annotated\[(NDArray\[[\w.]+\]), dict\([^\[\]]*\)\]")


def stub() -> str:
    """The stub as it should be."""
    patterns = load_pattern_file(str(Path(__file__).with_name("stub.pat")))
    generator = StubGen(_core, include_private=True, patterns=patterns)
    generator.put(_core)
    idle = [pattern.query.pattern for pattern in patterns if not pattern.matches]
    if idle:
        sys.exit(f"bindings/stub.pat speaks of what the extension no longer has: {', '.join(idle)}")
    plain = ARRAY.sub(r"\1", generator.get())  # mypy knows nothing of shapes
    sorted_imports = ruff(HEAD + plain, "check", "--fix", "--quiet", "--isolated", "--select=F401,I")
    return ruff(sorted_imports, "format", "--quiet", "--line-length=120")


def ruff(text: str, *arguments: str) -> str:
    """What ruff makes of the text."""
    command = [str(Path(sys.executable).with_name("ruff")), *arguments, "--stdin-filename=_core.pyi", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main(path: Path, *, check: bool) -> int:
    """Writes the stub, or compares it and fails if it is another."""
    wanted = stub()
    if not check:
        path.write_text(wanted)
        return 0
    old = path.read_text()
    sys.stdout.writelines(
        difflib.unified_diff(old.splitlines(True), wanted.splitlines(True), path.name, "what the extension has")
    )
    if old != wanted:
        print(f"{path.name} is not current: make stub", file=sys.stderr)
    return int(old != wanted)


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if argument != "--check"]
    sys.exit(main(Path(given[0]) if given else STUB, check="--check" in sys.argv))
