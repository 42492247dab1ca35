"""The bundled games with percepts: nobody knows what is hidden."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import woodstock as ws
from players.seats import PLAYERS, Told, match
from woodstock import games
from woodstock.players.spec import parse
from woodstock.referee.record import Ending

SMALL = ("guess_dice", "monty_hall", "mastermind", "kuhn_poker", "leduc_poker", "meier", "krieg_tic_tac_toe")
"""The quicker ones."""
HIDDEN = [
    name if name in SMALL else pytest.param(name, marks=pytest.mark.slow)
    for name in games.names()
    if games.metadata(name).sees
]
QUICK = ("uct:playouts=10", "mac-ucb:playouts=40,simulations=20,circuit=yes", "cfr:playouts=3,positions=2000")
each_player = pytest.mark.parametrize(
    ("spec", "thorough"),
    [*((spec, False) for spec in QUICK), *(pytest.param(spec, True, marks=pytest.mark.slow) for spec in PLAYERS)],
)
"""Thorough: all players, in all roles and more matches."""


@cache
def loaded(name: str) -> ws.Game:
    return ws.load(name)


def players(name: str) -> list[int]:
    return [role for role in range(len(loaded(name).roles)) if role != loaded(name).chance]


@each_player
@pytest.mark.parametrize("name", SMALL)
def test_equal_histories_make_for_equal_decisions(name: str, spec: str, thorough: bool) -> None:
    """In small games other matches look the same to a role for a while, with other things hidden from it."""
    game = loaded(name)
    for role in players(name) if thorough else players(name)[:1]:
        decisions: dict[Told, int] = {}
        for seed in range(6 if thorough else 2):
            watched, _, record = match(game, parse(spec).make(), role, seed)
            assert record.ending is Ending.TERMINAL
            assert not record.deviations
            for turn, move in zip(watched.told, watched.made, strict=True):
                assert turn.state is None
                assert turn.last is None
                assert decisions.setdefault(turn.history, move) == move


@each_player
@pytest.mark.parametrize("name", HIDDEN)
def test_what_was_told_is_all_that_counts(name: str, spec: str, thorough: bool) -> None:
    """A match is told again to another player of the same kind, of which nothing is hidden, for there is no state: it
    decides the same in every turn."""
    game = loaded(name)
    for role in players(name) if thorough else players(name)[:1]:
        watched, _, record = match(game, parse(spec).make(), role, 1)
        assert record.ending is Ending.TERMINAL
        assert not record.deviations
        assert all(turn.state is None and turn.last is None for turn in watched.told)
        assert watched.seat is not None
        again = parse(spec).make()
        again.start(replace(watched.seat, machine=game.machine()))
        assert [again.choose(turn) for turn in watched.told] == watched.made
        again.stop()
