"""The player `woodstock` never loses tic tac toe, whoever plays against it: exact play, every search, chance.

Players are called directly, without a clock, with a budget of playouts: ours makes 20,000 in some 20 ms, enough to
prove what it plays. (With 2,000, which are few for a search that plays hundreds of leaves out at once, it lost now and
then.)
"""

from __future__ import annotations

import pytest

import woodstock as ws
from woodstock.players import parse
from woodstock.referee import Clocks, play
from woodstock.referee.seeds import derive

OURS = "woodstock:playouts=20000,memory=33554432"
OTHERS = (
    "minimax:playouts=1000000",
    "uct:playouts=2000",
    "grave:playouts=2000",
    "ucb:playouts=2000",
    "mac-ucb:playouts=2000,simulations=200",
    "fc-ucb:playouts=2000,simulations=200",
    "random",
    "legal",
    "woodstock:playouts=20000,memory=33554432,c=1.0",
)


@pytest.fixture(scope="module")
def game() -> ws.Game:
    """One game for all matches: its network is made once."""
    return ws.load("tic_tac_toe")


@pytest.mark.parametrize("matches", [10, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("other", OTHERS, ids=lambda text: text.split(":")[0])
def test_it_never_loses_tic_tac_toe(other: str, matches: int, game: ws.Game) -> None:
    for number in range(matches):
        role = number % 2
        players = [parse(OURS).make(), parse(other).make()]
        record = play(game, players if role == 0 else players[::-1], clocks=Clocks(), seed=derive(7, number))
        assert not record.deviations
        assert (record.goals[role] or 0) >= 50, f"match {number}: {record.moves}"
