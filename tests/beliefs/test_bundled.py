"""The bundled games with percepts: everybody knows the own legal moves."""

from __future__ import annotations

import pytest

import woodstock as ws
from beliefs.brute_force import random_matches
from woodstock import games
from woodstock.beliefs import belief_of

SMALL = ("guess_dice", "monty_hall", "mastermind", "kuhn_poker", "leduc_poker", "meier", "krieg_tic_tac_toe")
HIDDEN = [name for name in games.names() if games.metadata(name).sees]


@pytest.mark.parametrize(
    ("name", "longest"),
    [*((name, 30) for name in SMALL), *(pytest.param(name, 1000, marks=pytest.mark.slow) for name in HIDDEN)],
)
def test_roles_know_their_legal_moves(name: str, longest: int) -> None:
    """In every state that a role believes possible it has the same moves: the legal moves tell nothing."""
    game = ws.load(name)
    machine = game.machine()
    for role in range(len(game.roles)):
        if role == game.chance:
            continue
        belief = belief_of(game, role)
        for state, history in random_matches(machine, role, 5):
            if len(history) > longest:
                break
            assert not history or belief.observe(*history[-1])
            legal = machine.legal(state)[role]
            assert all(machine.legal(other)[role] == legal for other in belief.states[:20])
            assert not belief.exact or state in belief.states
