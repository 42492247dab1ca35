"""Every search, belief and player over rules that are interpreted: held to the compiled game and to exact values."""

from __future__ import annotations

from functools import cache

import pytest

import woodstock as ws
from beliefs.sheets import sheet
from woodstock.beliefs import belief_of
from woodstock.engine.game import Game, interpreted
from woodstock.players import names
from woodstock.report import Report
from woodstock.search import (
    BeliefExpectimax,
    Cfr,
    Grave,
    InformationSearch,
    LaneSearch,
    MacUcb,
    Minimax,
    SampledCfr,
    Searcher,
    Ucb,
    Uct,
)
from woodstock.search.mac_ucb import BeliefMacUcb

OUTSIDE = ("http", "own")
"""Players that are no search of ours."""


@cache
def both(name: str) -> tuple[Game, Game]:
    """A game as it is compiled, and as it is interpreted."""
    game = ws.load(name)
    return game, interpreted(game.source)


def report(game: Game, search: Searcher, playouts: int, role: int = 0) -> Report:
    search.search(game.machine().initial(), playouts=playouts)
    return search.report(role)


def values(game: Game, found: Report) -> dict[str, float]:
    """What each move of the first role is worth; numbers of moves differ between machines."""
    machine = game.machine()
    return {machine.move_name(found.role, move.move): move.value for move in found.moves}


@pytest.mark.parametrize("name", ["nim", "tic_tac_toe", pytest.param("lights_out", marks=pytest.mark.slow)])
def test_exact_values_are_those_of_the_compiled_game(name: str) -> None:
    compiled, slow = both(name)
    expected = report(compiled, Minimax(compiled), 10**6)
    found = report(slow, Minimax(slow), 10**6)
    assert found.proved == expected.proved
    assert found.values == expected.values
    assert values(slow, found) == values(compiled, expected)


@pytest.mark.parametrize("kind", [Uct, Grave])
def test_tree_searches_prove_what_minimax_proves(kind: type[Uct | Grave]) -> None:
    slow = both("nim")[1]
    for threads in (1, 3):
        found = report(slow, kind(slow, threads=threads), 20_000)
        assert found.proved and found.values == report(slow, Minimax(slow), 10**6).values


@pytest.mark.parametrize("kind", [Uct, Grave, Ucb, MacUcb])
def test_estimates_come_close_to_those_of_the_compiled_game(
    kind: type[Uct | Grave | Ucb | MacUcb],
) -> None:
    compiled, slow = both("connect_four")
    expected = report(compiled, kind(compiled), 600)
    found = report(slow, kind(slow), 600)
    assert values(slow, found).keys() == values(compiled, expected).keys()
    assert found.value == pytest.approx(expected.value, abs=0.15)
    again = report(slow, kind(slow), 600)
    assert found.moves == again.moves and found.line == again.line


def test_the_tree_is_kept_from_turn_to_turn() -> None:
    slow = both("connect_four")[1]
    machine, search = slow.machine(), Uct(slow)
    found = report(slow, search, 300)
    search.search(machine.next(machine.initial(), found.line[0]), playouts=0)
    assert sum(move.visits for move in search.report(1).moves) > 10


def test_what_lanes_are_needed_for_says_so() -> None:
    with pytest.raises(ws.WoodstockError, match="search it with Uct"):
        LaneSearch(both("nim")[1])


def test_games_with_percepts() -> None:
    game = sheet("kuhn")
    slow = interpreted(game.source)
    cfr, slow_cfr = Cfr(game), Cfr(slow)
    for one in (cfr, slow_cfr):
        one.run(iterations=300)
    assert slow_cfr.positions == cfr.positions and len(slow_cfr.sets) == len(cfr.sets)
    assert slow_cfr.values() == pytest.approx(cfr.values(), abs=0.02)
    sampled = SampledCfr(slow)
    sampled.begin_at(belief_of(slow, 0))
    sampled.run(iterations=200)
    assert sampled.sets > 5
    for search in (InformationSearch(slow), InformationSearch(slow, grave=True), BeliefMacUcb(slow)):
        search.search_belief(belief_of(slow, 0), playouts=300)
        assert search.report(0).moves


def test_exact_play_over_beliefs() -> None:
    slow = both("monty_hall")[1]
    search = BeliefExpectimax(slow)
    assert report(slow, search, 100_000).value == pytest.approx(2 / 3)


@pytest.mark.parametrize("player", [name for name in names() if name not in OUTSIDE])
@pytest.mark.parametrize("name", ["nim", "monty_hall"])
def test_all_players_play_interpreted_games(player: str, name: str) -> None:
    slow = both(name)[1]
    others = len([role for role in slow.roles if role != "random"]) - 1
    options = "" if player in ("random", "legal") else ":playouts=60"
    result = ws.match(slow, player + options, *["random"] * others, seed=1)
    assert result.finished == 1 and result.played[0].record.deviations == ()
