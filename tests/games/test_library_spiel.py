"""Bundled games against OpenSpiel's hand-written ones: the same moves, ends and results along random games."""

from __future__ import annotations

import random

import pyspiel
import pytest

import woodstock as ws
from games.translations.spiel import SPIEL, Spiel
from oracles.named import Named

GAMES = 100


@pytest.mark.parametrize("name", SPIEL)
def test_in_lockstep(name: str) -> None:
    rules = Named(ws.load(name).machine())
    game = pyspiel.load_game(SPIEL[name].game)
    for seed in range(GAMES):
        play(SPIEL[name], rules, game.new_initial_state(), random.Random(seed))


def play(spiel: Spiel, rules: Named, position: pyspiel.State, rng: random.Random) -> None:
    """One random game on both sides."""
    state = rules.initial()
    while not position.is_terminal():
        assert not rules.terminal(state), f"only our game is over:\n{position}"
        player = position.current_player()
        mover = rules.roles[player]
        legal = rules.legal(state)
        ours = {spiel.move(move): move for move in legal[mover]}
        theirs = {spiel.theirs(position.action_to_string(player, a)): a for a in position.legal_actions()}
        assert all(moves == {"noop"} for role, moves in legal.items() if role != mover)
        assert len(ours) == len(legal[mover])
        assert ours.keys() == theirs.keys(), f"{position}"
        choice = rng.choice(sorted(ours))
        state = rules.next(state, {role: ours[choice] if role == mover else "noop" for role in rules.roles})
        position.apply_action(theirs[choice])
    assert rules.terminal(state), f"only OpenSpiel's game is over:\n{position}"
    sign = -1 if spiel.suicide else 1
    assert rules.goals(state) == {
        role: {round(50 + sign * 50 * result)} for role, result in zip(rules.roles, position.returns(), strict=True)
    }
