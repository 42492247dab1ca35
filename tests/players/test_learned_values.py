"""The strongest player learns what positions are worth in the start clock, and believes what wins."""

from __future__ import annotations

import random
import time
import warnings
from pathlib import Path

import pytest

import woodstock as ws
from learning.samples import disguised, random_learned
from woodstock.learning import store
from woodstock.learning.gate import Gate
from woodstock.players.woodstock_player import WoodstockPlayer
from woodstock.referee.player import Seat, Turn
from woodstock.report import Report
from woodstock.settings import Option

ALL_WON, ALL_LOST = 1.0, 0.0


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("WOODSTOCK_LEARNED", str(tmp_path / "learned"))


def gates_score(points: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gate, "match", lambda *_: points)


def first_move(start: float | None, game: ws.Game | None = None, **options: Option) -> Report:
    """What the player thinks of the first position where it has a choice, after so many seconds of a start clock."""
    game = game or ws.load("connect_four")
    machine, player = game.machine(), WoodstockPlayer(**options)
    player.start(Seat(game, machine, 0, 1, start_deadline=None if start is None else time.monotonic() + start))
    state, draw = machine.initial(), random.Random(1)
    while len(machine.legal(state)[0]) == 1:
        state = machine.next(state, [draw.choice(own) for own in machine.legal(state)])
    player.choose(Turn(0, tuple(machine.legal(state)[0]), state, None, None, (), time.monotonic() + 0.2))
    report = player.report()
    player.stop()
    assert report
    return report


def test_what_wins_matches_is_believed_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    gates_score(ALL_WON, monkeypatch)
    report = first_move(4.2)
    assert "learned values: 2 s, " in report.note
    (kept,) = store.kept()
    assert not isinstance(kept, Exception)
    assert (kept.game, kept.generations) == ("connect_four", 1)
    assert kept.positions > 1000
    assert kept.elo and kept.elo > 100
    assert kept.mix == 0.5, "playouts won their matches as well"


def test_what_loses_is_neither_believed_nor_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    gates_score(ALL_LOST, monkeypatch)
    report = first_move(4.2)
    assert "learned values" not in report.note
    assert report.playouts > 0
    assert not list(store.kept())


def test_learning_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    gates_score(ALL_WON, monkeypatch)
    first_move(4.2)
    first_move(4.2)
    (kept,) = store.kept()
    assert not isinstance(kept, Exception)
    assert (kept.generations, len(kept.curve)) == (2, 2)
    assert kept.seconds > 3.8
    assert kept.curve[1].elo > kept.curve[0].elo


def test_what_is_kept_is_used_by_any_name_and_without_a_start_clock() -> None:
    store.keep(random_learned("connect_four"))
    report = first_move(None)
    assert "200 Elo" in report.note
    assert report.playouts == 0, "values stand for playouts"
    assert "200 Elo" in first_move(None, disguised("connect_four", 3)).note
    assert "200 Elo" in first_move(1.0).note, "a short start clock is enough to know the game"
    assert "learned values" not in first_move(None, ws.load("tic_tac_toe")).note


@pytest.mark.parametrize("options", [{"learning": "none"}, {"knowledge": "none"}, {"playouts": 2000}])
def test_players_that_do_without(options: dict[str, Option], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gate, "match", lambda *_: pytest.fail("nothing is to be learned"))
    store.keep(random_learned("connect_four"))
    report = first_move(4.2 if "learning" in options else None, None, **options)
    assert "learned values" not in report.note
    assert report.playouts > 0


def test_a_budget_with_what_is_kept() -> None:
    store.keep(random_learned("connect_four"))
    first, second = (first_move(None, playouts=500, learning="kept") for _ in range(2))
    assert "200 Elo" in first.note
    assert first.moves == second.moves


def test_a_damaged_file_is_reported_and_the_player_plays_on() -> None:
    path = store.keep(random_learned("connect_four"))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.warns(store.LearnedWarning, match="cannot be used"):
        report = first_move(None)
    assert report.playouts > 0


def test_other_roles_and_chance_learn_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    gates_score(ALL_WON, monkeypatch)
    for name in ("pig", "chinese_checkers_3p", "connect_four_simultaneous"):
        assert "learned values" in first_move(4.2, ws.load(name)).note, name


def test_puzzles_and_games_with_percepts_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gate, "match", lambda *_: pytest.fail("nothing is to be learned"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("eight_puzzle", "phantom_tic_tac_toe"):
            assert "learned values" not in first_move(4.2, ws.load(name)).note


@pytest.mark.clock
@pytest.mark.parametrize("name", ["connect_four", "hex", "chess"])
def test_the_start_clock_is_kept(name: str) -> None:
    game = ws.load(name)
    machine, player = game.machine(), WoodstockPlayer()
    deadline = time.monotonic() + 6.0
    player.start(Seat(game, machine, 0, 1, start_deadline=deadline))
    left = deadline - time.monotonic()
    player.stop()
    assert left > 0
