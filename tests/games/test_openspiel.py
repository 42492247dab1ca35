"""Bundled games against OpenSpiel's hand-written ones: the same legal moves, ends and results along random games."""

from __future__ import annotations

import pytest

import woodstock as ws
from oracles.lockstep import TRANSLATIONS, play_in_lockstep
from oracles.named import Named

GAMES = 200
BATCH = 50


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
@pytest.mark.parametrize("name", TRANSLATIONS)
def test_in_lockstep(name: str, first: int) -> None:
    rules = Named(ws.load(name).machine())
    for seed in range(first, first + BATCH):
        assert play_in_lockstep(name, rules, seed) > 4
