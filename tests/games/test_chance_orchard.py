"""Orchard against exact arithmetic: its 146,410 positions of fruit and raven, solved by dynamic programming."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from numpy.typing import NDArray

import woodstock as ws
from woodstock.engine.machine import State

TREES = ("apple", "pear", "cherry", "plum")
FRUITS, RAVEN = 10, 9
Fruits = tuple[int, ...]


def picks(fruits: Fruits) -> list[Fruits]:
    """What the basket may leave: any two fruits less, or the last one."""
    if sum(fruits) == 1:
        return [(0, 0, 0, 0)]
    left = []
    for pair in combinations_with_replacement(range(4), 2):
        after = [count - pair.count(tree) for tree, count in enumerate(fruits)]
        if min(after) >= 0:
            left.append(tuple(after))
    return left


def chances_of_winning(best: bool) -> NDArray[np.float64]:
    """By fruits, then by steps of the raven; the basket is used for the best, or at random.

    All 10 numbers of steps of the raven are worked out at once. Rolls of an empty tree change nothing, so the chance is
    the mean over the others.
    """
    values = np.zeros((FRUITS + 1,) * 4 + (RAVEN + 1,))
    for fruits in product(range(FRUITS + 1), repeat=4):
        if not any(fruits):
            values[fruits][:RAVEN] = 1
            continue
        sides = [
            values[tuple(count - (tree == picked) for tree, count in enumerate(fruits))]
            for picked in range(4)
            if fruits[picked]
        ]
        baskets = [values[left] for left in picks(fruits)]
        sides.append(np.maximum.reduce(baskets) if best else np.mean(baskets, axis=0))
        settled = sum(sides)
        for raven in reversed(range(RAVEN)):
            values[fruits][raven] = (settled[raven] + values[fruits][raven + 1]) / (len(sides) + 1)
    return values


def fluents(fruits: Fruits, raven: int) -> list[str]:
    return [f"(tree {tree} {count})" for tree, count in zip(TREES, fruits, strict=True)] + [f"(raven {raven})"]


def read(held: list[str]) -> tuple[Fruits, int]:
    words = [fluent.strip("()").split() for fluent in held]
    counts = {each[1]: int(each[2]) for each in words if each[0] == "tree"}
    return tuple(counts[tree] for tree in TREES), next(int(each[1]) for each in words if each[0] == "raven")


def test_random_play_wins_as_often_as_it_should() -> None:
    exact = chances_of_winning(best=False)[FRUITS, FRUITS, FRUITS, FRUITS, 0]
    n = 200_000
    result = ws.load("orchard").playouts(n, seed=5)
    error = (exact * (1 - exact) / n) ** 0.5
    assert result.mean_goals[0][0] == result.mean_goals[0][1]
    assert abs(result.mean_goals[0][0] / 100 - exact) < 4 * error
    assert exact == pytest.approx(0.63110, abs=5e-6)


def test_the_best_play_wins_two_games_of_three() -> None:
    """The machine takes every step as the arithmetic does (see below), so this is the value of the rules."""
    values = chances_of_winning(best=True)
    assert values[FRUITS, FRUITS, FRUITS, FRUITS, 0] == pytest.approx(0.68405, abs=5e-6)


def test_steps_are_those_of_the_arithmetic() -> None:
    """From positions drawn at random: each side of the die, and each use of the basket."""
    machine = ws.load("orchard").machine()
    noop = [machine.move_number(role, "noop") for role in range(3)]
    rng = random.Random(3)
    for _ in range(300):
        fruits = tuple(rng.choice([0, 0, 1, 2, rng.randint(0, 10)]) for _ in range(4))
        raven = rng.randrange(RAVEN)
        turn = rng.randrange(2)
        state = machine.state([*fluents(fruits, raven), f"(control player{turn + 1})"])
        assert machine.terminal(state) == (not any(fruits))
        if not any(fruits):
            assert machine.goals(state)[:2] == (100, 100)
            continue
        after: dict[str, State] = {}
        for side in machine.legal(state)[2]:
            after[machine.move_name(2, side)] = machine.next(state, [noop[0], noop[1], side])
        expected = {f"(roll {tree})" for tree, count in zip(TREES, fruits, strict=True) if count}
        assert after.keys() == expected | {"(roll basket)", "(roll raven)"}
        for picked, tree in enumerate(TREES):
            if fruits[picked]:
                less = tuple(count - (each == picked) for each, count in enumerate(fruits))
                assert read(machine.fluents(after[f"(roll {tree})"])) == (less, raven)
        nearer = after["(roll raven)"]
        assert read(machine.fluents(nearer)) == (fruits, raven + 1)
        assert machine.terminal(nearer) == (raven + 1 == RAVEN)
        if raven + 1 == RAVEN:
            assert machine.goals(nearer)[:2] == (0, 0)
        basket = after["(roll basket)"]
        assert machine.legal(basket)[1 - turn] == [noop[1 - turn]]
        left = []
        for pick in machine.legal(basket)[turn]:
            joint = list(noop)
            joint[turn] = pick
            left.append(read(machine.fluents(machine.next(basket, joint))))
        assert sorted(left) == sorted((each, raven) for each in picks(fruits))
