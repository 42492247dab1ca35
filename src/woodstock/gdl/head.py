"""What a rulesheet says to people: the comment at its head, and its roles."""

from __future__ import annotations

import re

from woodstock.gdl.parser import parse
from woodstock.gdl.printer import to_kif

_COMMENT = re.compile(r"[;%]+ ?|// ?")
"""How a line of comment begins, in KIF or in the papers' infix form."""


def head_comment(text: bytes | str) -> str:
    r"""The comment at the head of a rulesheet, without its marks; empty if there is none.

    >>> head_comment("; Nim.\n;; The last one wins.\n(role x) ; no more")
    'Nim.\nThe last one wins.'
    """
    lines: list[str] = []
    for line in (text.decode(errors="replace") if isinstance(text, bytes) else text).splitlines():
        mark = _COMMENT.match(line.lstrip("\ufeff \t"))
        if mark is None and line.strip():
            break
        lines.append(line.strip()[mark.end() :].rstrip() if mark else "")
    return "\n".join(lines).strip("\n")


def role_names(text: bytes | str) -> tuple[str, ...]:
    """The roles that a rulesheet names, without checking anything else of it."""
    rules = parse(text)
    return tuple(dict.fromkeys(to_kif(rule.head.arguments[0]) for rule in rules if rule.head.name == "role"))
