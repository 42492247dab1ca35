"""Bundled games against public rulesheets of the same games: the same moves, ends and results along random games."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from games.translations.sheets import SHEETS, Sheet
from oracles.named import Named
from sheets import path_of
from woodstock.engine.machine import State

GAMES = 50

pytestmark = pytest.mark.sheets


@pytest.mark.parametrize("name", SHEETS)
def test_the_public_rulesheet_agrees(name: str) -> None:
    sheet = SHEETS[name]
    ours, theirs = Named(ws.load(name).machine()), Named(ws.load(path_of(sheet.file)).machine())
    for seed in range(GAMES):
        play(sheet, ours, theirs, random.Random(seed))


def play(sheet: Sheet, ours: Named, theirs: Named, rng: random.Random) -> None:
    """One random game on both sides."""
    partner = dict(zip(ours.roles, theirs.roles, strict=True))
    state, other = ours.initial(), theirs.initial()
    while not ours.terminal(state):
        assert not theirs.terminal(other), f"only the public game is over:\n{ours.fluents(state)}"
        legal = ours.legal(state)
        fluents = ours.fluents(state) if sheet.looks else frozenset[str]()
        theirs_legal = theirs.legal(other)
        translated = {role: {sheet.move(move, fluents): move for move in legal[role]} for role in ours.roles}
        for role, moves in translated.items():
            assert len(moves) == len(legal[role])
            expected = {move for move in theirs_legal[partner[role]] if not sheet.theirs_alone(move, fluents)}
            assert moves.keys() == expected, f"{role} in {sorted(ours.fluents(state))}"
        choice = {role: rng.choice(sorted(moves)) for role, moves in translated.items()}
        state = ours.next(state, {role: translated[role][move] for role, move in choice.items()})
        other = theirs.next(other, {partner[role]: move for role, move in choice.items()})
    assert theirs.terminal(other), f"only our game is over:\n{sorted(ours.fluents(state))}"
    assert goals(ours, state) == goals(theirs, other)


def goals(rules: Named, state: State) -> list[set[int]]:
    values = rules.goals(state)
    return [values[role] for role in rules.roles]
