"""Beliefs by trying everything: what the rules of probability say, and nothing clever."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from woodstock.engine.machine import Machine, State

History = list[tuple[int, tuple[str, ...]]]


def posterior(
    machine: Machine, role: int, history: Sequence[tuple[int | None, Sequence[str] | None]]
) -> dict[State, Fraction]:
    """How likely each state is after a history, with all others choosing uniformly and the game still on."""
    weights = {machine.initial(): Fraction(1)}
    for move, seen in history:
        after: dict[State, Fraction] = {}
        for state, weight in weights.items():
            legal = machine.legal(state)
            if move is not None:
                legal[role] = [move] if move in legal[role] else []
            joint_moves = list(itertools.product(*legal))
            for joint_move in joint_moves:
                if seen is not None and machine.percepts(state, joint_move)[role] != list(seen):
                    continue
                following = machine.next(state, joint_move)
                if not machine.terminal(following):
                    after[following] = after.get(following, Fraction(0)) + weight / len(joint_moves)
        whole = sum(after.values())
        weights = {state: weight / whole for state, weight in after.items()}
    return weights


def random_matches(machine: Machine, role: int, seed: int) -> Iterator[tuple[State, History]]:
    """The states of a random match, and what the role did and saw until then; the terminal one is left out."""
    chance = random.Random(seed)
    state = machine.initial()
    history: History = []
    while not machine.terminal(state):
        yield state, list(history)
        joint_move = [chance.choice(moves) for moves in machine.legal(state)]
        history.append((joint_move[role], tuple(machine.percepts(state, joint_move)[role])))
        state = machine.next(state, joint_move)
