"""Showing a match in the terminal, position by position."""

from __future__ import annotations

from woodstock.engine.machine import Machine, State


class Onlooker:
    """Prints each joint move and the position it leads to. A rulesheet of one's own is shown by its fluents."""

    def __init__(self, game: str, chance: int | None) -> None:
        from woodstock import games

        self._metadata = games.metadata(game) if game in games.names() else None
        self._chance = chance
        self._step = 0

    def __call__(self, machine: Machine, state: State, joint_move: tuple[int, ...] | None) -> None:
        """Look on at one state."""
        if joint_move is None:
            self._step = 0
        else:
            self._step += 1
            moves = [machine.move_name(role, move) for role, move in enumerate(joint_move)]
            print(f"\n{self._step}. " + ", ".join(map(" ".join, zip(machine.roles, moves, strict=True))))
        print(self._drawn(machine.fluents(state)))

    def _drawn(self, fluents: list[str]) -> str:
        from woodstock.games import board

        if self._metadata is None:
            return " ".join(fluents)
        return board.draw(self._metadata, fluents)
