"""Information states: all that a role has done and seen, as one number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from woodstock import core
from woodstock.engine.circuit_machine import CircuitMachine

History = Sequence[tuple[int, Sequence[str]]]
"""For every step the own move and what was seen after it."""


def percept_numbers(machine: CircuitMachine, role: int, seen: Sequence[str]) -> list[int] | None:
    """The numbers of what was seen, ascending; `None` if the role can never see that.

    Names are taken as they are, or else without regard to case: some managers change it.
    """
    numbers, folded = _numbered(machine.percept_names[role])
    found = {numbers.get(name, folded.get(name.lower())) for name in seen}
    return None if None in found else sorted(number for number in found if number is not None)


@lru_cache(maxsize=64)
def _numbered(names: tuple[str, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """The numbers of names, as they are and in lower case. Some games have many thousands."""
    exact = {name: number for number, name in enumerate(names)}
    return exact, {name.lower(): number for name, number in exact.items()}


def information_state(machine: CircuitMachine, role: int, history: History) -> int | None:
    """What a role knows after a history of a game with percepts: two histories have the same number if and only if the
    role cannot tell them apart. `None` where it cannot have seen that.

    It tells apart by perfect recall: every move that it made and every percept, step by step.
    """
    seen = [percept_numbers(machine, role, percepts) for _, percepts in history]
    if None in seen:
        return None
    known = [numbers for numbers in seen if numbers is not None]
    return core.information_state(role, [move for move, _ in history], known)


def told_state(role: int, joint_moves: Sequence[Sequence[int]]) -> int:
    """What a role knows in a game without percepts, where every joint move is told."""
    return core.told_state(role, [list(joint_move) for joint_move in joint_moves])
