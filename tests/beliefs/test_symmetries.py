"""MAC-UCB over beliefs up to symmetry: the same values from fewer beliefs."""

from __future__ import annotations

import pytest

import woodstock as ws
from beliefs.brute_force import random_matches
from beliefs.sheets import sheet
from woodstock.beliefs import belief_of
from woodstock.engine import Game
from woodstock.players import parse
from woodstock.referee import Clocks, play, seat
from woodstock.report import Report
from woodstock.search import BeliefMacUcb
from woodstock.symmetry import find


def proved(game: Game, history: list[tuple[int, tuple[str, ...]]], *, symmetric: bool) -> Report:
    group = find(game).listed().group() if symmetric else None
    assert (group is not None) == symmetric
    belief = belief_of(game, 0)
    for move, seen in history:
        belief.observe(move, seen)
    search = BeliefMacUcb(game, by="circuit", simulations=50, symmetries=group)
    search.search_belief(belief, playouts=200_000)
    return search.report(0)


@pytest.mark.parametrize(("name", "value"), [("monty", 2 / 3), ("dice", 1 / 6)])
def test_the_same_values_from_fewer_beliefs(name: str, value: float) -> None:
    game = sheet(name)
    plain, folded = (proved(game, [], symmetric=symmetric) for symmetric in (False, True))
    assert plain.proved and folded.proved
    assert folded.value == pytest.approx(value)
    values = {one.move: one.value for one in plain.moves}
    assert values == pytest.approx({one.move: one.value for one in folded.moves})
    # In one game nothing is believed after the only decision, in the other a door stands for three.
    assert folded.nodes == plain.nodes if name == "dice" else folded.nodes < plain.nodes


@pytest.mark.parametrize("name", ["monty", "guess_dice", "monty_hall"])
def test_beliefs_in_mid_match(name: str) -> None:
    """After some percepts fewer symmetries are left, or none: values stay the same."""
    game = sheet(name) if name == "monty" else ws.load(name)
    for seed in range(4):
        for _, history in random_matches(game.machine(), 0, seed):
            if len(history) > 2:
                break
            plain, folded = (proved(game, history, symmetric=symmetric) for symmetric in (False, True))
            assert plain.proved == folded.proved
            values = {one.move: one.value for one in plain.moves}
            assert values == pytest.approx({one.move: one.value for one in folded.moves})


@pytest.mark.long
def test_the_player_says_what_it_found() -> None:
    table = [seat(parse("mac-ucb-sym:playouts=200"))]
    try:
        record = play(ws.load("monty_hall"), table, clocks=Clocks(20, 5), seed=1)
    finally:
        table[0].close()
    assert not record.deviations


def test_symmetries_of_another_game_are_refused() -> None:
    group = find(ws.load("tic_tac_toe")).listed().group()
    with pytest.raises(ValueError, match="another game"):
        BeliefMacUcb(sheet("monty"), by="circuit", symmetries=group)
