"""Exact values of small games, slowly: every line of play, with the aims of all who choose."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from woodstock.engine.machine import Machine, State

Values = tuple[Fraction, ...]


def solve(machine: Machine, state: State | None = None) -> Values | None:
    """What a position is worth to each role, from 0 to 1; `None` where it has no value in pure moves.

    Who alone chooses needs no value of the other moves to take one that gives the best goal there is in the game.
    """
    best = _best_goals(machine)
    known: dict[State, Values | None] = {}

    def visit(here: State) -> Values | None:
        if here not in known:
            known[here] = _ended(machine, here) if machine.terminal(here) else _backed_up(machine, here, visit, best)
        return known[here]

    return visit(machine.initial() if state is None else state)


def _best_goals(machine: Machine) -> Values:
    met = {machine.initial()}
    waiting = list(met)
    best = [Fraction(0)] * len(machine.roles)
    while waiting:
        state = waiting.pop()
        if machine.terminal(state):
            best = [max(pair) for pair in zip(best, _ended(machine, state), strict=True)]
            continue
        children = {machine.next(state, joint_move) for joint_move in product(*machine.legal(state))}
        waiting += children - met
        met |= children
    return tuple(best)


def _ended(machine: Machine, state: State) -> Values:
    return tuple(Fraction(goal or 0, 100) for goal in machine.goals(state))


def _backed_up(
    machine: Machine, state: State, visit: Callable[[State], Values | None], best_goals: Values
) -> Values | None:
    legal = machine.legal(state)
    found = {joint_move: visit(machine.next(state, joint_move)) for joint_move in product(*legal)}
    children = {joint_move: values for joint_move, values in found.items() if values is not None}
    having_moves = [role for role, moves in enumerate(legal) if len(moves) > 1]
    choosing = [role for role in having_moves if role != machine.chance]
    if len(having_moves) == len(choosing) == 1:
        for values in children.values():
            if values[choosing[0]] == best_goals[choosing[0]]:
                return values
    if len(children) < len(found):
        return None
    outcomes = _without_chance(children, legal, machine.chance)
    if not choosing:
        return next(iter(outcomes.values()))
    first = choosing[0]
    best = max(outcomes.values(), key=lambda values: values[first])
    if len(choosing) == 1 or all(v[role] == v[first] for v in outcomes.values() for role in choosing):
        return next(values for values in outcomes.values() if values[first] == best[first])
    if len(choosing) > 2 or len({v[choosing[0]] + v[choosing[1]] for v in outcomes.values()}) > 1:
        return None
    low, high = (_secured(outcomes, role) for role in choosing)
    total = sum((next(iter(outcomes.values()))[role] for role in choosing), Fraction(0))
    if low + high != total:
        return None
    return next(values for values in outcomes.values() if values[first] == low)


def _without_chance(
    children: dict[tuple[int, ...], Values], legal: list[list[int]], chance: int | None
) -> dict[tuple[int, ...], Values]:
    if chance is None:
        return children
    outcomes: dict[tuple[int, ...], Values] = {}
    for joint_move, values in children.items():
        decided = (*joint_move[:chance], 0, *joint_move[chance + 1 :])
        before = outcomes.get(decided, (Fraction(0),) * len(values))
        outcomes[decided] = tuple(a + b / len(legal[chance]) for a, b in zip(before, values, strict=True))
    return outcomes


def _secured(outcomes: dict[tuple[int, ...], Values], role: int) -> Fraction:
    moves = {joint_move[role] for joint_move in outcomes}
    return max(min(values[role] for joint, values in outcomes.items() if joint[role] == move) for move in moves)
