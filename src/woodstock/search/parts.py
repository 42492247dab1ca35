"""Puzzles that consist of several puzzles: each part is solved separately, and the lines are played in sequence."""

from __future__ import annotations

import time
from dataclasses import replace

from woodstock.engine.game import Game
from woodstock.engine.machine import State
from woodstock.report import Report
from woodstock.search.puzzle_search import PuzzleSearch
from woodstock.settings import Option

_SHARE = 0.5
"""The share of the time or of the playouts for the parts; the rest is for the puzzle as a whole."""


class PuzzleParts:
    """Searches first the parts of a puzzle, if it has any (`woodstock.circuit.subgames`), then the whole puzzle.

    The lines of the parts are played in sequence on the whole puzzle and used only if that ends with the highest goal,
    so that nothing need be assumed about what the parts share, such as a step counter or an end.
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
        """The number of parts that are searched separately."""
        return len(self._parts)

    def search(self, state: State, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this state until a limit is reached, or a line is proved to be the best."""
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
        """Solve part after part, each from the state in which the previous one ended."""
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
        """The report on the state that was last searched."""
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
