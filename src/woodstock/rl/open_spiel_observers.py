"""What players of OpenSpiel observe, and what they know: information states, with perfect recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pyspiel
from numpy.typing import NDArray

from woodstock.errors import WoodstockError

if TYPE_CHECKING:
    from woodstock.rl.open_spiel import WoodstockGame, WoodstockState
    from woodstock.rl.table import Past

_MOST_CELLS = 2**22
"""Cells of the largest information state that is offered as a tensor."""


class Observer(Protocol):
    """As OpenSpiel calls it: what it observes is in `tensor`, and in parts in `dict`."""

    tensor: NDArray[np.float32]
    dict: dict[str, NDArray[np.float32]]

    def set_from(self, state: WoodstockState, player: int) -> None:
        """Write what a player observes to the tensor."""
        ...

    def string_from(self, state: WoodstockState, player: int) -> str:
        """What a player observes, as text."""
        ...


def remembers(game: WoodstockGame) -> bool:
    """Are information states tensors? In games with percepts they are, unless they are too large."""
    return game.game.sees and game.limit * game.encoding.memory <= _MOST_CELLS


def observer(game: WoodstockGame, kind: Any) -> Observer:
    """The observer of a kind (`pyspiel.IIGObservationType`): the usual ones, with perfect recall and without.

    With percepts nobody knows which of them others have as well: what is public alone, or what all players know
    together, is not offered.
    """
    kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
    usual = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    if game.game.sees and not usual:
        raise WoodstockError(
            f"{game.game.name} has percepts: a player observes what it did and saw "
            "(public_info=True, private_info=SINGLE_PLAYER)"
        )
    return InformationState(game) if kind.perfect_recall else Observation(game)


class Observation:
    """What `VectorEnv` shows as well: the state or, with percepts, what the player did and saw, not in which order."""

    def __init__(self, game: WoodstockGame) -> None:
        self._game = game
        shape = game.encoding.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: WoodstockState, player: int) -> None:
        """Write what a player observes to the tensor."""
        role, node = self._game.turns.players[player], state.node
        self.dict["observation"][:] = self._game.encoding.observation(role, node.state, node.pasts[role])

    def string_from(self, state: WoodstockState, player: int) -> str:
        """The fluents or, with percepts, the player's last move and what it saw then."""
        own, node = self._game, state.node
        if not own.game.sees:
            return " ".join(own.machine.fluents(node.state))
        return _told(own, own.turns.players[player], node.pasts[own.turns.players[player]][-1:])


class InformationState:
    """All that a player did and saw, step by step; where nothing is hidden, all joint moves. As a tensor, for games
    with percepts: who the player is, and a row for each step, with its move and its percepts."""

    def __init__(self, game: WoodstockGame) -> None:
        self._game = game
        players, rows, width = len(game.turns.players), game.limit, game.encoding.memory
        if remembers(game):
            self.tensor = np.zeros(players + rows * width, np.float32)
            self.dict = {"player": self.tensor[:players], "steps": self.tensor[players:].reshape(rows, width)}
        else:
            self.tensor, self.dict = np.zeros(0, np.float32), {}

    def set_from(self, state: WoodstockState, player: int) -> None:
        """Write what a player knows to the tensor."""
        if not self.dict:
            return
        role = self._game.turns.players[player]
        steps = self._game.encoding.steps(role, state.node.pasts[role])
        self.tensor[:] = 0
        self.dict["player"][player] = 1
        self.dict["steps"][: len(steps)] = steps

    def string_from(self, state: WoodstockState, player: int) -> str:
        """What a player knows, as text: a line for each step where there are percepts."""
        own, node = self._game, state.node
        if own.game.sees:
            return _told(own, own.turns.players[player], node.pasts[own.turns.players[player]])
        names = own.encoding.actions
        moves = ([names[role][move] for role, move in enumerate(joint_move)] for joint_move in node.steps)
        return " ".join(f"({' '.join(joint_move)})" for joint_move in moves)


def _told(own: WoodstockGame, role: int, past: Past) -> str:
    lines = [" ".join((own.encoding.actions[role][move], *seen)) for move, seen in past]
    return "\n".join((own.game.roles[role], *lines))
