"""What tests of learning share: positions of a game, weights that say something of all of it, disguised games."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest

import woodstock as ws
from woodstock import games, gdl
from woodstock.engine.game import compile_game
from woodstock.engine.machine import State
from woodstock.engine.source import Source
from woodstock.learning.gate import Gate
from woodstock.learning.store import form_of
from woodstock.learning.weights import LINEAR, Learned, Rating, Weights, fluents_of, phases_of
from woodstock.protocol.scrambling import Scrambler
from woodstock.search.trials import Score

load = cache(ws.load)


def quick_gates(monkeypatch: pytest.MonkeyPatch, results: Iterable[Score]) -> list[Gate]:
    """Gates that come to these scores at once, and then to lost matches: however busy the computer is."""
    gates: list[Gate] = []
    left = iter(results)

    def run(gate: Gate, *_: Any) -> None:
        gate.score = next(left, Score(0, 10))
        gates.append(gate)

    monkeypatch.setattr(Gate, "run", run)
    return gates


def positions(game: ws.Game, count: int, seed: int = 1) -> list[State]:
    """Positions that random matches pass through."""
    machine, draw = game.machine(), random.Random(seed)
    found: list[State] = []
    state = machine.initial()
    while len(found) < count:
        found.append(state)
        if machine.terminal(state):
            state = machine.initial()
        else:
            state = machine.next(state, [draw.choice(own) for own in machine.legal(state)])
    return found


def random_weights(game: ws.Game, hidden: int = 32, seed: int = 1, spread: float = 0.3) -> Weights:
    """Weights of all fluents, roles and phases, no two alike."""
    draw = np.random.default_rng(seed)
    fluents, phases = fluents_of(game), phases_of(game)
    rows = draw.normal(0, spread, (len(fluents) + 1, hidden + LINEAR)).astype(np.float32)
    outputs = draw.normal(0, spread, (len(phases), len(game.roles), hidden)).astype(np.float32)
    return Weights(game.roles, fluents, phases, rows, outputs)


def random_learned(name: str, hidden: int = 32, seed: int = 1) -> Learned:
    game = load(name)
    form = form_of(game)
    assert form is not None
    curve = (Rating(0.5, 120.0, 20, 0.6), Rating(1.5, 200.5, 31, 0.62))
    return Learned(name, form.digest, form.names, random_weights(game, hidden, seed), 90.0, 1234, 7, curve)


def disguised(name: str, seed: int) -> ws.Game:
    """A bundled game under other names, its rules in another order."""
    draw = random.Random(seed)
    rules = gdl.parse(games.text(name))
    text = Scrambler(seed).scramble(gdl.to_kif(draw.sample(rules, len(rules))))
    return ws.positions.game.for_people(compile_game(Source("disguised", text.encode()), cache=False))
