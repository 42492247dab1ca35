"""The arrays that steps of many games write to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_Bytes = NDArray[np.uint8]


@dataclass(slots=True)
class Arrays:
    """What a step writes. A game has a row of observations and masks, or one for each player."""

    observations: NDArray[np.bool_]
    masks: NDArray[np.bool_]
    turns: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    last: NDArray[np.bool_]
    """The last observations of games that ended."""

    @classmethod
    def made(cls, rows: tuple[int, ...], players: int, shape: tuple[int, ...], width: int) -> Arrays:
        """Arrays with nothing in them, for observations of a shape and masks of a width."""
        n = rows[0]
        return cls(
            np.zeros((*rows, *shape), dtype=np.bool_),
            np.zeros((*rows, width), dtype=np.bool_),
            np.zeros(n, dtype=np.int32),
            np.zeros((n, players), dtype=np.float32),
            np.zeros(n, dtype=np.bool_),
            np.zeros(n, dtype=np.bool_),
            np.zeros((*rows, *shape), dtype=np.bool_),
        )

    @property
    def ended(self) -> NDArray[np.bool_]:
        """The games that ended in this step."""
        return self.terminated | self.truncated

    def flat(self) -> tuple[_Bytes, _Bytes, NDArray[np.int32], NDArray[np.float32], _Bytes, _Bytes, _Bytes]:
        """The arrays as the core writes them."""
        return (
            self.observations.reshape(-1).view(np.uint8),
            self.masks.reshape(-1).view(np.uint8),
            self.turns,
            self.rewards.reshape(-1),
            self.terminated.view(np.uint8),
            self.truncated.view(np.uint8),
            self.last.reshape(-1).view(np.uint8),
        )

    def go_on(self, after: Arrays, counted: NDArray[np.bool_]) -> None:
        """Take over what a further step of others wrote; its ends belong to this step in the games that count."""
        self.observations[:], self.masks[:], self.turns[:] = after.observations, after.masks, after.turns
        self.rewards[counted], self.last[counted] = after.rewards[counted], after.last[counted]
        self.terminated |= after.terminated & counted
        self.truncated |= after.truncated & counted
