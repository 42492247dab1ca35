"""Bounds on a stranger's text, so that reading it always ends soon and in little memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much text is read before the reader gives up with a `GdlSyntaxError`.

    The largest public rulesheet has 0.5 MB and 5 levels. The bound on nesting lets everything behind the reader
    walk over terms by plain recursion.
    """

    text: int = 16 * 1024 * 1024
    """Bytes, or characters, of the whole text."""
    depth: int = 100
    """Levels of nesting."""
    symbol: int = 10_000
    """Characters of one symbol or variable."""
    tokens: int = 1_000_000
    """Symbols, variables and brackets of the whole text."""
    rules: int = 250_000
    """Rules and facts."""
