"""Digests of the sources that determine what is kept on disk, so that no entry outlives the code that made it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from woodstock.core import builder_digest

_PACKAGE = Path(__file__).parents[1]

COMPILER = ("kif", "gdl", "ground", "circuit", "graph.py", "engine/source.py", "engine/game.py", "engine/cache.py")
"""The sources that turn the text of rules into an entry with their circuit; the core has a digest of its own."""


@cache
def compiler_digest() -> str:
    """Distinguishes whatever may compile the same rules differently: our sources, the core's and the grounder."""
    return _digest(builder_digest(), version("clingo"), sources_digest(*COMPILER))


@cache
def sources_digest(*parts: str) -> str:
    """The digest of the sources of rooms and modules, given by their paths in the package."""
    found = [path for part in parts for path in sources(part)]
    return _digest(*(f"{path.relative_to(_PACKAGE)}\0{path.read_text(encoding='utf-8')}" for path in found))


def sources(part: str) -> list[Path]:
    """The Python files of a room or a module."""
    path = _PACKAGE / part
    return [path] if path.suffix else sorted(path.rglob("*.py"))


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()
