"""Circuit and interpreter behind one interface: nothing above can tell which of them plays."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

import woodstock as ws
from engine.inline import COUNTER, circuit_machine, interpreter_machine
from oracles.naive import Oracle
from oracles.named import Named, Rules
from woodstock import games
from woodstock.engine import FallbackWarning, InterpreterMachine
from woodstock.engine import game as game_module
from woodstock.errors import BrokenGameError
from woodstock.gdl import NormalRule
from woodstock.ground import GroundProgram, ground

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

BROKEN = """
(role a) (role b) (init s) (<= (legal a x) (true s)) (legal b x) (<= (next t) (does a x)) (<= terminal (true u))
"""

LOOKING = [
    # Most moves of a role, of which none is made while goals are asked.
    """(role a) (legal a x) (legal a y) (legal a z) (init s) (<= (next t) (does a x)) (<= terminal (true t))
       (<= p (does a x)) (<= p (does a y)) (<= (goal a 100) p) (<= (goal a 0) (not p)) (<= (sees a p) p)""",
    # All moves of a role, of which none is made while legal moves are asked.
    """(role a) (legal a x) (legal a y) (init s) (<= (legal a w) q) (<= q (does a x)) (<= q (does a y))
       (<= q (does a w)) (<= (next s) q) (<= (next t) (does a y)) (<= terminal (true t)) (<= (goal a 5) (not q))""",
]
"""Rules that look at moves where no move is made yet, as only lenient readers allow."""

TINY = ws.Limits(rules=1)
"""No game is ground within this."""


def in_lockstep(one: Rules[S], other: Rules[T], seed: int, steps: int) -> None:
    """Play the same random games on both, by the names of the moves, and compare all they say."""
    assert one.roles == other.roles
    rng = random.Random(seed)
    here, there = one.initial(), other.initial()
    for _ in range(steps):
        assert one.terminal(here) == other.terminal(there)
        assert lowest(one.goals(here)) == lowest(other.goals(there))
        if one.terminal(here):
            here, there = one.initial(), other.initial()
            continue
        try:
            legal = one.legal(here)
        except BrokenGameError:
            with pytest.raises(BrokenGameError):
                other.legal(there)
            return
        assert other.legal(there) == legal
        joint = {role: rng.choice(sorted(moves)) for role, moves in legal.items()}
        assert one.percepts(here, joint) == other.percepts(there, joint)
        here, there = one.next(here, joint), other.next(there, joint)


def lowest(goals: dict[str, set[int]]) -> dict[str, int | None]:
    return {role: min(values, default=None) for role, values in goals.items()}


@pytest.mark.parametrize("name", games.names())
def test_bundled_games(name: str) -> None:
    game = ws.load(name)
    in_lockstep(Named(game.machine()), Named(InterpreterMachine(game.rules)), seed=3, steps=60)


@pytest.mark.parametrize("text", [COUNTER, BROKEN], ids=["counter", "broken"])
def test_small_games(text: str) -> None:
    for seed in range(5):
        in_lockstep(Named(circuit_machine(text)), Named(interpreter_machine(text)), seed, steps=30)


@pytest.mark.parametrize("text", LOOKING, ids=["goal", "legal"])
def test_what_looks_at_moves_before_they_are_made_sees_none(text: str) -> None:
    for seed in range(5):
        in_lockstep(Named(circuit_machine(text)), Oracle(text), seed, steps=30)


@pytest.mark.parametrize("name", ["tic_tac_toe", "matching_pennies", "random_tic_tac_toe_2x2"])
def test_a_game_too_large_to_ground_is_interpreted_with_a_warning(name: str) -> None:
    with pytest.warns(FallbackWarning, match=f"{name}.*interpreted"):
        game = ws.load(name, limits=TINY, cache=False)
    compiled = ws.load(name)
    assert game.circuit is None and compiled.circuit is not None
    assert isinstance(game.machine(), InterpreterMachine)
    assert game.roles == compiled.roles and game.chance == compiled.chance and game.sees == compiled.sees
    assert game.info()["engine"] == "interpreter" and game.info()["gates"] is None
    in_lockstep(Named(compiled.machine()), Named(game.machine()), seed=4, steps=60)
    assert game.machine().perft(3) == compiled.machine().perft(3)


def test_that_limits_were_passed_is_remembered_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))
    attempts = []

    def counted(rules: Sequence[NormalRule], limits: ws.Limits) -> GroundProgram:
        attempts.append(limits)
        return ground(rules, limits)

    monkeypatch.setattr(game_module, "ground", counted)
    narrower = ws.Limits(rules=TINY.rules, seconds=TINY.seconds / 2)
    for limits in (TINY, TINY, narrower):
        with pytest.warns(FallbackWarning, match=f"more than {TINY.rules} rules"):
            assert ws.load("tic_tac_toe", limits=limits).circuit is None
    assert attempts == [TINY]
    (mark,) = tmp_path.iterdir()
    os.utime(mark, (0, time.time() - 2 * 86_400))
    with pytest.warns(FallbackWarning):
        ws.load("tic_tac_toe", limits=TINY)
    assert attempts == [TINY, TINY], "after a day it is tried again"
    assert ws.load("tic_tac_toe").circuit is not None, "wider limits are tried"


def test_an_attempt_that_had_to_wait_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))
    with pytest.warns(FallbackWarning, match="took more than"):
        ws.load("chess", limits=ws.Limits(seconds=60, wall=0.01))
    assert list(tmp_path.iterdir()) == []


def test_playouts_of_both_engines_have_the_same_means() -> None:
    game = ws.load("tic_tac_toe")
    fast = game.machine().playouts(20_000, seed=1)
    slow = InterpreterMachine(game.rules).playouts(2_000, seed=1)
    # The goal of the first player has a standard deviation below 45: four standard errors of the smaller sample.
    assert abs(fast.mean_goals[0] - slow.mean_goals[0]) < 4 * 45 / 2_000**0.5
    assert abs(fast.mean_length - slow.mean_length) < 4 * 1.5 / 2_000**0.5
