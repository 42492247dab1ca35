"""Terms as text: moves, fluents and percepts, which everybody spaces in their own way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from woodstock.errors import WoodstockError
from woodstock.kif.reader import Node, read, words

Term: TypeAlias = "str | tuple[Term, ...]"


def spaced(text: str) -> str:
    """The way ggp-base writes a term.

    >>> spaced("(move (cell 1 2) north)")
    '( move ( cell 1 2 ) north )'
    """
    return " ".join(words(text))


def split(text: str) -> list[str]:
    """The terms of a text, each in the form in which machines name moves and fluents.

    >>> split("( drop 3 ) noop")
    ['(drop 3)', 'noop']
    """
    terms: list[str] = []
    found = words(text)
    depth = begin = 0
    for at, word in enumerate(found, 1):
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
            if depth < 0:
                raise WoodstockError("a closing bracket too many")
        if not depth:
            terms.append(" ".join(found[begin:at]))
            begin = at
    if depth:
        raise WoodstockError("a closing bracket is missing")
    return [term.replace("( ", "(").replace(" )", ")") for term in terms]


def canonical(text: str) -> str:
    """A single term in the form in which machines name it.

    >>> canonical("( drop  3 )")
    '(drop 3)'
    """
    found = split(text)
    if len(found) != 1:
        raise WoodstockError(f"{text!r} is not one term")
    return found[0]


def parts(text: str) -> Term:
    """A single term, taken apart.

    >>> parts("(cell 1 (f x))")
    ('cell', '1', ('f', 'x'))
    """
    (node,) = read(text)
    return _parts(node)


def place_of(name: str, names: Sequence[str]) -> int | None:
    """Where a name stands among others, exactly or else without regard to case; `None` where that is not clear.

    >>> place_of("NOOP", ["(drop 3)", "noop"])
    1
    """
    if name in names:
        return names.index(name)
    fitting = [place for place, other in enumerate(names) if other.lower() == name.lower()]
    return fitting[0] if len(fitting) == 1 else None


def _parts(node: Node[str]) -> Term:
    return node if isinstance(node, str) else tuple([_parts(item) for item in node.items])
