"""What must hold of any bundled game: it ends, nobody is ever without a move, and the end has a goal for everybody."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from woodstock import games, gdl

PLAYOUTS = 2000
WALKS = 4
STEPS = 100_000


@pytest.mark.parametrize("name", games.names())
def test_the_rules_are_sound(name: str) -> None:
    assert not gdl.check(games.text(name))


@pytest.mark.parametrize("name", games.names())
def test_playouts_end(name: str) -> None:
    result = ws.load(name).playouts(PLAYOUTS, seed=1, limit=STEPS)
    assert result.playouts[0] == PLAYOUTS
    assert result.capped[0] == result.broken[0] == 0


@pytest.mark.parametrize("name", games.names())
def test_everybody_has_a_move_and_at_the_end_a_goal(name: str) -> None:
    """`legal` raises where a role has no move; this says so of each state on the way, by itself."""
    machine = ws.load(name).machine()
    rng = random.Random(name)
    for _ in range(WALKS):
        state = machine.initial()
        while not machine.terminal(state):
            legal = machine.legal(state)
            assert all(legal)
            state = machine.next(state, [rng.choice(moves) for moves in legal])
        assert all(goal is not None or role == machine.chance for role, goal in enumerate(machine.goals(state)))
