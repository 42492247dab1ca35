"""Games that the compliance tests of other projects are run on: a handful every day, the whole behind `slow`."""

from __future__ import annotations

import warnings
from functools import cache

import pytest

import woodstock as ws
from sheets import FOLDER, NAMED, VARIED
from woodstock import games
from woodstock.engine import FallbackWarning

DAILY = ("tic_tac_toe", "kuhn_poker", "rock_paper_scissors", "pig", "monty_hall")
BUNDLED = [name for name in games.names() if name not in DAILY]
SHEETS = [name for name in VARIED if NAMED and (FOLDER / name).exists()]

GAMES = [
    *DAILY,
    *(pytest.param(name, marks=pytest.mark.slow) for name in BUNDLED),
    *(pytest.param(name, marks=[pytest.mark.slow, pytest.mark.sheets]) for name in SHEETS),
]


@cache
def loaded(name: str) -> ws.Game:
    """A game by its name, or a public rulesheet; what is interpreted has no tensors and is skipped."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FallbackWarning)
        game = ws.load(FOLDER / name if name.endswith(".kif") else name, lenient=True)
    if game.circuit is None:
        pytest.skip("the rules are interpreted")
    if game.roles == ("random",):
        pytest.skip("the game has no players")
    return game
