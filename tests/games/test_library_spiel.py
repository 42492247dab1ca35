"""Bundled games against OpenSpiel's hand-written ones: the same moves, ends and results along random games."""

from __future__ import annotations

import random
from functools import cache

import pyspiel
import pytest

import woodstock as ws
from games.translations.spiel import SPIEL, Spiel
from oracles.named import Named


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "games"),
    [(name, spiel.games) for name, spiel in SPIEL.items()]
    + [pytest.param(name, 100, marks=pytest.mark.slow) for name in SPIEL],
)
def test_in_lockstep(name: str, games: int) -> None:
    rules = Named(ws.load(name).machine())
    game = pyspiel.load_game(SPIEL[name].game)
    for seed in range(games):
        play(SPIEL[name], rules, game.new_initial_state(), random.Random(seed))


def play(spiel: Spiel, rules: Named, position: pyspiel.State, rng: random.Random) -> None:
    """One random game on both sides."""
    state = rules.initial()
    seen: set[frozenset[str]] = set()
    while not rules.terminal(state):
        if spiel.clock:
            board = frozenset(fluent for fluent in rules.fluents(state) if fluent.split()[0] != spiel.clock.split()[0])
            if board in seen:
                assert position.is_terminal()
                return
            seen.add(board)
        assert not position.is_terminal(), f"only OpenSpiel's game is over:\n{position}"
        mover = rules.roles[position.current_player()]
        legal = rules.legal(state)
        assert all(moves == {"noop"} for role, moves in legal.items() if role != mover)
        choice = choose(spiel, legal[mover], position, rng)
        state = rules.next(state, {role: choice if role == mover else "noop" for role in rules.roles})
    if spiel.clock in rules.fluents(state):
        return
    assert position.is_terminal(), f"only our game is over:\n{position}"
    sign = -1 if spiel.suicide else 1
    assert rules.goals(state) == {
        role: {round(50 + sign * 50 * result)} for role, result in zip(rules.roles, position.returns(), strict=True)
    }


def choose(spiel: Spiel, legal: set[str], position: pyspiel.State, rng: random.Random) -> str:
    """Compare the legal moves, make one of them over there, in parts if it must be, and say which it was."""
    ways = {move: parts(spiel, move) for move in legal}
    assert len(set(ways.values())) == len(legal)
    for part in range(max(map(len, ways.values()))):
        player = position.current_player()
        theirs = {spiel.theirs(position.action_to_string(player, a)): a for a in position.legal_actions()}
        assert {way[part] for way in ways.values()} == theirs.keys(), f"{position}"
        text = rng.choice(sorted(theirs))
        ways = {move: way for move, way in ways.items() if way[part] == text}
        position.apply_action(theirs[text])
    (choice,) = ways
    return choice


@cache
def parts(spiel: Spiel, move: str) -> tuple[str, ...]:
    text = spiel.move(move)
    return (text,) if isinstance(text, str) else text
