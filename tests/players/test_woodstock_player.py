"""The player `woodstock` at the table: legal moves in time, the same for the same seed, and strong enough."""

from __future__ import annotations

import time

import pytest

import woodstock as ws
from woodstock.players import RandomPlayer, parse
from woodstock.players.woodstock_player import WoodstockPlayer
from woodstock.referee import Clocks, play
from woodstock.referee.player import Player, Seat, Turn
from woodstock.referee.record import Ending


def turn_of(game: ws.Game, role: int = 0, seconds: float | None = None) -> Turn:
    machine = game.machine()
    state = machine.initial()
    deadline = None if seconds is None else time.monotonic() + seconds
    return Turn(0, tuple(machine.legal(state)[role]), state, None, None, (), deadline)


def seated(game: ws.Game, role: int = 0, seed: int = 1, **options: int) -> WoodstockPlayer:
    player = WoodstockPlayer(memory=2**25, **options)
    player.start(Seat(game, game.machine(), role, seed))
    return player


def test_it_is_a_player_by_name() -> None:
    player = parse("woodstock:c=0.5,threads=2,playouts=100").make()
    assert isinstance(player, WoodstockPlayer)


@pytest.mark.clock
def test_answers_before_the_deadline() -> None:
    game = ws.load("othello")
    player = seated(game)
    turn = turn_of(game, seconds=0.5)
    assert player.choose(turn) in turn.legal
    assert turn.deadline is not None
    assert time.monotonic() < turn.deadline + 0.2  # a loaded machine may let us wait
    report = player.report()
    assert report is not None and report.descents > 0


@pytest.mark.clock
def test_an_only_move_is_made_at_once() -> None:
    game = ws.load("connect_four")
    player = seated(game, role=1)
    turn = turn_of(game, role=1)
    begun = time.monotonic()
    assert player.choose(turn) == turn.legal[0]
    assert time.monotonic() - begun < 0.5


def test_playouts_make_it_repeatable() -> None:
    game = ws.load("breakthrough")
    reports = []
    for _ in range(2):
        player = seated(game, playouts=5_000)
        player.choose(turn_of(game))
        report = player.report()
        assert report is not None
        reports.append(report.moves)
    assert reports[0] == reports[1]


def test_beats_chance_in_whole_matches() -> None:
    game = ws.load("connect_four")
    for role in (0, 1):
        players: list[Player] = [WoodstockPlayer(playouts=3_000, memory=2**24), RandomPlayer()]
        record = play(game, players if role == 0 else players[::-1], clocks=Clocks(), seed=role)
        assert record.ending is Ending.TERMINAL
        assert not record.deviations
        assert record.goals[role] == 100


def test_thinks_while_the_start_clock_runs() -> None:
    game = ws.load("connect_four")
    player = WoodstockPlayer(memory=2**26)
    player.start(Seat(game, game.machine(), 0, 1, start_deadline=time.monotonic() + 0.4))
    assert player._search is not None
    assert player._search.report(0).descents > 0


def test_a_line_that_solves_a_puzzle_is_followed_and_told() -> None:
    game = ws.load("lights_out")
    player = seated(game, playouts=20_000)
    player.choose(turn_of(game))
    report = player.report()
    assert report is not None and report.proved and report.value == 1.0
    assert f"puzzle search: a line of {len(report.line)} moves to 100, proved, followed" in report.note
    record = play(game, [WoodstockPlayer(playouts=20_000, memory=2**25)], clocks=Clocks(), seed=1)
    assert record.goals == (100,) and len(record.moves) == len(report.line)


def test_without_knowledge_there_is_no_puzzle_search() -> None:
    game = ws.load("lights_out")
    player = WoodstockPlayer(memory=2**25, playouts=500, knowledge="none")
    player.start(Seat(game, game.machine(), 0, 1))
    player.choose(turn_of(game))
    report = player.report()
    assert report is not None and "puzzle" not in report.note
