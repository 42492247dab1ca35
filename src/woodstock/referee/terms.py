"""Terms as text: records of others space their KIF in their own way."""

from __future__ import annotations

import re
from collections.abc import Sequence

from woodstock.errors import WoodstockError

_TOKEN = re.compile(r"[()]|[^()\s]+")


def spaced(text: str) -> str:
    """The way ggp-base writes a term.

    >>> spaced("(move (cell 1 2) north)")
    '( move ( cell 1 2 ) north )'
    """
    return " ".join(_TOKEN.findall(text))


def split(text: str) -> list[str]:
    """The terms of a text, each in the form in which machines name moves and fluents.

    >>> split("( drop 3 ) noop")
    ['(drop 3)', 'noop']
    """
    found: list[str] = []
    parts: list[str] = []
    depth = 0
    for token in _TOKEN.findall(text):
        depth += (token == "(") - (token == ")")
        if depth < 0:
            raise WoodstockError("a closing bracket too many")
        if parts and token != ")" and parts[-1] != "(":
            parts.append(" ")
        parts.append(token)
        if depth == 0:
            found.append("".join(parts))
            parts = []
    if depth:
        raise WoodstockError("a closing bracket is missing")
    return found


def canonical(text: str) -> str:
    """A single term in the form in which machines name it.

    >>> canonical("( drop  3 )")
    '(drop 3)'
    """
    found = split(text)
    if len(found) != 1:
        raise WoodstockError(f"{text!r} is not one term")
    return found[0]


def place_of(name: str, names: Sequence[str]) -> int | None:
    """Where a name stands among others, exactly or else without regard to case; `None` where that is not clear.

    >>> place_of("NOOP", ["(drop 3)", "noop"])
    1
    """
    if name in names:
        return names.index(name)
    fitting = [place for place, other in enumerate(names) if other.lower() == name.lower()]
    return fitting[0] if len(fitting) == 1 else None
