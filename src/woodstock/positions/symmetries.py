"""Symmetries as data augmentation: a position and its moves, permuted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.positions.position import Position, position_of
from woodstock.symmetry import Symmetries, find
from woodstock.symmetry.group import Elements

if TYPE_CHECKING:
    from woodstock.positions.game import Game

_MOST = 64


@dataclass(frozen=True, eq=False, repr=False)
class GameSymmetries:
    """The symmetries of a game that keep every role in its place: what it looks like from another side.

    >>> import woodstock as ws
    >>> ws.load("tic_tac_toe").symmetries()
    <8 symmetries of tic_tac_toe>
    """

    game: Game
    found: Symmetries
    elements: Elements
    """One a row: for each fluent, then for each move of one role after another, what takes its place. The first row
    changes nothing. A group with more than 64 elements is a subgroup of it here."""

    def __len__(self) -> int:
        return len(self.elements)

    def __repr__(self) -> str:
        return f"<{len(self)} symmetries of {self.game.name}>"

    def positions(self, position: Position) -> list[Position]:
        """The images of a position under all symmetries, itself first; without a history.

        >>> import woodstock as ws
        >>> game = ws.load("tic_tac_toe")
        >>> len(set(game.symmetries().positions(game.start().play("(mark 1 1)"))))
        4
        """
        self._check(position)
        holding = np.flatnonzero(_bits(position))
        size = len(position._state)
        found: list[Position] = []
        for row in self.elements:
            bits = np.zeros(size * 8, dtype=np.uint8)
            bits[row[holding]] = 1
            packed = np.packbits(bits, bitorder="little").tobytes()
            found.append(position_of(self.game, State(packed)))
        return found

    def moves(self, role: str) -> NDArray[np.int32]:
        """For each symmetry and each move of a role the number of the move that takes its place.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").symmetries().moves("x").shape
        (8, 10)
        """
        points = self.found.points
        seat = self.game.seat(role)
        first = points.first_moves[seat]
        return self.elements[:, first : first + len(points.moves[seat])] - np.int32(first)

    def augment(
        self, position: Position, policy: NDArray[np.floating] | None = None, role: str | None = None
    ) -> list[tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.floating] | None]]:
        """What a learner can be shown instead of a position: for each symmetry the observation, the action mask and,
        if one is given, the policy, which has a number for each action. It is for the role whose turn it is, or `role`.

        >>> import numpy as np
        >>> import woodstock as ws
        >>> game = ws.load("tic_tac_toe")
        >>> shown = game.symmetries().augment(game.start(), np.eye(10)[0])
        >>> sorted({game.actions["x"][int(policy.argmax())] for _, _, policy in shown})
        ['(mark 1 1)', '(mark 1 3)', '(mark 3 1)', '(mark 3 3)']
        """
        turn = role or position.turn
        if turn is None or self.game.sees:
            raise WoodstockError("a position is augmented for one role of a game without percepts: name the role")
        numbers = self.moves(turn)
        shown = []
        for other, own in zip(self.positions(position), numbers, strict=True):
            permuted = None
            if policy is not None:
                permuted = np.zeros_like(policy)
                permuted[own] = policy[: len(own)]
            shown.append((other.observation(turn), other.action_mask(turn), permuted))
        return shown

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise WoodstockError(f"the position is not of {self.game.name}")


def _bits(position: Position) -> NDArray[np.uint8]:
    return np.unpackbits(np.frombuffer(position._state, dtype=np.uint8), bitorder="little")


def symmetries_of(game: Game) -> GameSymmetries:
    """The symmetries of a game, found in the graph of its rules."""
    found = find(game).listed(_MOST)
    assert found.elements is not None
    return GameSymmetries(game, found, found.elements)
