"""What must hold of any bundled game with percepts: a role's moves, the end and its goal follow from what it knows."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from oracles.information import after, root, walk
from woodstock import games
from woodstock.engine.machine import Machine
from woodstock.players import RandomPlayer
from woodstock.referee import Turn, play
from woodstock.referee.record import Ending

SEEING = [name for name in games.names() if games.metadata(name).sees]
STEPS = 600


def players(machine: Machine) -> list[int]:
    return [role for role in range(len(machine.roles)) if role != machine.chance]


@pytest.mark.parametrize("name", SEEING)
def test_what_a_role_may_do_follows_from_what_it_knows(name: str) -> None:
    """Else a player could not know its legal moves (GDL-II), or its legal moves would tell it what is hidden."""
    machine = ws.load(name).machine()
    rng = random.Random(name)
    for role in players(machine):
        most = steps = 0
        while steps < STEPS:
            for states in walk(machine, role, rng):
                steps += 1
                ends = {machine.terminal(state) for state in states}
                assert len(ends) == 1
                own = [machine.goals(state) if True in ends else machine.legal(state) for state in states]
                assert all(each[role] == own[0][role] for each in own)
                most = max(most, len(states))
        assert most > 1, "something is hidden, and it has been met"


@pytest.mark.parametrize("name", [name for name in SEEING if games.metadata(name).players > 1])
def test_shared_observations_are_the_same_for_all(name: str) -> None:
    """Paper 002, section 2. What all see must tell the moves of all too, as a player knows its own move anyway."""
    machine = ws.load(name).machine()
    everybody = players(machine)
    rng = random.Random(name)
    alike = True
    told: dict[tuple[tuple[str, ...], ...], list[tuple[str, ...]]] = {}
    for _ in range(60):
        node = root(machine)
        while not machine.terminal(node.state):
            node = after(machine, node, [rng.choice(moves) for moves in machine.legal(node.state)])
            seen = [tuple(percepts for _, percepts in node.known[role]) for role in everybody]
            moves = [tuple(move for move, _ in node.known[role]) for role in everybody]
            alike &= len(set(seen)) == 1 and told.setdefault(seen[0], moves) == moves
    assert alike == ("shared" in games.metadata(name).tags)


class Listener(RandomPlayer):
    """Plays at random and keeps all that it was told."""

    def choose(self, turn: Turn) -> int:
        assert turn.state is None
        assert turn.last is None
        self.history = turn.history
        return super().choose(turn)


@pytest.mark.parametrize("name", SEEING)
def test_a_player_is_told_its_moves_and_percepts_and_nothing_else(name: str) -> None:
    game = ws.load(name)
    machine = game.machine()
    listeners = [Listener() for _ in players(machine)]
    record = play(game, listeners, seed=1)
    assert record.ending is Ending.TERMINAL
    assert not record.deviations
    node = root(machine)
    for moves in record.moves[:-1]:
        node = after(machine, node, [machine.move_number(role, move) for role, move in enumerate(moves)])
    for role, listener in zip(players(machine), listeners, strict=True):
        told = tuple((machine.move_name(role, move), percepts) for move, percepts in listener.history)
        assert told == node.known[role]


def test_the_tags_say_that_something_is_hidden() -> None:
    assert [name for name in games.names() if "hidden" in games.metadata(name).tags] == SEEING
    assert {name for name in games.names() if "shared" in games.metadata(name).tags} <= set(SEEING)
