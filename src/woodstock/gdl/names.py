"""Which names mean something to GDL, and which names can be written."""

from __future__ import annotations

import re

ARITIES = {
    "role": 1,
    "init": 1,
    "true": 1,
    "does": 2,
    "next": 1,
    "legal": 2,
    "goal": 2,
    "terminal": 0,
    "sees": 2,
    "base": 1,
    "input": 2,
}
"""The predicates GDL gives a meaning to, and how many arguments each takes."""

CONNECTIVES = frozenset({"not", "and", "or", "distinct"})
"""What stands in front of formulas but is no predicate."""

KEYWORDS = frozenset(ARITIES) | CONNECTIVES
"""The names whose case never matters where they stand as a predicate or a connective."""

GOAL_VALUE = re.compile(r"[0-9]{1,9}")
"""What a goal may be worth, as far as circuits and the interpreter are concerned."""

RANDOM = "random"
"""The role that plays chance."""

RULE = "<="
"""What a rule begins with in KIF."""

# Control characters, halves of surrogate pairs (bytes that are not UTF-8 arrive as these) and invisible marks:
# none of them is ever meant as part of a name.
_UNREADABLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b-\u200f\u202a-\u202e\ufeff\ufffe\uffff\ud800-\udfff]"
)
_NAME = re.compile(r"[^\s();]+")


def unreadable(name: str) -> str | None:
    """The first character of a name that is not text, if there is one."""
    found = _UNREADABLE.search(name)
    return found.group() if found else None


def writable(name: str) -> bool:
    """Can a symbol of this name be written in KIF? (Only quoting in infix can make one that cannot.)"""
    return name[:1] != "?" and _NAME.fullmatch(name) is not None and unreadable(name) is None


def keyword(name: str) -> str:
    """The name of a predicate or connective with the case of keywords folded."""
    if name in KEYWORDS:
        return name
    folded = name.lower()
    return folded if folded in KEYWORDS else name


def shown(name: str, width: int = 40) -> str:
    """A name as an error message quotes it: short, on one line, nothing unprintable."""
    text = name if len(name) <= width else name[: width - 3] + "..."
    return "`" + "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text) + "`"


def counted(arity: int) -> str:
    """A number of arguments in words."""
    return {0: "no argument", 1: "1 argument"}.get(arity, f"{arity} arguments")
