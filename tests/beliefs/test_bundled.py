"""The bundled games with percepts: nobody knows what is hidden, and everybody knows the own legal moves."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache

import pytest

import woodstock as ws
from beliefs.brute_force import random_matches
from beliefs.seats import PLAYERS, Told, match
from woodstock import games
from woodstock.beliefs import belief_of
from woodstock.players.spec import parse
from woodstock.referee.record import Ending

SLOW = os.environ.get("WOODSTOCK_SLOW") == "1"
SMALL = ("guess_dice", "monty_hall", "mastermind", "kuhn_poker", "leduc_poker", "meier", "krieg_tic_tac_toe")
"""The quicker ones; all of them with WOODSTOCK_SLOW=1."""
HIDDEN = [name for name in games.names() if games.metadata(name).sees and (SLOW or name in SMALL)]
QUICK = ("uct:playouts=10", "mac-ucb:playouts=40,simulations=20,circuit=yes", "cfr:playouts=3,positions=2000")
MATCHES = 6 if SLOW else 2
LONGEST = 1000 if SLOW else 30


@cache
def loaded(name: str) -> ws.Game:
    return ws.load(name)


def players(name: str) -> list[int]:
    return [role for role in range(len(loaded(name).roles)) if role != loaded(name).chance]


@pytest.mark.parametrize("spec", PLAYERS if SLOW else QUICK)
@pytest.mark.parametrize("name", SMALL)
def test_equal_histories_make_for_equal_decisions(name: str, spec: str) -> None:
    """In small games other matches look the same to a role for a while, with other things hidden from it."""
    game = loaded(name)
    for role in players(name) if SLOW else players(name)[:1]:
        decisions: dict[Told, int] = {}
        for seed in range(MATCHES):
            watched, _, record = match(game, parse(spec).make(), role, seed)
            assert record.ending is Ending.TERMINAL
            assert not record.deviations
            for turn, move in zip(watched.told, watched.made, strict=True):
                assert turn.state is None
                assert turn.last is None
                assert decisions.setdefault(turn.history, move) == move


@pytest.mark.parametrize("spec", PLAYERS if SLOW else QUICK)
@pytest.mark.parametrize("name", HIDDEN)
def test_what_was_told_is_all_that_counts(name: str, spec: str) -> None:
    """A match is told again to another player of the same kind, of which nothing is hidden, for there is no state: it
    decides the same in every turn."""
    game = loaded(name)
    for role in players(name) if SLOW else players(name)[:1]:
        watched, _, record = match(game, parse(spec).make(), role, 1)
        assert record.ending is Ending.TERMINAL
        assert not record.deviations
        assert all(turn.state is None and turn.last is None for turn in watched.told)
        assert watched.seat is not None
        again = parse(spec).make()
        again.start(replace(watched.seat, machine=game.machine()))
        assert [again.choose(turn) for turn in watched.told] == watched.made
        again.stop()


@pytest.mark.parametrize("name", HIDDEN)
def test_roles_know_their_legal_moves(name: str) -> None:
    """In every state that a role believes possible it has the same moves: the legal moves tell nothing."""
    game = loaded(name)
    machine = game.machine()
    for role in players(name):
        belief = belief_of(game, role)
        for state, history in random_matches(machine, role, 5):
            if len(history) > LONGEST:
                break
            assert not history or belief.observe(*history[-1])
            legal = machine.legal(state)[role]
            assert all(machine.legal(other)[role] == legal for other in belief.states[:20])
            assert not belief.exact or state in belief.states
