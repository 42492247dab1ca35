"""What both readers hand to `build`: nested lists of symbols and variables, before anything has a meaning."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.limits import Limits
from woodstock.gdl.names import shown, unreadable
from woodstock.gdl.terms import Symbol, Variable
from woodstock.place import Place


@dataclass(slots=True, eq=False)
class Group:
    """A list in brackets; `place` is where it opens."""

    place: Place
    items: list[Node] = field(default_factory=list)


Node: TypeAlias = Symbol | Variable | Group


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


def too_deep(limits: Limits, place: Place) -> GdlSyntaxError:
    """The error for text nested beyond the limit."""
    return GdlSyntaxError(
        f"nested more than {limits.depth} levels deep; are `)` missing above, or is this no rulesheet?", place
    )


def too_long(limits: Limits, place: Place) -> GdlSyntaxError:
    """The error for text of too many tokens."""
    return GdlSyntaxError(
        f"more than {limits.tokens:,} symbols, variables and brackets; split or shorten the rules", place
    )
