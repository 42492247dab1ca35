"""Showing a match in the terminal, position by position."""

from __future__ import annotations

from collections.abc import Sequence

from woodstock.engine.machine import Machine, State


class Drawing:
    """Draws positions of one game. A rulesheet of one's own is shown by its fluents."""

    def __init__(self, game: str) -> None:
        from woodstock import games

        self._metadata = games.metadata(game) if game in games.names() else None

    def __call__(self, fluents: Sequence[str]) -> str:
        """The position in which these fluents hold, as text."""
        from woodstock.games import board

        if self._metadata is None:
            return " ".join(fluents)
        return board.draw(self._metadata, fluents)


class Onlooker:
    """Prints each joint move and the position it leads to."""

    def __init__(self, game: str) -> None:
        self._draw = Drawing(game)
        self._step = 0

    def __call__(self, machine: Machine, state: State, joint_move: tuple[int, ...] | None) -> None:
        """Look on at one state."""
        if joint_move is None:
            self._step = 0
        else:
            self._step += 1
            moves = [machine.move_name(role, move) for role, move in enumerate(joint_move)]
            print(f"\n{self._step}. {joined(machine.roles, moves)}")
        print(self._draw(machine.fluents(state)))


def joined(roles: Sequence[str], moves: Sequence[str]) -> str:
    """A joint move in one line: each role with its move."""
    return ", ".join(map(" ".join, zip(roles, moves, strict=True)))
