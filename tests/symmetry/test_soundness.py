"""Symmetric states have the same legal moves, ends, goals and values."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

import woodstock as ws
from oracles.solving import solve
from woodstock import games
from woodstock.engine.machine import Machine, State
from woodstock.symmetry import Permutation, Symmetries, find
from woodstock.symmetry.verification import image, keeps, sampled, verified

LARGE = (
    "amazons amazons_torus_10x10 othello reversi_suicide connect_four_20x20 shmup gomoku breakthrough_suicide "
    "bomberman knightthrough"
).split()
WITHOUT = (
    "awale backgammon battlebrushes checkers chess chinese_checkers_3p copolymer_pie english_draughts kaseklau "
    "kuhn_poker majorities mastermind nim pacman_hidden pacman_random pickomino pig sheep_and_wolf "
    "sheep_and_wolf_hidden skirmish_zero_sum ttcc4_2p vacuum_cleaner_random yahtzee"
).split()
"""Games with no symmetry but the identity: there is nothing to test."""
NAMES = [name for name in games.names() if name not in WITHOUT]


def products(found: Symmetries, chance: random.Random) -> Permutation:
    product = found.generators[0]
    for generator in chance.choices(found.generators, k=chance.randint(0, 5)):
        product = generator[product]
    return product


def renamed(machine: Machine, state: State, found: Symmetries, symmetry: Permutation) -> list[str]:
    """The image of a state by the names of its fluents."""
    numbers = {name: number for number, name in enumerate(found.points.fluents)}
    return sorted(found.points.name(int(symmetry[numbers[name]])) for name in machine.fluents(state))


@pytest.mark.parametrize(
    ("name", "states"),
    [*((name, 24) for name in NAMES if name not in LARGE)]
    + [pytest.param(name, 1000, marks=pytest.mark.slow) for name in NAMES],
)
def test_symmetric_states_are_alike(name: str, states: int) -> None:
    game = ws.load(name)
    machine = game.machine()
    found = find(game)
    assert found.generators and found.refused == 0
    chance = random.Random(7)
    for state in sampled(machine, states, seed=11):
        symmetry = products(found, chance)
        other = image(found.points, symmetry, state)
        assert machine.fluents(other) == renamed(machine, state, found, symmetry)
        assert machine.terminal(other) == machine.terminal(state)
        assert machine.goals(other) == machine.goals(state)
        if machine.terminal(state):
            continue
        legal, theirs = machine.legal(state), machine.legal(other)
        assert [len(own) for own in theirs] == [len(own) for own in legal]
        assert keeps(machine, found.points, symmetry, state, chance)


def test_other_permutations_are_refused() -> None:
    game = ws.load("tic_tac_toe")
    found = find(game)
    swap = np.arange(len(found.points), dtype=np.int32)
    one, other = found.points.fluents.index("(cell 1 1 x)"), found.points.fluents.index("(cell 1 2 x)")
    swap[[one, other]] = swap[[other, one]]
    assert verified(game.machine(), found.points, [swap]) == []
    kept = verified(game.machine(), found.points, [*found.generators, swap])
    assert [one.tolist() for one in kept] == [one.tolist() for one in found.generators]
    mixed = np.arange(len(found.points), dtype=np.int32)[::-1].copy()  # fluents for roles
    assert verified(game.machine(), found.points, [mixed]) == []


@pytest.mark.parametrize("name", ["tic_tac_toe", "random_tic_tac_toe_2x2", "matching_pennies"])
def test_symmetric_states_have_the_same_values(name: str) -> None:
    """Exactly, as an exhaustive solver with fractions finds them, for every state of the game."""
    game = ws.load(name)
    machine = game.machine()
    found = find(game)
    known: dict[State, tuple[Fraction, ...]] = solve(machine)
    assert len(known) > 10
    for state, values in known.items():
        for generator in found.generators:
            assert known[image(found.points, generator, state)] == values
