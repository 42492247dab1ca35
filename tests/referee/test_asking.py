"""Asking players, some of them elsewhere; deadlines that come with a turn; processes that wait for a game."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

import woodstock as ws
from referee.fakes import Sticks, greedy, modest
from referee.rascals import Own
from woodstock.errors import UnknownPlayerError
from woodstock.players import RandomPlayer, parse
from woodstock.referee import Clocks, Ending, Failure, Playable, Record, Seated, Turn, play
from woodstock.referee.asking import ask_all
from woodstock.referee.in_process import InProcess
from woodstock.referee.player import MOMENT
from woodstock.referee.process import OwnProcess
from woodstock.referee.record import Kind
from woodstock.referee.seated import Halted


class Away(Seated):
    """A player elsewhere that takes the first move, and remembers the end."""

    elsewhere = True

    def __init__(self) -> None:
        self.ended: list[Turn] = []
        self.threads: set[int] = set()

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:
        return Failure(Kind.EXCEPTION, "still asleep")

    def choose(self, turn: Turn) -> int | Failure:
        self.threads.add(threading.get_ident())
        return turn.legal[0]

    def end(self, turn: Turn) -> Failure | None:
        self.ended.append(turn)
        return None

    def stop(self) -> Failure | None:
        return None


def test_players_elsewhere_have_threads() -> None:
    away = Away()
    record = play(Sticks(), [away, greedy()])
    assert record.ending is Ending.TERMINAL
    assert threading.get_ident() not in away.threads
    assert [(note.step, note.role) for note in record.deviations] == [(-1, "p0")]
    assert all(len(times) == 2 for times in record.move_times)


def test_the_end_is_told_once() -> None:
    away = Away()
    record = play(Sticks(), [away, modest()])
    (turn,) = away.ended
    assert turn.step == len(record.moves)
    assert turn.legal == ()
    assert turn.last is not None
    assert turn.own_last == turn.last[0]
    broken = Away()
    assert play(Sticks(broken_at=3), [broken, modest()]).ending is Ending.BROKEN
    assert broken.ended == []


def test_what_is_raised_elsewhere_is_raised_here() -> None:
    def question(role: int) -> int:
        raise Halted

    with pytest.raises(Halted):
        ask_all({0: Away(), 1: Away()}, question, threading.Event())


def test_answers_keep_the_order_of_the_roles() -> None:
    seated: dict[int, Seated] = {2: Away(), 0: InProcess(greedy), 1: Away()}
    answers = ask_all(seated, lambda role: role * 10, threading.Event())
    assert [(role, answer) for role, (answer, _) in answers.items()] == [(2, 20), (0, 0), (1, 10)]


def test_the_clock_of_a_turn() -> None:
    turn = Turn(0, (1,), None, None, None, ())
    assert turn.clock(None) is None
    assert turn.clock(5.0) == 5.0
    now = time.monotonic()
    soon = Turn(0, (1,), None, None, None, (), deadline=now + 2)
    assert soon.clock(5.0) == pytest.approx(2, abs=0.1)
    assert Turn(0, (1,), None, None, None, (), deadline=now - 2).clock(5.0) == MOMENT


@pytest.mark.clock
@pytest.mark.parametrize("own_process", [True, False])
def test_a_deadline_that_comes_with_the_turn(own_process: bool) -> None:
    """It counts more than the play clock, wherever the player lives."""
    from referee.rascals import Hanging

    game = ws.load("tic_tac_toe")
    entrant = Own(Hanging, own_process=own_process)
    seated: Seated = OwnProcess(entrant) if own_process else InProcess(entrant.make)
    if isinstance(seated, OwnProcess):
        seated.warm()
        seated.warm()
    try:
        seated.open(game)
        assert seated.start(game, 0, 1, Clocks(30, 60)) is None
        machine = game.machine()
        state = machine.initial()
        begun = time.monotonic()
        legal = tuple(machine.legal(state)[0])
        answer = seated.choose(Turn(0, legal, state, None, None, (), deadline=begun + 0.3))
        assert isinstance(answer, Failure)
        assert answer.kind is Kind.TIMEOUT
        assert time.monotonic() - begun < 20
    finally:
        seated.close()


def test_a_process_that_was_warm_and_never_used() -> None:
    seated = OwnProcess(Own(RandomPlayer))
    seated.warm()
    seated.close()


def test_records_tell_of_scrambling_and_previews() -> None:
    from dataclasses import replace

    game = ws.load("tic_tac_toe")
    record = replace(ws.match(game, "random", "legal").played[0].record, scrambled=True, preview_clock=7.0)
    again = Record.from_dict(record.to_dict(game.machine()))
    assert (again.scrambled, again.preview_clock) == (True, 7.0)
    assert again == record


def test_players_by_module_and_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse("woodstock.players.RandomPlayer").make().__class__ is RandomPlayer
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["", *__import__("sys").path])
    (tmp_path / "mine_of_today.py").write_text("from woodstock.players import LegalPlayer as Own\nnone = 3\n")
    assert type(parse("mine_of_today.Own").make()).__name__ == "LegalPlayer"
    for text in ("mine_of_today.Nobody", "no_such_module.Player", "mine_of_today.none", ".", "..x", "uct."):
        with pytest.raises(UnknownPlayerError, match="player"):
            parse(text)
