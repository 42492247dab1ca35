"""Players that search, at the table."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import woodstock as ws
from woodstock.engine import FallbackWarning
from woodstock.players import parse
from woodstock.players.searching import SearchPlayer, UctPlayer
from woodstock.referee import Clocks, Kind, Record, Seat, Turn, play

NAMES = ("uct", "grave", "ucb", "minimax")


def match(game: ws.Game, *players: str, seed: int = 0) -> Record:
    return play(game, [parse(text).make() for text in players], names=players, seed=seed)


@pytest.mark.parametrize("name", ["uct:playouts=3000", "grave:playouts=3000", "minimax:playouts=100000"])
def test_nobody_beats_them_at_tic_tac_toe(name: str) -> None:
    game = ws.load("tic_tac_toe")
    for seed in range(3):
        for players, seat in (((name, "random"), 0), (("random", name), 1)):
            record = match(game, *players, seed=seed)
            assert not record.deviations
            assert (record.goals[seat] or 0) >= 50


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same(name: str) -> None:
    game = ws.load("connect_four")
    text = f"{name}:playouts=60"
    assert match(game, text, text, seed=5).moves == match(game, text, text, seed=5).moves


@pytest.mark.clock
@pytest.mark.parametrize("name", NAMES)
def test_they_keep_to_the_clock(name: str) -> None:
    players = [parse(name).make(), parse("random").make()]
    record = play(ws.load("othello"), players, clocks=Clocks(start=0.5, play=0.3), limit=6)
    assert [one.kind for one in record.deviations] == [Kind.LENGTH]


def test_better_than_random_at_connect_four() -> None:
    game = ws.load("connect_four")
    for name in ("uct", "grave", "ucb"):
        goals = [match(game, f"{name}:playouts=500", "random", seed=seed).goals[0] for seed in range(3)]
        assert goals == [100, 100, 100]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["matching_pennies", "random_tic_tac_toe_2x2"])
def test_chance_and_simultaneous_moves(name: str, game: str) -> None:
    assert not match(ws.load(game), f"{name}:playouts=500", f"{name}:playouts=500").deviations


@pytest.mark.parametrize("name", NAMES)
def test_interpreted_games(name: str, tmp_path: Path) -> None:
    path = tmp_path / "interpreted.kif"
    path.write_text((Path(ws.__file__).parent / "games" / "tic_tac_toe.kif").read_text())
    with pytest.warns(FallbackWarning):
        game = ws.load(path, cache=False, limits=ws.Limits(rules=1))
    assert game.circuit is None
    record = match(game, f"{name}:playouts=150", "random", seed=1)
    assert not record.deviations
    assert (record.goals[0] or 0) >= 50


def seated(game: ws.Game, player: SearchPlayer) -> tuple[SearchPlayer, Turn]:
    machine = game.machine()
    player.start(Seat(game=game, machine=machine, role=0, seed=0))
    state = machine.initial()
    legal = tuple(machine.legal(state)[0])
    return player, Turn(0, legal, state, None, None, (), None)


def test_reports() -> None:
    player, turn = seated(ws.load("connect_four"), UctPlayer(playouts=100))
    assert player.report() is None
    move = player.choose(turn)
    report = player.report()
    assert report is not None and report.best == move and report.descents == 100
    player.stop()
    assert player.choose(turn) in turn.legal, "after the end, still a legal move"


@pytest.mark.clock
def test_one_legal_move_needs_no_thought() -> None:
    player, turn = seated(ws.load("connect_four"), UctPlayer())
    begun = time.perf_counter()
    assert player.choose(Turn(0, turn.legal[:1], turn.state, None, None, (), time.monotonic() + 60)) == turn.legal[0]
    assert time.perf_counter() - begun < 1
    assert player.report() is None


@pytest.mark.parametrize("text", ["uct:playouts=0", "uct:threads=0", "uct:c=-1", "minimax:nodes=0"])
def test_bad_options_are_said(text: str) -> None:
    game = ws.load("tic_tac_toe")
    with pytest.raises(ws.WoodstockError):
        parse(text).make().start(Seat(game=game, machine=game.machine(), role=0, seed=0))
