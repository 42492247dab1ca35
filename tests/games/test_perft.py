"""The number of joint-move sequences of each length equals the published counts."""

from __future__ import annotations

import pytest

import woodstock as ws

PUBLISHED = {
    "tic_tac_toe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connect_four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "breakthrough": [22, 484, 11132, 256036],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216],
}

COUNTED_BY_HAND = {
    # Two choices each for Alice and Bob, then two for chance; then it is over.
    "matching_pennies": [2 * 2, 2 * 2 * 2, 0],
    # Any of four lines; either of its two cells; again any of four lines; of these, two hold one free cell and two hold
    # two. In the third turn some games are over after six steps, others go on to the last cell.
    "random_tic_tac_toe_2x2": [4, 4 * 2, 8 * 4, 8 * (2 * 1 + 2 * 2)],
}


@pytest.mark.parametrize(("name", "counts"), PUBLISHED.items())
def test_published_counts(name: str, counts: list[int]) -> None:
    assert ws.load(name).machine().perft(len(counts)) == counts


@pytest.mark.parametrize(("name", "counts"), COUNTED_BY_HAND.items())
def test_counts_with_chance(name: str, counts: list[int]) -> None:
    assert ws.load(name).machine().perft(len(counts)) == counts
