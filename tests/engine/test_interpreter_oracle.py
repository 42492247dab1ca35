"""The fallback interpreter beside the naive oracle, state by state along random games."""

from __future__ import annotations

import random
import time

import pytest

from oracles.naive import Oracle
from oracles.named import Named
from sheets import path_of
from woodstock import games
from woodstock.engine.interpreter import InterpreterMachine
from woodstock.gdl import normalise, parse

CHOSEN = """
ggp-repository/chess_200_v1.kif
ggp-repository/amazonsTorus_10x10.kif ggp-repository/battle.kif ggp-repository/kalaha6x2x4.kif
ggp-repository/majorities.kif ggp-repository/mummymaze1p.kif ggp-repository/othello-comp2007.kif
ggp-repository/pentago_v1.kif ggp-repository/queens31lg.kif ggp-repository/reversi.kif ggp-repository/quarto.kif
ggp-repository/skirmishZeroSum.kif ggp-repository/stateSpaceLarge.kif ggp-repository/ttcc4_2player.kif
ggp-repository/hex.kif ggp-repository/futoshiki6.kif ggp-repository/pacman3p.kif scully/mastermind448.kif
scully/latenttictactoe.kif stanford/buttonsandlights.kif tflaherty-ggp/vacuumcleaner_obstacles_6.kif
""".split()
"""Rulesheets that are deep in recursion or odd in some way. The oracle needs a minute for two states of chess."""


SECONDS = 0.15
LONG = pytest.param(5.0, marks=pytest.mark.slow)


def agree(text: bytes, least: int, steps: int, seconds: float) -> None:
    """Play random games on both sides and compare everything, in at least so many states and for about so long."""
    oracle = Oracle(text.decode("utf-8", "replace"))
    ours = Named(InterpreterMachine(normalise(parse(text))))
    rng = random.Random(1)
    assert ours.roles == oracle.roles
    end = time.monotonic() + seconds
    seen = 0
    while seen < least or time.monotonic() < end:
        state, own = oracle.initial(), ours.initial()
        for _ in range(steps):
            seen += 1
            assert ours.fluents(own) == state
            over = oracle.terminal(state)
            assert ours.terminal(own) == over
            lowest = {role: {min(values)} if values else set() for role, values in oracle.goals(state).items()}
            assert ours.goals(own) == lowest
            if over:
                break
            legal = oracle.legal(state)
            assert ours.legal(own) == legal
            joint = {role: rng.choice(sorted(moves)) for role, moves in legal.items()}
            assert ours.percepts(own, joint) == oracle.percepts(state, joint)
            state, own = oracle.next(state, joint), ours.next(own, joint)
            if seen >= least and time.monotonic() > end:
                break


@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("name", sorted(games.names()))
def test_bundled_games(name: str, seconds: float) -> None:
    agree(games.text(name).encode(), 4, 200, seconds)


@pytest.mark.sheets
@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("name", CHOSEN)
def test_shared_rulesheets(name: str, seconds: float) -> None:
    agree(path_of(name).read_bytes(), 1, 60, seconds)


@pytest.mark.sheets
@pytest.mark.parametrize("name", ["chess", "slaughter", "alexChess_v1"])
def test_rulesheets_that_cannot_be_ground(name: str) -> None:
    """Chess too large for grounding: the published counts of positions, and whole random games."""
    machine = InterpreterMachine(normalise(parse(path_of(f"ggp-repository/{name}.kif").read_bytes())))
    assert machine.perft(3) == [20, 400, 8902]
    report = machine.playouts(3)
    assert report.playouts == 3
    assert report.broken == 0
