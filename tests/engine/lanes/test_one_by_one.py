"""Games that have no circuit answer in the same form, one playout after another."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import woodstock as ws
from engine.lanes.enumeration import enumerate_lines
from engine.lanes.test_runs import DOORS, FOUR_STEPS
from woodstock import games


def interpreted(folder: Path, rules: str) -> ws.Game:
    path = folder / "written.kif"
    path.write_text(rules)
    with pytest.warns(ws.FallbackWarning):
        game = ws.load(path, limits=ws.Limits(rules=1), cache=False)
    assert game.circuit is None and game.lanes is None
    return game


@pytest.fixture
def tic_tac_toe(tmp_path: Path) -> ws.Game:
    return interpreted(tmp_path, games.text("tic_tac_toe"))


def test_sums_are_those_of_enumeration(tic_tac_toe: ws.Game) -> None:
    result = tic_tac_toe.playouts(4_000, seed=1)
    assert result.playouts.tolist() == [4_000]
    assert result.states == int(result.lengths[0])
    enumerate_lines(ws.load("tic_tac_toe").machine()).check(result)


def test_the_same_seed_gives_the_same_result(tic_tac_toe: ws.Game) -> None:
    first, again, other = (tic_tac_toe.playouts(200, seed=seed) for seed in (1, 1, 2))
    for field in ("goals", "squares", "wins", "lengths"):
        assert np.array_equal(getattr(first, field), getattr(again, field))
    assert not np.array_equal(first.lengths, other.lengths)


def test_types_and_shapes_are_those_of_lanes(tic_tac_toe: ws.Game) -> None:
    machine = tic_tac_toe.machine()
    legal = machine.legal(machine.initial())
    child = machine.next(machine.initial(), [own[0] for own in legal])
    slow = tic_tac_toe.playouts(30, start=[machine.initial(), child], seed=3)
    fast_game = ws.load("tic_tac_toe")
    fast = fast_game.playouts(30, start=[fast_game.machine().initial()] * 2, seed=3)
    for field in ("playouts", "capped", "broken", "lengths", "goals", "squares", "wins"):
        assert getattr(slow, field).dtype == getattr(fast, field).dtype, field
        assert getattr(slow, field).shape == getattr(fast, field).shape, field
    assert slow.playouts.tolist() == [30, 30]


def test_forced_moves_limits_and_broken_games(tmp_path: Path) -> None:
    game = interpreted(tmp_path, FOUR_STEPS)
    assert game.playouts(20, limit=3).capped.tolist() == [20]
    assert game.playouts(20, limit=4).playouts.tolist() == [20]
    move = game.machine().legal(game.machine().initial())[0][0]
    forced = game.playouts(20, moves=[[move]], limit=4)
    assert forced.lengths.tolist() == [80]
    assert game.playouts(20, moves=[[move]], limit=3).capped.tolist() == [20]
    doors = interpreted(tmp_path, DOORS).playouts(900, limit=3, seed=1)
    assert int((doors.playouts + doors.broken + doors.capped)[0]) == 900
    for field, share in {"playouts": 13 / 27, "broken": 12 / 27, "capped": 2 / 27}.items():
        assert abs(int(getattr(doors, field)[0]) - 900 * share) <= 4 * np.sqrt(900 * share * (1 - share)), field


def test_after_the_seconds_none_begins(tic_tac_toe: ws.Game) -> None:
    result = tic_tac_toe.playouts(10**9, seconds=0.05)
    assert 0 < int(result.playouts[0]) < 10**6
    assert result.states == int(result.lengths[0])
