"""One outcome policy: what a dead end and a playout without end are worth is the same in every search."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import woodstock as ws
from woodstock.engine.game import Game, compile_game, interpreted
from woodstock.engine.source import Source
from woodstock.search import (
    Grave,
    InformationSearch,
    LaneSearch,
    MacUcb,
    Minimax,
    Searcher,
    Ucb,
    Uct,
)
from woodstock.search.mac_ucb import BeliefMacUcb

RULES = """
(role a) (role b)
(init (at start))
(<= (legal a go) (true (at start)))
(<= (legal a loop) (true (at start)))
(<= (legal a stop) (true (at start)))
(<= (legal a on) (true (at start)))
(<= (legal b noop) (true (at start)))
(<= (legal a wait) (true (at looping)))
(<= (legal b noop) (true (at looping)))
(<= (legal a noop) (true (at choice)))
(<= (legal b give) (true (at choice)))
(<= (legal b take) (true (at choice)))
(<= (next (at dead)) (does a go))
(<= (next (at looping)) (does a loop))
(<= (next (at looping)) (does a wait))
(<= (next (at low)) (does a stop))
(<= (next (at choice)) (does a on))
(<= (next (at high)) (does b give))
(<= (next (at low)) (does b take))
(<= terminal (true (at low)))
(<= terminal (true (at high)))
(<= (goal a 20) (true (at low)))
(<= (goal a 100) (true (at high)))
(<= (goal b 100) (true (at low)))
(<= (goal b 0) (true (at high)))
"""
UNKNOWN = 0.6
"""The middle between 20 and 100."""

SEARCHES: dict[str, Callable[[Game], Searcher]] = {
    "uct": Uct,
    "grave": Grave,
    "ucb": Ucb,
    "minimax": Minimax,
    "lanes": lambda game: LaneSearch(game, expand_at=1),
    "mac-ucb": lambda game: MacUcb(game, simulations=100),
    "fc-ucb": lambda game: MacUcb(game, by="fc", simulations=100),
    "circuit": lambda game: MacUcb(game, by="circuit", simulations=100),
    "sets": lambda game: InformationSearch(game, hidden=False),
    "beliefs": lambda game: BeliefMacUcb(game, simulations=100),
}


@cache
def game() -> Game:
    return compile_game(Source("ends", RULES.encode()), cache=False)


def move_values(machine: ws.Machine, search: Searcher) -> dict[str, float]:
    """What the moves are worth of which nothing is proved."""
    search.search(machine.initial(), playouts=2000)
    report = search.report(0)
    assert not report.proved
    return {machine.move_name(0, move.move): move.value for move in report.moves if not move.proved}


@pytest.mark.parametrize("name", SEARCHES)
def test_what_tells_nothing_is_worth_the_middle_and_never_proved(name: str) -> None:
    values = move_values(game().machine(), SEARCHES[name](game()))
    assert values["go"] == pytest.approx(UNKNOWN, abs=1e-6)
    if name != "minimax":  # which makes no playouts
        assert values["loop"] == pytest.approx(UNKNOWN, abs=1e-6)


def test_interpreted_rules_do_not_tell_the_range_of_goals() -> None:
    slow = interpreted(game().source)
    values = move_values(slow.machine(), Uct(slow))
    assert [values["go"], values["loop"]] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("name", SEARCHES)
def test_a_dead_end_at_the_root(name: str) -> None:
    machine = game().machine()
    search = SEARCHES[name](game())
    search.search(machine.state(["(at dead)"]), playouts=100)
    report = search.report(0)
    assert not report.proved and report.moves == ()
    assert list(report.values) == pytest.approx([UNKNOWN, 0.5])
