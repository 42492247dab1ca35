"""The referee plays by the rules, whatever the players do."""

from __future__ import annotations

import threading
import time
from typing import cast

import pytest

from referee.fakes import Scripted, Sticks, greedy, modest
from woodstock.errors import WoodstockError
from woodstock.players import LegalPlayer, RandomPlayer
from woodstock.referee import Clocks, Ending, Kind, Turn, play


def test_a_whole_match() -> None:
    first, second = greedy(), modest()
    record = play(Sticks(4), [first, second], names=["greedy", "modest"])
    assert record.moves == (("(take 2)", "noop"), ("noop", "(take 1)"), ("(take 1)", "noop"))
    assert record.goals == (100, 0)
    assert record.ending is Ending.TERMINAL
    assert record.players == ("greedy", "modest")
    assert record.deviations == ()
    assert first.stopped == second.stopped == 1


def test_players_are_told_their_seat_and_turn() -> None:
    first, second = greedy(), greedy()
    play(Sticks(5), [first, second], seed=3)
    assert first.seat is not None
    assert second.seat is not None
    assert (first.seat.role, second.seat.role) == (0, 1)
    assert first.seat.seed != second.seat.seed
    assert first.seat.machine is not second.seat.machine
    opening, later = second.turns[:2]
    assert (opening.step, opening.last, opening.own_last) == (0, None, None)
    assert (later.step, later.last, later.own_last) == (1, (2, 0), 0)
    assert later.state == bytes([3, 1])


def test_percepts_take_the_place_of_states() -> None:
    first, second = greedy(), greedy()
    play(Sticks(5, sees=True), [first, second])
    assert first.seat is not None
    assert first.seat.hidden
    assert all(turn.state is None and turn.last is None for turn in first.turns + second.turns)
    assert [turn.percepts for turn in first.turns] == [(), ("(left 5)",), ("(left 3)",)]
    assert [turn.own_last for turn in first.turns] == [None, 2, 0]
    assert [turn.percepts for turn in second.turns] == [(), (), ()]
    assert first.turns[2].history == ((2, ("(left 5)",)), (0, ("(left 3)",)))
    assert second.turns[2].history == ((0, ()), (2, ()))


def test_the_same_seed_gives_the_same_match() -> None:
    game = Sticks(60, with_chance=True)
    records = [play(game, [RandomPlayer(), RandomPlayer()], seed=seed) for seed in (1, 1, 2)]
    assert records[0] == records[1]
    assert records[0].moves != records[2].moves
    assert records[0].players == ("chance", "RandomPlayer", "RandomPlayer")


def test_chance_is_uniform() -> None:
    game = Sticks(200, with_chance=True)
    dice = [
        joint_move[0]
        for seed in range(20)
        for joint_move in play(game, [LegalPlayer(), LegalPlayer()], seed=seed).moves
    ]
    assert len(dice) == 4000
    # Each of the three moves 1333 times on average; five standard deviations are 150.
    for name in ("(take 1)", "(take 2)", "(take 3)"):
        assert abs(dice.count(name) - 4000 / 3) < 150


@pytest.mark.parametrize("answer", [3, -1, None, "(take 1)", True, 1.0, [1]])
def test_an_illegal_answer_is_replaced_and_noted(answer: object) -> None:
    wrong = Scripted(lambda turn: cast("int", answer))
    record = play(Sticks(3), [wrong, LegalPlayer()])
    assert record.ending is Ending.TERMINAL
    assert record.moves[0][0] in ("(take 1)", "(take 2)")
    assert {(note.role, note.kind) for note in record.deviations} == {("p0", Kind.ILLEGAL)}
    assert len(record.deviations) == len(record.moves)


def test_an_exception_is_replaced_and_noted() -> None:
    def fail(turn: Turn) -> int:
        raise RuntimeError("two\nlines " + "x" * 1000)

    player = Scripted(fail)
    record = play(Sticks(3), [LegalPlayer(), player])
    note = record.deviations[0]
    assert (note.step, note.role, note.kind) == (0, "p1", Kind.EXCEPTION)
    assert note.detail.startswith("RuntimeError: two lines x")
    assert len(note.detail) <= 200
    assert player.stopped == 1


def test_a_player_cannot_end_the_program() -> None:
    def leave(turn: Turn) -> int:
        raise SystemExit(1)

    for clocks in (Clocks(), Clocks(play=5)):
        record = play(Sticks(1), [Scripted(leave), LegalPlayer()], clocks=clocks)
        assert [(note.kind, note.detail) for note in record.deviations] == [(Kind.EXCEPTION, "SystemExit: 1")]


