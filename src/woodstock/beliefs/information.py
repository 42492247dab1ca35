"""Information states: all that a role has done and seen, as one number."""

from __future__ import annotations

from collections.abc import Sequence

from woodstock import core
from woodstock.engine.core_machine import CoreMachine

History = Sequence[tuple[int, Sequence[str]]]
"""For every step the own move and what was seen after it."""


def information_state(machine: CoreMachine, role: int, history: History) -> int | None:
    """What a role knows after a history of a game with percepts: two histories have the same number if and only if the
    role cannot tell them apart. `None` where it cannot have seen that.

    It tells apart by perfect recall: every move that it made and every percept, step by step.
    """
    seen = [machine.percept_numbers(role, percepts) for _, percepts in history]
    if None in seen:
        return None
    known = [numbers for numbers in seen if numbers is not None]
    return core.information_state(role, [move for move, _ in history], known)


def told_state(role: int, joint_moves: Sequence[Sequence[int]]) -> int:
    """What a role knows in a game without percepts, where every joint move is told."""
    return core.told_state(role, [list(joint_move) for joint_move in joint_moves])
