"""Augmented data is true: what is legal, what follows and who wins stays the same from every side."""

from __future__ import annotations

import random

import numpy as np
import pytest

import woodstock as ws


@pytest.mark.parametrize(("name", "order"), [("tic_tac_toe", 8), ("connect_four", 2), ("breakthrough", 2)])
def test_moves_and_what_follows_are_permuted_alike(name: str, order: int) -> None:
    game = ws.load(name)
    symmetries = game.symmetries()
    assert len(symmetries) == order
    rng = random.Random(name)
    position = game.start()
    for _ in range(12):
        if position.is_over:
            break
        role = position.turn
        assert role is not None
        sides = symmetries.positions(position)
        assert sides[0] == position
        move = rng.choice(position.legal())
        after = symmetries.positions(position.play(move))
        for side, numbers, permuted in zip(sides, symmetries.moves(role), after, strict=True):
            assert sorted(numbers[one.number] for one in position.legal()) == [one.number for one in side.legal()]
            assert side.play(game.actions[role][numbers[move.number]]) == permuted
            assert side.goals == position.goals and side.turn == role
        position = position.play(move)


def test_augmented_arrays() -> None:
    game = ws.load("tic_tac_toe")
    position = game.start().follow("(mark 1 1) (mark 2 2) (mark 1 2)")
    mask = position.action_mask()
    policy = np.where(mask, np.arange(len(mask), dtype=float) + 1, 0.0)
    shown = game.symmetries().augment(position, policy)
    assert len(shown) == 8
    assert np.array_equal(shown[0][0], position.observation()) and str(shown[0][2]) == str(policy)
    for observation, legal, permuted in shown:
        assert permuted is not None
        assert observation.shape == game.observation_shape and observation.sum() == position.observation().sum()
        assert ((permuted > 0) == legal).all() and sorted(permuted) == sorted(policy)
    assert len({observation.tobytes() for observation, _, _ in shown}) == 8
    # Permuting a board of tic-tac-toe permutes the array.
    own = position.observation()
    quarter = np.rot90(own, axes=(1, 2))
    assert any((quarter == observation).all() for observation, _, _ in shown)


def test_what_cannot_be_augmented() -> None:
    game = ws.load("tic_tac_toe")
    with pytest.raises(ws.WoodstockError, match="is not of"):
        game.symmetries().positions(ws.load("connect_four").start())
    hidden = ws.load("kuhn_poker")
    with pytest.raises(ws.WoodstockError, match="without percepts"):
        hidden.symmetries().augment(hidden.start(), role="first")
