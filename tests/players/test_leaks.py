"""Nobody knows what is hidden: the same moves and percepts make for the same decision, whatever the state is."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from beliefs.sheets import NAMES, sheet
from players.seats import PLAYERS, Told, match
from woodstock.engine.machine import State
from woodstock.players.simple import RandomPlayer
from woodstock.players.spec import parse
from woodstock.referee.player import Player, Turn

MATCHES = 8


def differing(name: str, make: Callable[[], Player], role: int) -> int:
    """How often the role met the same history in different states; its decisions must have been the same."""
    game = sheet(name)
    decisions: dict[Told, int] = {}
    met: dict[Told, set[State]] = {}
    for seed in range(MATCHES):
        watched, states, record = match(game, make(), role, seed)
        assert not record.deviations
        assert record.goals[role] is not None
        for turn, move, state in zip(watched.told, watched.made, states, strict=False):
            assert turn.state is None
            assert turn.last is None
            assert len(turn.history) == turn.step
            assert decisions.setdefault(turn.history, move) == move, turn.history
            met.setdefault(turn.history, set()).add(state)
    return sum(len(states) > 1 for states in met.values())


@pytest.mark.parametrize("spec", PLAYERS)
@pytest.mark.parametrize("name", NAMES)
def test_decisions_do_not_change_with_hidden_facts(name: str, spec: str) -> None:
    game = sheet(name)
    players = [role for role in range(len(game.roles)) if role != game.chance]
    found = sum(differing(name, parse(spec).make, role) for role in players)
    assert found or name == "leduc", "no hidden fact ever made a difference: the test shows nothing"


class Moody(RandomPlayer):
    """Goes by something that it was not told."""

    mood = random.Random(1)

    def choose(self, turn: Turn) -> int:
        return self.mood.choice(turn.legal)


def test_a_player_that_goes_by_something_else_is_found_out() -> None:
    with pytest.raises(AssertionError):
        differing("kuhn", Moody, 0)


def test_turns_tell_the_own_moves_and_percepts_and_nothing_else() -> None:
    """What the referee tells is what the rules say that the role sees."""
    game = sheet("kuhn")
    machine = game.machine()
    for seed in range(10):
        for role in (0, 1):
            watched, states, record = match(game, RandomPlayer(), role, seed)
            for turn in watched.told:
                for step, (move, seen) in enumerate(turn.history):
                    names = record.moves[step]
                    joint_move = [machine.move_number(one, name) for one, name in enumerate(names)]
                    assert move == joint_move[role]
                    assert list(seen) == machine.percepts(states[step], joint_move)[role]
