"""The machine agrees with the naive oracle, state by state along random games, on bundled and public rulesheets."""

from __future__ import annotations

import random
import time

import pytest

import woodstock as ws
from oracles.naive import Oracle
from oracles.named import Named
from sheets import VARIED, path_of
from woodstock import games
from woodstock.errors import BrokenGameError

STEPS = 200
SECONDS = 0.15
AT_LEAST = 3
"""A game is followed for so many steps or seconds, whichever comes first, but a few steps in any case."""

LONG = pytest.param(5.0, marks=pytest.mark.slow)

UNSAFE = ["ggp-gamecontroller/sushi_go.kif"]
"""Break a restriction where the meaning is clear all the same: in `(not (true (setup ?p ?x)))` nothing gives the
variables a value, so it says that no such fluent holds."""


def follow(oracle: Oracle, named: Named, seed: int, seconds: float) -> int:
    """Walk along random games and compare everything the rules say of each state. Gives the number of steps."""
    assert named.roles == oracle.roles
    rng = random.Random(seed)
    end = time.monotonic() + seconds
    start, ours = oracle.initial(), named.initial()
    theirs = start
    step = 0
    while step < STEPS and (step < AT_LEAST or time.monotonic() < end):
        assert named.fluents(ours) == theirs
        over = oracle.terminal(theirs)
        assert named.terminal(ours) == over
        # A machine gives the lowest where the rules give several goals.
        assert named.goals(ours) == {
            role: {min(goals)} if goals else set() for role, goals in oracle.goals(theirs).items()
        }
        legal = oracle.legal(theirs)
        if not over and not all(legal.values()):
            with pytest.raises(BrokenGameError):
                named.legal(ours)
            return step
        assert named.legal(ours) == legal
        if over:
            if theirs == start:
                return step
            theirs, ours = start, named.initial()
            continue
        joint = {role: rng.choice(sorted(moves)) for role, moves in legal.items()}
        assert named.percepts(ours, joint) == oracle.percepts(theirs, joint)
        theirs, ours = oracle.next(theirs, joint), named.next(ours, joint)
        step += 1
    return step


@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("name", games.names())
def test_bundled_games(name: str, seconds: float) -> None:
    named = Named(ws.load(name).machine())
    assert follow(Oracle(games.text(name)), named, seed=0, seconds=seconds) >= AT_LEAST


@pytest.mark.sheets
@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("file", [*VARIED, *UNSAFE])
def test_public_rulesheets(file: str, seconds: float) -> None:
    path = path_of(file)
    oracle = Oracle(path.read_text(encoding="utf-8", errors="replace"))
    follow(oracle, Named(ws.load(path, lenient=file in UNSAFE).machine()), seed=0, seconds=seconds)


@pytest.mark.parametrize("name", games.names())
def test_a_state_can_be_made_from_its_fluents(name: str) -> None:
    machine = ws.load(name).machine()
    rng = random.Random(0)
    state = machine.initial()
    while not machine.terminal(state):
        state = machine.next(state, [rng.choice(moves) for moves in machine.legal(state)])
        assert machine.state(machine.fluents(state)) == state
