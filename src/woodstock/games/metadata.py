"""What a bundled game says of itself besides its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Metadata:
    """A bundled game at a glance."""

    name: str
    title: str
    players: int
    """How many take decisions: the roles without `random`."""
    roles: tuple[str, ...]
    """The roles in the order of the rules, `random` included."""
    chance: bool
    """Is `random` one of the roles?"""
    sees: bool
    """Do the rules have percepts, so that players may know different things (GDL-II)?"""
    tags: tuple[str, ...]
    drawing: Mapping[str, Any] = field(default_factory=dict)
    """What the drawing of the game is told that its rules do not say (see `woodstock.drawing`)."""

    @classmethod
    def from_table(cls, name: str, table: Mapping[str, Any]) -> Metadata:
        """Read from the parsed TOML; a missing or unknown key raises at once, as bundled files must be right."""
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
        }
        return cls(name=name, **fields)
