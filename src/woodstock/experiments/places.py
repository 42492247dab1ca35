"""Where in a TOML file something stands: what the parser of Python's library does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from woodstock.place import Place

_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=""")


def place_of(text: str, keys: Sequence[str]) -> Place | None:
    r"""The line to which these keys lead, as far as they do: of a value in a list or an inline table it is the line
    that names it.

    >>> place_of('[match]\ngames = ["nim"]\n[match.players]\nA = "uct"', ["match", "players", "A"])
    Place(line=4, column=1)
    """
    best, found = 0, None
    header: list[str] = []
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            opened = _path(line)
            if opened is not None:
                header, inside = opened, False
                depth = _common(header, keys) if len(header) <= len(keys) else 0
                if depth == len(header) and depth > best:
                    best, found = depth, Place(number, 1)
                continue
        elif key := _KEY.match(line):
            path = [*header, *(_path(f"{key[1]} = 0") or [])]
            inside = len(path) <= len(keys) and _common(path, keys) == len(path)
            if inside and len(path) > best:
                best, found = len(path), Place(number, 1)
        if inside and best < len(keys) and re.search(rf"(?<!\w){re.escape(keys[best])}(?!\w)", line):
            best, found = best + 1, Place(number, 1)
    return found


def _path(line: str) -> list[str] | None:
    """The keys that a line of its own opens."""
    try:
        table: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None
    keys: list[str] = []
    while isinstance(table, dict | list) and table:
        if isinstance(table, list):
            table = table[0]
            continue
        (key, table) = next(iter(table.items()))
        keys.append(key)
    return keys


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many keys are the same at the beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
