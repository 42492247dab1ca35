"""Puzzles made of several puzzles: each part is solved by itself, and the lines are made one after another."""

from __future__ import annotations

import time
from dataclasses import replace

from woodstock.engine.game import Game
from woodstock.engine.machine import State
from woodstock.report import Report
from woodstock.search.puzzle_search import PuzzleSearch
from woodstock.settings import Option

_SHARE = 0.5
"""What the parts get, of the time or of the playouts; the rest is for the puzzle as a whole."""


class PuzzleParts:
    """Searches a puzzle as a whole, and first its parts where it has some (`woodstock.circuit.subgames`).

    The lines of the parts are made one after another on the whole puzzle: only where that ends with the highest goal
    are they taken, so that nothing need be assumed of what parts share, a counter of steps or an end.
    """

    def __init__(self, game: Game, **settings: Option) -> None:
        self._game = game
        self._machine = game.machine()
        self._whole = PuzzleSearch(game, **settings)
        assert game.circuit is not None
        self._highest = max(game.circuit.goals[0], default=0)
        self._parts = [PuzzleSearch(part, **settings) for part in game.parts()]
        self._line: dict[State, tuple[tuple[int, ...], ...]] = {}
        self._state = self._machine.initial()

    @property
    def parts(self) -> int:
        """How many parts are searched apart."""
        return len(self._parts)

    def search(self, state: State, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this state until a limit is met, or a line is proved to be best."""
        self._state = state
        end = None if seconds is None else time.monotonic() + seconds
        if self._parts and state not in self._line:
            each = _SHARE / len(self._parts)
            self._join(
                None if seconds is None else each * seconds, None if playouts is None else max(1, int(each * playouts))
            )
        left = None if end is None else max(0.0, end - time.monotonic())
        self._whole.search(state, seconds=left, playouts=1 if state in self._line else playouts)

    def _join(self, seconds: float | None, playouts: int | None) -> None:
        """Solve part after part, each from where the one before it ended."""
        state, states, line = self._state, [], []  # type: State, list[State], list[tuple[int, ...]]
        for part in self._parts:
            if self._machine.terminal(state):
                break
            part.search(state, seconds=seconds, playouts=playouts)
            for joint_move in part.report(0).line:
                states.append(state)
                line.append(joint_move)
                state = self._machine.next(state, joint_move)
        if self._machine.terminal(state) and self._machine.goals(state)[0] == self._highest:
            self._line = {at: tuple(line[step:]) for step, at in enumerate(states)}

    def report(self, role: int) -> Report:
        """What is known of the state last searched from."""
        line = self._line.get(self._state)
        if line is None:
            return self._whole.report(role)
        found, value = self._whole.report(role), self._highest / 100
        best = line[0][role]
        moves = tuple(
            replace(one, value=value, low=value, high=value, proved=True) if one.move == best else one
            for one in found.moves
        )
        return replace(found, moves=moves, best=best, values=(value,), line=line, proved=True)
