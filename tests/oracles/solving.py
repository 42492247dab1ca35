"""Exact values of small games, by the book: every state, with fractions, until nothing more follows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError

Values = tuple[Fraction, ...]


def solve(machine: Machine, start: State | None = None) -> dict[State, Values]:
    """What each state is worth to each role, for all states that have such a value.

    One role chooses what is best for it, the first of equals. Several that want the same choose what is best for all of
    them; two whose values sum to the same choose the saddle point in pure moves. Otherwise there is no value. Chance is
    averaged. A state that can come back to itself has a value only if one role chooses there and has a move worth 1.
    """
    moves: dict[State, list[list[int]]] = {}
    children: dict[State, dict[tuple[int, ...], State]] = {}
    known: dict[State, Values] = {}
    waiting = [machine.initial() if start is None else start]
    while waiting:
        state = waiting.pop()
        if state in known or state in moves:
            continue
        if machine.terminal(state):
            known[state] = tuple(Fraction(goal or 0, 100) for goal in machine.goals(state))
            continue
        try:
            moves[state] = machine.legal(state)
        except BrokenGameError:
            moves[state] = []
            children[state] = {}
            continue
        children[state] = {joint: machine.next(state, joint) for joint in product(*moves[state])}
        waiting.extend(children[state].values())
    changed = True
    while changed:
        changed = False
        for state in moves.keys() - known.keys():
            outcomes = {joint: known[child] for joint, child in children[state].items() if child in known}
            values = _worth(machine, moves[state], outcomes, len(outcomes) == len(children[state]))
            if values is not None:
                known[state] = values
                changed = True
    return known


def _worth(
    machine: Machine, moves: list[list[int]], outcomes: dict[tuple[int, ...], Values], complete: bool
) -> Values | None:
    choosing = [role for role, own in enumerate(moves) if len(own) > 1 and role != machine.chance]
    chance = machine.chance is not None and bool(moves) and len(moves[machine.chance]) > 1
    if len(choosing) == 1 and not chance:
        sure = [values for values in outcomes.values() if values[choosing[0]] == 1]
        if sure:
            return sure[0]
    if not complete or not outcomes:
        return None
    chosen = _average(choosing, outcomes)
    if not choosing:
        return chosen[()]
    if len(choosing) == 1 or all(len({values[role] for role in choosing}) == 1 for values in chosen.values()):
        return max(chosen.values(), key=lambda values: values[choosing[0]])
    first, second, *more = choosing
    if more or len({values[first] + values[second] for values in chosen.values()}) > 1:
        return None
    for (row, column), values in chosen.items():
        rows = [chosen[other, column][first] for other in moves[first]]
        columns = [chosen[row, other][second] for other in moves[second]]
        if values[first] >= max(rows) and values[second] >= max(columns):
            return values
    return None


def _average(choosing: Sequence[int], outcomes: dict[tuple[int, ...], Values]) -> dict[tuple[int, ...], Values]:
    """By what those who choose do: the mean over what chance does."""
    groups: dict[tuple[int, ...], list[Values]] = {}
    for joint, values in outcomes.items():
        groups.setdefault(tuple(joint[role] for role in choosing), []).append(values)
    return {
        joint: tuple(sum(column, Fraction(0)) / len(group) for column in zip(*group, strict=True))
        for joint, group in groups.items()
    }