def test_start_and_stop_may_fail_too() -> None:
    class Faulty(LegalPlayer):
        def start(self, seat: object) -> None:
            raise ValueError("no start")

        def stop(self) -> None:
            raise ValueError("no stop")

    record = play(Sticks(2), [Faulty(), LegalPlayer()])
    assert [(note.step, note.kind) for note in record.deviations] == [(-1, Kind.EXCEPTION), (2, Kind.EXCEPTION)]


def test_substitutes_are_drawn_from_the_seed() -> None:
    def silent() -> Scripted:
        return Scripted(lambda turn: -1)

    records = [play(Sticks(40), [silent(), silent()], seed=seed) for seed in (5, 5, 6)]
    assert records[0] == records[1]
    assert records[0].moves != records[2].moves


@pytest.mark.clock
def test_a_player_that_hangs_loses_its_turns_only() -> None:
    release = threading.Event()

    def hang(turn: Turn) -> int:
        release.wait(10)
        return turn.legal[0]

    begun = time.monotonic()
    try:
        record = play(Sticks(2), [Scripted(hang), greedy()], clocks=Clocks(play=0.05))
    finally:
        release.set()
    assert time.monotonic() - begun < 5
    assert record.ending is Ending.TERMINAL
    assert {(note.role, note.kind) for note in record.deviations} == {("p0", Kind.TIMEOUT)}


@pytest.mark.clock
def test_a_late_answer_is_not_taken_for_the_next_one() -> None:
    def late_once(turn: Turn) -> int:
        if turn.step == 0:
            time.sleep(0.3)
            return 2
        return turn.legal[0]

    record = play(Sticks(9), [Scripted(late_once), modest()], clocks=Clocks(play=0.2))
    assert [note.kind for note in record.deviations] == [Kind.TIMEOUT]
    assert {joint_move[0] for joint_move in record.moves[2::2]} == {"(take 1)"}


@pytest.mark.clock
def test_players_know_their_deadline() -> None:
    player = modest()
    begun = time.monotonic()
    play(Sticks(2), [player, modest()], clocks=Clocks(start=5, play=2))
    assert player.seat is not None
    assert player.seat.start_deadline is not None
    # A margin before the referee's own deadline, of at most a third of the clock.
    assert begun + 3.3 <= player.seat.start_deadline < begun + 5.5
    assert player.seat.play_clock == 2
    assert player.turns[0].deadline is not None
    assert begun + 1.3 <= player.turns[0].deadline < begun + 2.5


def test_a_broken_game_ends_the_match() -> None:
    player = modest()
    record = play(Sticks(5, broken_at=3), [player, modest()])
    assert record.ending is Ending.BROKEN
    assert [(note.step, note.role, note.kind) for note in record.deviations] == [(2, None, Kind.BROKEN)]
    assert len(record.moves) == 2
    assert player.stopped == 1


def test_an_endless_match_is_cut_off() -> None:
    record = play(Sticks(5, endless=True), [modest(), modest()], limit=12)
    assert record.ending is Ending.LENGTH
    assert len(record.moves) == 12
    assert [note.kind for note in record.deviations] == [Kind.LENGTH]


def test_onlookers_see_every_state() -> None:
    seen: list[tuple[bytes, tuple[int, ...] | None]] = []
    play(Sticks(2), [modest(), modest()], each_state=lambda look: seen.append((look.state, look.joint_move)))
    assert seen == [(bytes([2, 0]), None), (bytes([1, 1]), (1, 0)), (bytes([0, 0]), (0, 1))]


def test_players_go_home_when_the_match_is_interrupted() -> None:
    def interrupt(turn: Turn) -> int:
        raise KeyboardInterrupt

    player = Scripted(interrupt)
    with pytest.raises(KeyboardInterrupt):
        play(Sticks(2), [player, modest()])
    assert player.stopped == 1


def test_the_number_of_players_must_fit() -> None:
    with pytest.raises(WoodstockError, match="sticks takes 2 players, not 1"):
        play(Sticks(), [modest()])
    with pytest.raises(WoodstockError, match="takes 1 player, not 2"):
        play(Sticks(players=1, with_chance=True), [modest(), modest()])


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_clock_must_allow_some_time(seconds: float) -> None:
    with pytest.raises(WoodstockError, match="some time"):
        Clocks(play=seconds)
