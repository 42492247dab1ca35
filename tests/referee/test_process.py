"""Players in processes of their own play as they would in the referee's, and whatever they do harms only themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import woodstock as ws
from referee import rascals
from referee.fakes import Sticks
from referee.rascals import Own
from woodstock.errors import WoodstockError
from woodstock.players import LegalPlayer, RandomPlayer
from woodstock.referee import Clocks, Deviation, Ending, Kind, Playable, Player, Record, Report, play, seat, series
from woodstock.referee.clocks import Call
from woodstock.referee.messages import Message, Reply
from woodstock.referee.process import RESTARTS, OwnProcess, _Child

CLOCKS = Clocks(5, 0.5)


def against(kind: type[Player], game: Playable, clocks: Clocks = CLOCKS, memory: int | None = None) -> Record:
    """A match of one player in a process of its own against one that is always right."""
    seated = OwnProcess(Own(kind), memory)
    try:
        return play(game, [seated, LegalPlayer()], clocks=clocks)
    finally:
        seated.close()


def faults(record: Record) -> list[tuple[int, Kind]]:
    assert record.ending is Ending.TERMINAL
    assert {note.role for note in record.deviations} <= {record.roles[0]}
    return [(note.step, note.kind) for note in record.deviations]


@pytest.mark.parametrize(
    "game",
    [Sticks(20, with_chance=True, players=1), Sticks(20, sees=True, players=1), ws.load("matching_pennies")],
    ids=["chance", "percepts", "matching_pennies"],
)
def test_a_player_is_told_the_same_wherever_it_lives(game: Playable) -> None:
    one = Own(rascals.Fingerprint)
    near = Own(rascals.Fingerprint, own_process=False)
    count = len(game.roles) - (game.chance is not None)
    clocks = Clocks(20, 10)
    far_away = series(game, [one] * count, 2, seed=5, clocks=clocks)
    assert far_away == series(game, [near] * count, 2, seed=5, clocks=clocks)
    assert far_away.deviations == ()


def test_rules_that_are_interpreted() -> None:
    """Numbers of fluents and moves mean nothing to the machine of another process then: names go over the line."""
    with pytest.warns(ws.FallbackWarning):
        game = ws.load("tic_tac_toe", limits=ws.Limits(rules=1), cache=False)
    near = [Own(RandomPlayer, own_process=False)] * 2
    clocks = Clocks(20, 10)
    assert series(game, [Own(RandomPlayer), near[0]], 2, seed=5, clocks=clocks) == series(
        game, near, 2, seed=5, clocks=clocks
    )


def test_one_process_serves_all_matches_and_prints_nothing_on_standard_output(
    capfd: pytest.CaptureFixture[str],
) -> None:
    result = series(Sticks(2), [Own(rascals.Talking), Own(LegalPlayer, own_process=False)], 3, clocks=CLOCKS)
    told = [note.detail.removeprefix("RuntimeError: ").split() for _, note in result.deviations]
    assert {note.kind for _, note in result.deviations} == {Kind.EXCEPTION}
    processes = {process for process, _ in told}
    assert len(processes) == 1
    assert processes != {str(os.getpid())}
    assert [number for _, number in told] == sorted(number for _, number in told)
    assert {number for _, number in told} == {"1", "2", "3"}
    assert not is_running(int(processes.pop()))
    out, err = capfd.readouterr()
    assert out == ""
    assert "a player may print" in err


@pytest.mark.clock
def test_a_player_that_uses_all_its_time_is_not_late() -> None:
    record = against(rascals.Punctual, Sticks(16), Clocks(5, 0.25))
    assert faults(record) == []
    thought = [times[0] for times, names in zip(record.move_times, record.moves, strict=True) if names[0] != "noop"]
    # A margin of at most a third is taken off before, and at most the grace added after.
    assert min(thought[:-1]) > 0.16
    assert max(thought) < 0.25 + 0.1


@pytest.mark.clock
def test_one_that_hangs_is_killed_and_replaced() -> None:
    begun = time.monotonic()
    record = against(rascals.Hanging, Sticks(9))
    assert time.monotonic() - begun < 20
    assert faults(record) == [(0, Kind.TIMEOUT)]
    assert "its process was killed" in record.deviations[0].detail
    # The one that took its place plays its own moves again.
    assert {joint_move[0] for joint_move in record.moves[2::2]} == {"(take 2)"}


@pytest.mark.clock
def test_one_that_is_late_lives_on() -> None:
    record = against(rascals.Late, Sticks(9))
    assert record.deviations == (Deviation(0, "p0", Kind.TIMEOUT, "did not answer in time"),)
    assert {joint_move[0] for joint_move in record.moves[2::2]} == {"(take 2)"}


@pytest.mark.parametrize(
    ("kind", "detail"),
    [
        (rascals.Killed, "its process was ended by signal 11 (Segmentation fault)"),
        (rascals.Scribbling, "its process sent something that is not a reply"),
    ],
)
def test_one_that_crashes_is_replaced(kind: type[Player], detail: str) -> None:
    record = against(kind, Sticks(9))
    assert record.deviations == (Deviation(0, "p0", Kind.CRASH, detail),)
    assert {joint_move[0] for joint_move in record.moves[2::2]} == {"(take 2)"}


@pytest.mark.long
def test_half_a_message_does_not_stop_the_referee() -> None:
    record = against(rascals.Stuttering, Sticks(5))
    assert faults(record) == [(0, Kind.TIMEOUT)]


@pytest.mark.long
def test_one_that_always_crashes_is_given_up() -> None:
    record = against(rascals.Exiting, Sticks(12))
    assert faults(record) == [(step, Kind.CRASH) for step in range(len(record.moves))]
    details = [note.detail for note in record.deviations]
    assert details[: RESTARTS + 1] == ["its process ended with exit code 7"] * (RESTARTS + 1)
    assert set(details[RESTARTS + 1 :]) == {"its process was restarted 3 times; it gets no more turns"}


def test_garbage_is_illegal() -> None:
    record = against(rascals.Babbling, Sticks(12))
    assert faults(record) == [(step, Kind.ILLEGAL) for step in range(len(record.moves))]
    assert all(len(note.detail) < 250 for note in record.deviations)
    assert "answered None" in record.deviations[0].detail
    assert "whose repr raises RuntimeError" in record.deviations[7].detail


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound memory in this way")
def test_memory_is_bounded() -> None:
    record = against(rascals.Hungry, Sticks(2), Clocks(5, 5), memory=512 << 20)
    notes = {(note.kind, note.detail) for note in record.deviations}
    assert notes <= {
        (Kind.EXCEPTION, "MemoryError:"),
        (Kind.CRASH, "its process ran out of memory"),
    }
    assert notes


def test_start_and_stop_and_the_making_may_fail() -> None:
    record = against(rascals.Faulty, Sticks(2))
    assert [(note.step, note.kind, note.detail) for note in record.deviations] == [
        (-1, Kind.EXCEPTION, "ValueError: no start"),
        (2, Kind.EXCEPTION, "ValueError: no stop"),
    ]
    record = against(rascals.Unborn, Sticks(1))
    assert faults(record) == [(-1, Kind.EXCEPTION), (0, Kind.EXCEPTION)]
    assert record.deviations[0].detail == "ValueError: not made"
    near = series(Sticks(1), [Own(rascals.Unborn, own_process=False), Own(LegalPlayer, own_process=False)])
    assert [note.kind for _, note in near.deviations] == [Kind.EXCEPTION] * 2


def test_reports_come_from_afar() -> None:
    def reports(own_process: bool) -> list[Report | None]:
        seated = seat(Own(rascals.Sage, own_process=own_process))
        seen: list[Report | None] = []
        try:
            play(Sticks(3), [seated, LegalPlayer()], clocks=CLOCKS, each_state=lambda _: seen.append(seated.report()))
        finally:
            seated.close()
        return seen

    far = reports(own_process=True)
    assert far == reports(own_process=False)
    assert far[0] is None
    assert far[1] is not None
    assert (far[1].best, far[1].nodes, far[1].playouts) == (2, 12, 34)


def test_a_process_that_does_not_start_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = OwnProcess(Own(LegalPlayer))
    game = Sticks(1)
    try:
        assert faults(play(game, [seated, LegalPlayer()], clocks=CLOCKS)) == []
        seated._kill()
        monkeypatch.setattr(sys, "executable", "/nonexistent")
        assert faults(play(game, [seated, LegalPlayer()], clocks=CLOCKS)) == [(-1, Kind.CRASH), (0, Kind.CRASH)]
        with pytest.raises(WoodstockError, match="did not start: its process could not be started"):
            OwnProcess(Own(LegalPlayer)).open(game)
    finally:
        seated.close()


@pytest.mark.parametrize("kills", [1, RESTARTS, RESTARTS + 1])
def test_a_process_that_is_killed_while_it_starts_gets_another_one(kills: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, left = _Child.ask, iter(range(kills))

    def killed_first(child: _Child, message: Message, call: Call) -> Reply | None:
        if next(left, None) is not None:
            os.kill(child.process.pid, signal.SIGKILL)
        return ask(child, message, call)

    monkeypatch.setattr(_Child, "ask", killed_first)
    seated = OwnProcess(Own(LegalPlayer))
    try:
        expected = [(-1, Kind.CRASH)] if kills > RESTARTS else []
        assert faults(play(Sticks(1), [seated, LegalPlayer()], clocks=CLOCKS)) == expected
    finally:
        seated.close()


def test_what_cannot_be_sent_is_said() -> None:
    class Local(LegalPlayer):
        pass

    with pytest.raises(WoodstockError, match="cannot be sent to a separate process"):
        series(Sticks(2), [Own(Local), Own(LegalPlayer)])


ABANDONED = """
import os, sys
from referee.fakes import Sticks
from referee.rascals import Hanging, Own
from woodstock.referee import Clocks
from woodstock.referee.process import OwnProcess
from woodstock.referee.player import Turn

seated = OwnProcess(Own(Hanging))
game = Sticks(3)
seated.open(game)
print(seated._child.process.pid, flush=True)
seated.start(game, 0, 0, Clocks())
seated.choose(Turn(0, (1, 2), game.machine().initial(), None, None, ()))
"""


@pytest.mark.long
def test_no_player_outlives_the_referee() -> None:
    environment = dict(os.environ, PYTHONPATH=str(Path(__file__).parents[1]))
    with subprocess.Popen([sys.executable, "-c", ABANDONED], stdout=subprocess.PIPE, text=True, env=environment) as one:
        assert one.stdout is not None
        player = int(one.stdout.readline())
        time.sleep(0.3)
        assert is_running(player)
        one.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while is_running(player) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_running(player)


def is_running(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
