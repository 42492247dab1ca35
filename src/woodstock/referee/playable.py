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
        """Do players see percepts instead of the state?"""
        ...

    def machine(self) -> Machine:
        """A machine for this game."""
        ...


def own_rules(game: Playable) -> str:
    """The rulesheet of a game that was read from a file: no name stands for it, so records carry it."""
    from woodstock.engine import Game

    return game.source.text.decode(errors="replace") if isinstance(game, Game) and game.source.path else ""


def seats(game: Playable) -> list[int]:
    """The roles that players take: all but `random`."""
    return [role for role in range(len(game.roles)) if role != game.chance]
