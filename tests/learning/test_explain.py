"""What learned values go by: effects of fluents, and the values of pieces that nobody told it of."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from learning.samples import load, positions, random_weights
from woodstock.learning import Learner
from woodstock.learning.explain import _tails, explain, material, values_of_moves
from woodstock.learning.weights import phase_of, words_of


@pytest.mark.parametrize("name", ["breakthrough", "backgammon", "connect_four_simultaneous"])
def test_an_effect_is_the_difference_that_a_fluent_makes(name: str) -> None:
    game = load(name)
    weights, machine = random_weights(game), game.machine()
    state = positions(game, 20)[-1]
    phase, network = phase_of(game, state), weights.network()
    told = explain(game, weights, state)
    assert told.values == pytest.approx(network.values(words_of([state]), phase))
    holding = machine.fluents(state)
    assert {one.fluent for one in told.fluents} == set(holding)
    for one in told.fluents:
        without = machine.state([fluent for fluent in holding if fluent != one.fluent])
        changed = network.values(words_of([without]), phase)
        assert one.effects == pytest.approx(np.array(told.values) - changed, abs=1e-6)
    sizes = [max(map(abs, one.effects)) for one in told.fluents]
    assert sizes == sorted(sizes, reverse=True)


def test_pieces_are_means_over_fluents() -> None:
    game = load("breakthrough")
    state = game.machine().initial()
    told = explain(game, random_weights(game), state)
    assert {(one.function, one.piece, one.count) for one in told.pieces} == {
        ("cell", "white", 16),
        ("cell", "black", 16),
    }
    for piece in told.pieces:
        own = [one.effects for one in told.fluents if one.fluent.endswith(f" {piece.piece})") and "cell" in one.fluent]
        assert piece.effects == pytest.approx(np.mean(own, axis=0))


@pytest.mark.parametrize(
    ("name", "tails"),
    [
        ("chess", {("cell", 3): 1}),
        ("tic_tac_toe", {("cell", 3): 1}),
        ("connect_four", {("cell", 3): 1}),
        ("nim", {}),
        ("eight_puzzle", {("cell", 3): 1}),
    ],
)
def test_what_looks_like_a_piece_on_a_board(name: str, tails: dict[tuple[str, int], int]) -> None:
    assert _tails(load(name)) == tails


def test_moves_are_worth_what_they_lead_to() -> None:
    game = load("tic_tac_toe")
    weights, machine = random_weights(game), game.machine()
    state = machine.initial()
    moves = values_of_moves(game, weights, state, 0)
    assert sorted(moves) == machine.legal(state)[0]
    noop = machine.legal(state)[1][0]
    for move, value in moves.items():
        child = machine.next(state, [move, noop])
        assert value == pytest.approx(weights.network().values(words_of([child]), phase_of(game, child))[0])
    together = load("connect_four_simultaneous")
    assert values_of_moves(together, random_weights(together), together.machine().initial(), 0) == {}


@pytest.mark.long
def test_the_pieces_of_chess_are_worth_what_people_say() -> None:
    """From the rules alone: nothing tells that a queen is more than a pawn, or that there are pieces at all."""
    game = load("chess")
    machine = game.machine()
    learner = Learner(game, hidden=32, seed=1, opening=16)
    learner.run(positions=800_000)
    states = [state for state in positions(game, 900)[::3] if not machine.terminal(state)]
    worth: dict[str, float] = defaultdict(float)
    for one in material(game, learner.weights, states):
        if one.function == "cell":
            colour, kind = one.piece.split("_")
            worth[kind] += one.effects[game.roles.index(colour)]
    pawn, knight, bishop, rook, queen = (worth[kind] for kind in ("pawn", "knight", "bishop", "rook", "queen"))
    assert 0 < pawn < min(knight, bishop)
    assert max(knight, bishop) < rook < queen
