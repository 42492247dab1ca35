"""A game and its network side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from woodstock.engine import Game
from woodstock.engine.machine import Machine, State
from woodstock.engine.solving.bridge import Bridge
from woodstock.network import Share, satisfied
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


def agree(game: Game, stage: Stage, states: int) -> None:
    """The solutions of the network in a state are the machine's joint moves, with its successors and its chances."""
    machine = game.machine()
    bridge = Bridge(stage.network)
    most = 2_000
    for state in walk(machine, states):
        legal = machine.legal(state)
        fluents = machine.fluents(state)
        found = bridge.solutions(stage.assignment(fluents), limit=most)
        moves = list(product(*legal))
        if len(moves) > most:
            continue
        solutions = list(found)
        assert sorted(map(stage.joint_move, solutions)) == moves
        for solution in solutions:
            move = stage.joint_move(solution)
            assert sorted(stage.successor(solution)) == machine.fluents(machine.next(state, move))
            assert solution[stage.terminal] == 0
            assert _goals(game, solution) == _players(game, machine.goals(state))
            for share in stage.network.probabilities:
                assert isinstance(share, Share)
                assert game.chance is not None
                assert share.probability(solution[share.variable], solution) == Fraction(1, len(legal[game.chance]))
        assert all(satisfied(stage.network, solution) for solution in solutions[:1])


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
