"""What a match needs of a game."""

from __future__ import annotations

from typing import Protocol

from woodstock.engine.machine import Machine


class Playable(Protocol):
    """A game that can be played. To be played by players in processes of their own it must be picklable."""

    @property
    def name(self) -> str:
        """What the game is called."""
        ...

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles, `random` included."""
        ...

    @property
    def chance(self) -> int | None:
        """The number of the role `random`."""
        ...

    @property
    def sees(self) -> bool:
        """Do players have percepts in place of the state?"""
        ...

    def machine(self) -> Machine:
        """A machine for this game."""
        ...


def seats(game: Playable) -> list[int]:
    """The roles that players take: all but `random`."""
    return [role for role in range(len(game.roles)) if role != game.chance]
