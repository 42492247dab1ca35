"""What both readers hand to `build`: nested lists of symbols and variables, before anything has a meaning; and the
bounds on a stranger's text, so that reading it always ends soon and in little memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.names import shown, unreadable
from woodstock.gdl.terms import Symbol, Variable
from woodstock.kif import reader as kif
from woodstock.place import Place

Node: TypeAlias = kif.Node[Symbol | Variable]


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


class Names:
    """Checks every name once, folds its case if asked to, and keeps one copy of it."""

    def __init__(self, limits: Limits, fold_case: bool) -> None:
        self._limits = limits
        self._fold_case = fold_case
        self._known: dict[str, str] = {}

    def take(self, name: str, place: Place) -> str:
        """The name as the rules will have it."""
        known = self._known.get(name)
        return known if known is not None else self._enter(name, place)

    def _enter(self, name: str, place: Place) -> str:
        if len(name) > self._limits.symbol:
            raise GdlSyntaxError(
                f"{shown(name)} has {len(name):,} characters, more than the {self._limits.symbol:,} allowed;"
                " this is probably not GDL, or a blank is missing",
                place,
            )
        character = unreadable(name)
        if character is not None:
            raise GdlSyntaxError(
                f"the character U+{ord(character):04X} is not text; save the rules as UTF-8 and remove it", place
            )
        taken = name.lower() if self._fold_case else name
        self._known[name] = taken
        return taken
