"""A game and its network side by side."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from woodstock.engine import Game
from woodstock.engine.machine import Machine, State
from woodstock.engine.solving.bridge import Assignments, Bridge
from woodstock.network import Assignment, Share, Value, satisfied
from woodstock.network.encoding import Stage


def walk(machine: Machine, count: int, seed: int = 1) -> Iterator[State]:
    """States that are not terminal, met on random walks; each once, and as many as asked for if there are so many."""
    chance = random.Random(seed)
    seen: set[State] = set()
    state = machine.initial()
    for _ in range(20 * count):
        if machine.terminal(state):
            state = machine.initial()
            continue
        if state not in seen:
            seen.add(state)
            yield state
        if len(seen) == count:
            return
        state = machine.next(state, [chance.choice(own) for own in machine.legal(state)])


MOST = 300
"""Joint moves that are all enumerated; of more, some are drawn."""
DRAWN = 30


def agree(game: Game, stage: Stage, states: int) -> None:
    """The solutions of the network in a state are the machine's joint moves, with its successors and its chances.

    Where there are very many joint moves, the legal moves of each role are compared, and the solution for some.
    """
    machine, chance = game.machine(), random.Random(3)
    bridge = Bridge(stage.network)
    assert satisfied(stage.network, next(iter(bridge.solutions(stage.assignment(stage.initial), limit=1))))
    for state in walk(machine, states):
        legal = machine.legal(state)
        given = stage.assignment(machine.fluents(state))
        if math.prod(map(len, legal)) <= MOST:
            solutions = _told(bridge.solutions(given), stage)
            assert sorted(map(stage.joint_move, solutions)) == list(product(*legal))
        else:
            assert _possible(bridge, stage, given) == [set(own) for own in legal]
            solutions = [_solution(bridge, stage, given, [chance.choice(own) for own in legal]) for _ in range(DRAWN)]
        for solution in solutions:
            move = stage.joint_move(solution)
            assert sorted(stage.successor(solution)) == machine.fluents(machine.next(state, move))
            assert solution[stage.terminal] == 0
            assert _goals(game, solution) == _players(game, machine.goals(state))
            for share in stage.network.probabilities:
                assert isinstance(share, Share)
                assert game.chance is not None
                assert share.probability(solution[share.variable], solution) == Fraction(1, len(legal[game.chance]))


def _told(found: Assignments, stage: Stage) -> list[dict[str, Value]]:
    """The solutions without helper variables, of which there may be very many."""
    names = [variable.name for variable in stage.network.variables if not variable.name.startswith("helper ")]
    return [dict(zip(names, row, strict=True)) for row in found.tuples(names)]


def _possible(bridge: Bridge, stage: Stage, given: Assignment) -> list[set[int]]:
    """For each role the moves that some solution has."""
    return [
        {numbers[move] for (move,) in bridge.solutions(given, project=[action]).tuples([action])}
        for action, numbers in zip(stage.actions, stage.move_numbers, strict=True)
    ]


def _solution(bridge: Bridge, stage: Stage, given: Assignment, joint_move: Sequence[int]) -> dict[str, Value]:
    """The one solution with this joint move."""
    pairs = zip(stage.actions, stage.moves, joint_move, strict=True)
    found = bridge.solutions({**given, **{action: own[move] for action, own, move in pairs}})
    (solution,) = _told(found, stage)
    return solution


def agree_at_the_end(game: Game, stage: Stage, walks: int, seed: int = 2) -> None:
    """In a terminal state, propagation alone tells that it is one, and what it is worth to each player."""
    machine, chance = game.machine(), random.Random(seed)
    bridge = Bridge(stage.rebuild(absorbing=True).network)
    for _ in range(walks):
        state = machine.initial()
        while not machine.terminal(state):
            state = machine.next(state, [chance.choice(own) for own in machine.legal(state)])
        (solution,) = bridge.solutions(stage.assignment(machine.fluents(state)))
        assert solution[stage.terminal] == 1
        assert _goals(game, solution) == _players(game, machine.goals(state))
        assert sorted(stage.successor(solution)) == machine.fluents(state)


def _goals(game: Game, solution: dict[str, object]) -> list[object]:
    return [solution[f"goal {role}"] for role in game.roles if role != "random"]


def _players(game: Game, goals: tuple[int | None, ...]) -> list[object]:
    pairs = zip(game.roles, goals, strict=True)
    return ["none" if goal is None else goal for role, goal in pairs if role != "random"]
