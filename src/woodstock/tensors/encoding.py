"""A game in numbers that a learner can use: the shape of observations, one numbering of actions, masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from woodstock.circuit import Circuit
from woodstock.drawing import layout_of
from woodstock.engine import CircuitMachine, Game, InterpreterMachine, State
from woodstock.errors import WoodstockError
from woodstock.tensors.planes import NOTHING, sources_of

History = Sequence[tuple[int, Sequence[str]]]
"""What a role did and saw, from the first step on: its move, and its percepts."""


@dataclass(frozen=True, eq=False)
class Encoding:
    """How positions of a game become arrays, and moves numbers from 0.

    Without percepts an observation is the state: a plane for each piece where the board is a grid, a row of fluents
    elsewhere. With percepts it is what the role did and saw: its last move and last percepts, then every move it has
    made so far and everything it has seen so far. It is never computed from the state.

    >>> import woodstock as ws
    >>> from woodstock.tensors import encoding_of
    >>> game = ws.load("tic_tac_toe")
    >>> encoding = encoding_of(game)
    >>> encoding.shape
    (4, 3, 3)
    >>> encoding.actions[0][:2]
    ('(mark 1 1)', '(mark 1 2)')
    """

    game: Game
    sources: NDArray[np.int32]
    """For each cell of an observation what it shows: the number of a fluent or, with percepts, a place in what the role
    did and saw; -1 where a cell shows nothing, ever."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation, the same for every role."""
        return tuple(self.sources.shape)

    @property
    def actions(self) -> tuple[tuple[str, ...], ...]:
        """The moves of each role by number: action 3 of role 0 is `actions[0][3]`."""
        return self._circuit.moves

    @property
    def width(self) -> int:
        """The length of an action mask: the number of actions of the player with the most."""
        return max(len(moves) for role, moves in enumerate(self.actions) if role != self.game.chance)

    def observation(self, role: int, state: State, history: History = ()) -> NDArray[np.bool_]:
        """What a role observes. Only games without percepts use the state, only those with percepts the history.

        >>> import woodstock as ws
        >>> game = ws.load("tic_tac_toe")
        >>> encoding_of(game).observation(0, game.machine().initial()).sum()
        np.int64(9)
        """
        shown = self._remembered(role, history) if self.game.sees else self._holding(state)
        return shown[self._cells]

    def action_mask(self, legal: Sequence[int]) -> NDArray[np.bool_]:
        """A mark for each action of a role, whether it is among its legal moves, as `Machine.legal` lists them."""
        mask = np.zeros(self.width, dtype=np.bool_)
        mask[list(legal)] = True
        return mask

    @property
    def memory(self) -> int:
        """The length of a row of `steps`: the moves and percepts of the player with the most."""
        return _memory(self._circuit)

    def steps(self, role: int, history: History) -> NDArray[np.bool_]:
        """All that a role did and saw, a row for each step: a mark for its move, then one for each of its percepts.

        >>> import woodstock as ws
        >>> encoding_of(ws.load("kuhn_poker")).steps(0, [(1, ["(card jack)"]), (1, [])]).sum(axis=1)
        array([2, 1])
        """
        moves = len(self.actions[role])
        rows = np.zeros((len(history), self.memory), dtype=np.bool_)
        for row, (move, seen) in zip(rows, history, strict=True):
            numbers = self._machine.percept_numbers(role, seen)
            if numbers is None or not 0 <= move < moves:
                raise WoodstockError(f"{self.game.roles[role]} can neither do nor see this in {self.game.name}")
            row[[move, *(moves + number for number in numbers)]] = True
        return rows

    def features(self, role: int) -> tuple[str, ...]:
        """What each of the numbers in `sources` stands for."""
        if not self.game.sees:
            return self._circuit.fluents
        done, seen = self.actions[role], self._circuit.percepts[role]
        return (
            *(f"did {move}" for move in done),
            *(f"saw {percept}" for percept in seen),
            *(f"has done {move}" for move in done),
            *(f"has seen {percept}" for percept in seen),
        )

    @cached_property
    def _cells(self) -> NDArray[np.int32]:
        """The sources, with the last of what can be shown, which never holds, instead of nothing."""
        return np.where(self.sources == NOTHING, self._size, self.sources)

    @cached_property
    def _size(self) -> int:
        return 2 * self.memory if self.game.sees else len(self._circuit.fluents)

    @cached_property
    def _machine(self) -> CircuitMachine | InterpreterMachine:
        return self.game.machine()

    @property
    def _circuit(self) -> Circuit:
        assert self.game.circuit is not None
        return self.game.circuit

    def _holding(self, state: State) -> NDArray[np.bool_]:
        if len(state) != (len(self._circuit.fluents) + 63) // 64 * 8:
            raise WoodstockError("this state belongs to another game")
        bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little", count=self._size)
        return np.append(bits, np.uint8(0)).view(np.bool_)

    def _remembered(self, role: int, history: History) -> NDArray[np.bool_]:
        own = len(self.actions[role]) + len(self._circuit.percepts[role])
        steps = self.steps(role, history)[:, :own]
        bits = np.zeros(self._size + 1, dtype=np.bool_)
        if len(steps):
            bits[:own], bits[own : 2 * own] = steps[-1], steps.any(axis=0)
        return bits


def _memory(circuit: Circuit) -> int:
    """Moves and percepts of a role, of the one with the most."""
    return max(
        len(moves) + len(percepts)
        for role, (moves, percepts) in enumerate(zip(circuit.moves, circuit.percepts, strict=True))
        if role != circuit.chance
    )


@lru_cache(maxsize=32)
def encoding_of(game: Game) -> Encoding:
    """The encoding of a game. Games that are interpreted have none: nobody knows their fluents beforehand."""
    circuit = game.circuit
    if circuit is None:
        raise WoodstockError(f"{game.name} is interpreted: its rules are too large to number all fluents and moves")
    if len(circuit.roles) == (circuit.chance is not None):
        raise WoodstockError(f"{game.name} has no players")
    if game.sees:
        return Encoding(game, np.arange(2 * _memory(circuit), dtype=np.int32))
    return Encoding(game, sources_of(circuit.fluents, layout_of(game)))
