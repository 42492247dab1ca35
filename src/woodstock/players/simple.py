"""The two simplest players: one that plays at random and one that plays the first legal move.

They take no time, so they need no process of their own.
"""

from __future__ import annotations

import random

from woodstock.referee.player import Seat, Turn


class RandomPlayer:
    """Chooses uniformly among the legal moves; the baseline that every other player must beat."""

    own_process = False

    def __init__(self) -> None:
        self._random = random.Random(0)

    def start(self, seat: Seat) -> None:
        """Use the seed of the seat, so that the same seat always plays the same."""
        self._random = random.Random(seat.seed)

    def choose(self, turn: Turn) -> int:
        """Any legal move."""
        return self._random.choice(turn.legal)

    def stop(self) -> None:
        """Nothing to release."""


class LegalPlayer:
    """Chooses the first legal move: always the same, and never wrong. Good for tests."""

    own_process = False

    def start(self, seat: Seat) -> None:
        """Nothing to prepare."""

    def choose(self, turn: Turn) -> int:
        """The legal move with the lowest number."""
        return turn.legal[0]

    def stop(self) -> None:
        """Nothing to release."""
