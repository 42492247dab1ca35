"""A game and its network side by side."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from woodstock.engine import Game
from woodstock.engine.machine import Machine, State
from woodstock.network import Assignment, Share, Value, satisfied
from woodstock.network.encoding import Stage
from woodstock.solver.network_solver import NetworkSolver

Rows = NDArray[np.int32]
"""A row for each solution, a column for each variable of the network, as numbers of values."""


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


class Reader:
    """Reads whole columns of solutions: a game has many, and a stage reads one at a time."""

    def __init__(self, stage: Stage, network_solver: NetworkSolver) -> None:
        self.stage = stage
        self.place = network_solver.numbering.place
        self.numbers = network_solver.numbering.numbers
        self._next_places = [self.place[cell.variable] for cell in stage.following]
        self._next_numbers = [self.numbers[self.place[cell.variable]].of[cell.value] for cell in stage.following]

    def column(self, rows: Rows, name: str) -> list[Value]:
        """The values of one variable."""
        values = self.numbers[self.place[name]].values
        return [values[number] for number in rows[:, self.place[name]].tolist()]

    def joint_moves(self, rows: Rows) -> list[tuple[int, ...]]:
        """The numbers of the moves."""
        columns = [
            [numbers[move] for move in self.column(rows, action)]
            for action, numbers in zip(self.stage.actions, self.stage.move_numbers, strict=True)
        ]
        return list(zip(*columns, strict=True))

    def successors(self, rows: Rows) -> NDArray[np.bool_]:
        """A row for each next state: does the fluent hold?"""
        holding: NDArray[np.bool_] = rows[:, self._next_places] == np.array(self._next_numbers, dtype=np.int32)
        return holding

    def percepts(self, rows: Rows) -> list[list[list[str]]]:
        """For each solution what each role sees."""
        names = [name for own in self.stage.sees for name in own.values()]
        return [self.stage.percepts(solution) for solution in self.assignments(rows, names)] if names else []

    def assignments(self, rows: Rows, names: Sequence[str]) -> list[dict[str, Value]]:
        """The values of some variables."""
        columns = [self.column(rows, name) for name in names]
        return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def agree(game: Game, stage: Stage, states: int) -> None:
    """The solutions of the network in a state are the machine's joint moves, with successors, percepts and chances.

    Where there are very many joint moves, the legal moves of each role are compared, and the solution for some.
    """
    machine, chance = game.machine(), random.Random(3)
    network_solver = NetworkSolver(stage.network)
    reader = Reader(stage, network_solver)
    fluents = {name: number for number, name in enumerate(stage.fluents)}
    assert satisfied(stage.network, next(iter(network_solver.solutions(stage.assignment(stage.initial), limit=1))))
    for state in walk(machine, states):
        legal = machine.legal(state)
        given = stage.assignment(machine.fluents(state))
        if math.prod(map(len, legal)) <= MOST:
            rows = network_solver.solutions(given).array
            assert sorted(reader.joint_moves(rows)) == list(product(*legal))
        else:
            assert _possible(network_solver, stage, given) == [set(own) for own in legal]
            drawn = [[chance.choice(own) for own in legal] for _ in range(DRAWN)]
            rows = np.concatenate([_with(network_solver, stage, given, joint_move) for joint_move in drawn])
        expected = np.zeros((len(rows), len(fluents)), dtype=np.bool_)
        for row, joint_move in enumerate(reader.joint_moves(rows)):
            expected[row, [fluents[name] for name in machine.fluents(machine.next(state, joint_move))]] = True
        assert np.array_equal(reader.successors(rows), expected)
        seen = [machine.percepts(state, joint_move) for joint_move in reader.joint_moves(rows)] if game.sees else []
        assert reader.percepts(rows) == seen
        assert set(reader.column(rows, stage.terminal)) == {0}
        for role, goal in _players(game, machine.goals(state)).items():
            assert set(reader.column(rows, f"goal {role}")) == {goal}
        for share in stage.network.probabilities:
            assert isinstance(share, Share)
            assert game.chance is not None
            fair = Fraction(1, len(legal[game.chance]))
            for solution in reader.assignments(rows, (share.variable, *share.scope)):
                assert share.probability(solution[share.variable], solution) == fair


def _possible(network_solver: NetworkSolver, stage: Stage, given: Assignment) -> list[set[int]]:
    """For each role the moves that some solution has."""
    return [
        {numbers[move] for (move,) in network_solver.solutions(given, project=[action]).tuples([action])}
        for action, numbers in zip(stage.actions, stage.move_numbers, strict=True)
    ]


def _with(network_solver: NetworkSolver, stage: Stage, given: Assignment, joint_move: Sequence[int]) -> Rows:
    """The one solution with this joint move."""
    pairs = zip(stage.actions, stage.moves, joint_move, strict=True)
    found = network_solver.solutions({**given, **{action: own[move] for action, own, move in pairs}}).array
    assert len(found) == 1
    return found


def agree_at_the_end(game: Game, stage: Stage, walks: int, seed: int = 2) -> None:
    """In a terminal state, propagation alone tells that it is one, and what it is worth to each player."""
    machine, chance = game.machine(), random.Random(seed)
    network_solver = NetworkSolver(stage.rebuild(absorbing=True).network)
    for _ in range(walks):
        state = machine.initial()
        while not machine.terminal(state):
            state = machine.next(state, [chance.choice(own) for own in machine.legal(state)])
        (solution,) = network_solver.solutions(stage.assignment(machine.fluents(state)))
        assert solution[stage.terminal] == 1
        for role, goal in _players(game, machine.goals(state)).items():
            assert solution[f"goal {role}"] == goal
        assert sorted(stage.successor(solution)) == machine.fluents(state)
        assert stage.percepts(solution) == [[] for _ in game.roles]


def _players(game: Game, goals: Sequence[int | None]) -> dict[str, Value]:
    """The goal of each player, as its variable says it."""
    pairs = zip(game.roles, goals, strict=True)
    return {role: "none" if goal is None else goal for role, goal in pairs if role != "random"}
