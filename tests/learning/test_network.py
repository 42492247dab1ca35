"""Values that the core computes, against numpy; and the phases that they are computed for."""

from __future__ import annotations

import numpy as np
import pytest

import woodstock as ws
from learning.samples import load, positions, random_weights
from oracles import learned_values
from woodstock.core import kernels
from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.learning.weights import Weights, phase_of, phases_of, words_of

GAMES = ["tic_tac_toe", "breakthrough", "amazons", "backgammon", "battlebrushes", "eight_puzzle"]


def holding(game: ws.Game, states: list[State]) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which fluents hold in each state, asked of the machine by name."""
    machine, circuit = game.machine(), game.circuit
    assert circuit is not None
    number = {fluent: at for at, fluent in enumerate(circuit.fluents)}
    out = np.zeros((len(states), len(number)), dtype=bool)
    for row, state in zip(out, states, strict=True):
        row[[number[fluent] for fluent in machine.fluents(state)]] = True
    return out


@pytest.mark.parametrize("spread", [0.05, 0.5, 40.0])
@pytest.mark.parametrize("name", GAMES)
def test_all_kernels_agree_with_numpy(name: str, spread: float) -> None:
    game = load(name)
    weights = random_weights(game, hidden=64, spread=spread)
    network, states = weights.network(), positions(game, 200)
    for phase in range(len(weights.phases)):
        own = [state for state in states if phase_of(game, state) == phase]
        if not own:
            continue
        wanted = learned_values.values(weights.rows, weights.outputs, holding(game, own), phase)
        found = {kernel: network.values(words_of(own), phase, kernel).reshape(wanted.shape) for kernel in kernels()}
        for values in found.values():
            assert np.array_equal(values, found["portable"])
        # Sums that leave 16 bits are the core's own affair.
        if spread < 1:
            assert np.abs(found["portable"] - wanted).max() <= learned_values.LOGISTIC_ERROR


@pytest.mark.parametrize("name", GAMES)
def test_the_phases_are_those_of_the_clock(name: str) -> None:
    game = load(name)
    machine, phases = game.machine(), phases_of(game)
    clock = frozenset[str]().union(*phases)
    for state in positions(game, 60):
        assert phases[phase_of(game, state)] == clock & set(machine.fluents(state))


def test_weights_of_another_shape_are_refused() -> None:
    weights = random_weights(load("tic_tac_toe"))
    for rows, outputs in [
        (weights.rows[1:], weights.outputs),
        (weights.rows[:, 1:], weights.outputs),
        (weights.rows, weights.outputs[1:]),
        (weights.rows, weights.outputs[:, 1:]),
        (weights.rows, weights.outputs[:, :, 1:]),
    ]:
        with pytest.raises(WoodstockError, match="do not fit"):
            Weights(weights.roles, weights.fluents, weights.phases, rows, outputs)
