"""The number of move sequences of each length equals the published counts, where there are any."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import woodstock as ws
from woodstock.engine.machine import Machine, State

PUBLISHED = {
    "amazons": [80, 2176],  # 80 ways to move an amazon; 2176 with the arrow, a step of its own here
    "awale": [6, 36, 190, 1014, 5219, 27332],
    "checkers": [7, 49, 302, 1469, 7361, 36768],
    "english_draughts": [7, 49, 302, 1469, 7361, 36768],
    "hex": [81, 6480, 511920],
    "pentago": [288, 80640],
    "skirmish_zero_sum": [20, 400, 8902],  # as in chess, for no check can be left unanswered in the first three moves
}

BY_HAND = {
    "connect_four_20x20": [20, 20**2, 20**3],
    "connect_four_simultaneous": [8**2, 8**4],
    "copolymer_pie": [37, 37 * 2, 37 * 2 * 36],
    "dots_and_boxes_suicide": [60, 60 * 59, 60 * 59 * 58],
    "gomoku": [225, 225 * 224],
    "lights_out": [25, 25**2],
    "majorities": [55, 55 * 54, 55 * 54 * 53],
    "quarto": [16, 16 * 16, 16 * 16 * 15, 16 * 16 * 15 * 15],
    "rock_paper_scissors": [9, 0],
}


@pytest.mark.parametrize(("name", "counts"), [*PUBLISHED.items(), *BY_HAND.items()])
def test_counts(name: str, counts: list[int]) -> None:
    assert ws.load(name).machine().perft(len(counts)) == counts


def test_draughts_by_turns() -> None:
    """Published counts take all jumps of a turn as one move; up to the sixth turn nobody can jump twice."""
    machine = ws.load("english_draughts").machine()
    level = Counter([machine.initial()])
    counts = []
    for turn in range(7):
        level = after_a_turn(machine, level, turn % 2)
        counts.append(level.total())
    assert counts == [7, 49, 302, 1469, 7361, 36768, 179740]


def after_a_turn(machine: Machine, level: Counter[State], mover: int) -> Counter[State]:
    """The positions after this player's turn, each with the number of ways to it."""
    waits = [machine.move_number(mover, "noop")]
    done: Counter[State] = Counter()
    while level:
        reached: Counter[State] = Counter()
        for state, ways in level.items():
            for joint in product(*machine.legal(state)):
                reached[machine.next(state, joint)] += ways
        level = Counter()
        for state, ways in reached.items():
            (done if machine.legal(state)[mover] == waits else level)[state] += ways
    return done
