"""Two ground programs of the same game, walked side by side."""

from __future__ import annotations

import random

from woodstock.engine import CircuitMachine
from woodstock.errors import BrokenGameError
from woodstock.ground import GroundProgram


def agree(left: CircuitMachine, right: CircuitMachine, games: int = 2, steps: int = 30, seed: int = 1) -> int:
    """Play random games on both machines and compare everything by name; gives the number of states seen."""
    assert left.roles == right.roles
    rng = random.Random(seed)
    seen = 0
    for _ in range(games):
        state, twin = left.initial(), right.initial()
        for _ in range(steps):
            seen += 1
            assert left.fluents(state) == right.fluents(twin)
            assert left.goals(state) == right.goals(twin)
            over = left.terminal(state)
            assert over == right.terminal(twin)
            if over:
                break
            moves = _moves(left, state)
            assert moves == _moves(right, twin)
            if moves is None:
                break
            joint = [rng.choice(own) for own in moves]
            here = [left.move_number(role, move) for role, move in enumerate(joint)]
            there = [right.move_number(role, move) for role, move in enumerate(joint)]
            assert left.percepts(state, here) == right.percepts(twin, there)
            state, twin = left.next(state, here), right.next(twin, there)
    return seen


def _moves(machine: CircuitMachine, state: object) -> list[list[str]] | None:
    """The names of the legal moves of each role, or nothing where the rules leave a role without one."""
    try:
        legal = machine.legal(state)  # type: ignore[arg-type]
    except BrokenGameError:
        return None
    return [sorted(machine.move_name(role, move) for move in own) for role, own in enumerate(legal)]


def same_names(one: GroundProgram, other: GroundProgram) -> None:
    """Are fluents and moves numbered alike?"""
    assert one.fluents == other.fluents
    assert one.moves == other.moves
