"""Games written by hand in Python, to be put beside a machine: a world knows no GDL, only what the game is about."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Protocol

import woodstock as ws
from oracles.named import Named


class World(Protocol):
    """One game, played once. Moves and percepts are KIF text, roles are names; `random` has no percepts or goal."""

    def legal(self) -> Mapping[str, set[str]]: ...
    def play(self, joint: Mapping[str, str]) -> Mapping[str, set[str]]:
        """Make a joint move; what each role sees."""
        ...

    def over(self) -> bool: ...
    def goals(self) -> Mapping[str, int]: ...


Choose = Callable[[str, list[str]], str]
"""From a role and its legal moves, sorted, to the move to make."""


def lockstep(rules: Named, world: World, choose: Choose) -> dict[str, int]:
    """One game on both sides, with the same legal moves, percepts, end and goals, which are returned."""
    state = rules.initial()
    while not rules.terminal(state):
        assert not world.over()
        legal = rules.legal(state)
        assert legal == world.legal()
        joint = {role: choose(role, sorted(legal[role])) for role in rules.roles}
        seen = rules.percepts(state, joint)
        expected = world.play(joint)
        assert {role: percepts for role, percepts in seen.items() if role != "random"} == expected, joint
        state = rules.next(state, joint)
    assert world.over()
    goals = {role: value for role, values in rules.goals(state).items() for value in values}
    assert goals == world.goals()
    return goals


def random_games(name: str, world: Callable[[], World], games: int) -> list[dict[str, int]]:
    """The results of random games in lockstep."""
    rules = Named(ws.load(name).machine())
    results = []
    for seed in range(games):
        rng = random.Random(seed)
        results.append(lockstep(rules, world(), lambda _, moves, rng=rng: rng.choice(moves)))  # type: ignore[misc]
    return results
