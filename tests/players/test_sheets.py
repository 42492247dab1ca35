"""The public rulesheets of GDL-II: every player plays them to the end."""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import woodstock as ws
from players.seats import PLAYERS, match
from sheets import FOLDER, path_of
from woodstock.engine import FallbackWarning
from woodstock.errors import GdlSyntaxError
from woodstock.players.spec import parse
from woodstock.referee.clocks import Clocks
from woodstock.referee.record import Ending
from woodstock.referee.referee import LENGTH_LIMIT

pytestmark = pytest.mark.sheets

QUICK = (
    "scully/montyhall.kif",
    "scully/meier.kif",
    "scully/pennies.kif",
    "ggp_python/ii_kriegtictactoe.kif",
    "ggp-gamecontroller/mastermind2x3.kif",
)
QUICK_PLAYERS = (
    "uct:playouts=60",
    "mac-ucb:playouts=600,simulations=100,circuit=yes",
    "cfr:playouts=20,positions=20000",
)


NO_GDL = ("ggp-gamecontroller/7wonders.kif",)
"""It has a variable in the place of a name."""

ENDLESS = {"ggp-gamecontroller/dominion.kif": 200}
"""Sheets whose matches do not end by themselves, and after how many steps they are cut off. Dominion is over when all
provinces are bought, which those who play at random do not get round to."""

LARGE = 100_000
"""Gates of a circuit with which the budgets of all players take hours: then, and without a circuit, they play by the
clock."""

CLOCKS = Clocks(start=15.0, play=0.3)


def sheets() -> list[str]:
    if not (FOLDER / "INDEX.csv").exists():
        return []
    with (FOLDER / "INDEX.csv").open() as file:
        found = [row["file"] for row in csv.DictReader(file) if row["gdl_version"] == "II"]
    return [name for name in found if name not in NO_GDL]


def pairs() -> Iterator[object]:
    """Some of the quicker ones; and every player on every sheet."""
    yield from product(QUICK, QUICK_PLAYERS)
    for name, spec in product(sheets(), PLAYERS):
        yield pytest.param(name, spec, marks=pytest.mark.slow)


@cache
def loaded(name: str) -> ws.Game:
    limits = ws.Limits(seconds=8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FallbackWarning)
        return ws.load(path_of(name), lenient=True, limits=limits)


@pytest.mark.parametrize(("name", "spec"), list(pairs()))
def test_matches_come_to_an_end(name: str, spec: str) -> None:
    game = loaded(name)
    clocks = None
    if game.circuit is None or game.circuit.gates > LARGE:
        spec, clocks = re.sub(r"playouts=\d+,?", "", spec).strip(",:"), CLOCKS
    for role in [role for role in range(len(game.roles)) if role != game.chance]:
        _, _, record = match(game, parse(spec).make(), role, 1, clocks, ENDLESS.get(name, LENGTH_LIMIT))
        assert not [one for one in record.deviations if one.role is not None], record.deviations
        assert record.ending is (Ending.LENGTH if name in ENDLESS else Ending.TERMINAL)


@pytest.mark.parametrize("name", NO_GDL)
def test_what_is_no_gdl_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(GdlSyntaxError, match="line 22, column 27"):
        loaded(name)
