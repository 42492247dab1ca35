"""Matches at a worker: seats, seeds, records, warm players, and what goes wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from dataclasses import replace

import pytest

import woodstock as ws
from woodstock.engine.source import find
from woodstock.errors import WoodstockError
from woodstock.experiments import playing as module
from woodstock.experiments.matches import MatchKind
from woodstock.experiments.playing import Setup, playing, unpacked
from woodstock.experiments.work import Batch, Watch, work
from woodstock.players import LegalPlayer
from woodstock.referee import Clocks, Kind, Record, play, replay
from woodstock.referee.in_process import InProcess


def setup(game: str, *players: str, **settings: object) -> Setup:
    base = Setup(find(game), players, players[:2], Clocks(), "rotate", 11)
    return replace(base, **settings)  # type: ignore[arg-type]


def played(one: Setup, numbers: range) -> list[tuple[dict[str, object], Record]]:
    found: list[tuple[dict[str, object], Record]] = []
    with playing(one) as do:
        for number in numbers:
            outcome = do(number)
            assert outcome.record is not None
            found.append((dict(outcome.values), unpacked(outcome.record)))
    return found


def test_seats_rotate_and_seeds_are_paired() -> None:
    """The matches of a rotation share their dice: what chance draws is the same as long as both go through it."""
    (first, one), (second, other), (third, next_one) = played(setup("pig", "legal", "legal"), range(3))
    assert (first["seat"], second["seat"], third["seat"]) == (0, 1, 0)
    assert first["seed"] == second["seed"] != third["seed"]
    # Two players who do the same have the same match from both sides, so the points add up to one.
    assert one.moves == other.moves
    assert one.moves != next_one.moves
    assert first["points"] is not None and second["points"] is not None
    assert float(str(first["points"])) + float(str(second["points"])) == 1
    assert setup("pig", "random", "legal").match_seed(0) == first["seed"]


def test_three_seats() -> None:
    rows = played(setup("chinese_checkers_3p", "random", "legal", "legal"), range(3))
    assert [row["seat"] for row, _ in rows] == [0, 1, 2]
    for row, record in rows:
        assert record.players.count("legal") == 2
        assert record.players[int(str(row["seat"]))] == "random"


def test_fixed_and_together() -> None:
    fixed = played(setup("tic_tac_toe", "random", "legal", seats="fixed"), range(2))
    assert [row["seat"] for row, _ in fixed] == [0, 0]
    assert fixed[0][0]["seed"] != fixed[1][0]["seed"]
    for row, record in played(setup("matching_pennies", "random", "random", seats="together"), range(6)):
        assert row["points"] == float(record.goals[0] == 100) == float(record.goals[1] == 100)
    assert not setup("matching_pennies", "random", "random", seats="together").duel


def test_an_opening_is_the_same_for_both() -> None:
    (_, one), (_, other) = played(setup("connect_four", "legal", "random", opening=4), range(2))
    assert one.moves[:4] == other.moves[:4]
    assert one.moves != other.moves
    machine = ws.load("connect_four").machine()
    assert len(replay(machine, one)) == len(one.moves) + 1
    assert one.move_times[:4] == ((0.0, 0.0),) * 4
    drawn = {
        played(setup("connect_four", "legal", "legal", opening=4, seed=seed), range(1))[0][1].moves[:4]
        for seed in range(9)
    }
    assert len(drawn) == 9
    ((_, short),) = played(setup("rock_paper_scissors", "legal", "legal", opening=4), range(1))
    assert len(short.moves) == 1


def test_no_openings_with_players_elsewhere() -> None:
    seated = InProcess(LegalPlayer)
    seated.elsewhere = True
    with pytest.raises(WoodstockError, match="remove the opening"):
        play(ws.load("nim"), [seated, LegalPlayer()], opening=1)


def test_players_stay_warm() -> None:
    """The process of a player serves batch after batch, and pairing after pairing."""
    told = []
    for other in ("legal", "legal", "random"):
        ((row, record),) = played(setup("nim", "experiments.players_of_ours.Telling", other), range(1))
        assert row["errors"] == len(record.deviations) > 0
        assert row["other_errors"] == 0
        told.append({re.sub(r".*process ", "", note.detail) for note in record.deviations})
    assert told[0] == told[1] == told[2]
    assert len(told[0]) == 1


def test_idle_players_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_KEPT", 3)
    monkeypatch.setattr(module, "_IDLE_PLAYERS", module._IdlePlayers())
    for seed in range(3):
        played(setup("nim", "legal", "random", memory=1000 + seed), range(1))
    kept = [key for key, _ in module._IDLE_PLAYERS._waiting]
    assert len(kept) == 3
    assert (find("nim"), "random", 1002) in kept


@pytest.mark.long
def test_a_player_that_crashes_is_an_entry() -> None:
    one = setup("nim", "experiments.players_of_ours.Exiting", "legal")
    (row,) = work(Batch("key", "match", one, (0,))).rows
    assert row.failure is None
    assert row.record is not None
    assert int(str(row.values["errors"])) > 0
    assert {note.kind for note in unpacked(row.record).deviations} == {Kind.CRASH}


@pytest.mark.long
def test_a_match_that_never_ends_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST_MATCH", 2.0)
    one = setup("nim", "experiments.players_of_ours.Hanging", "legal")
    done = work(Batch("key", "match", one, (0,)))
    assert done.rows[0].failure == "WoodstockError: the match took longer than 0.000555556 hours"


def test_a_game_that_does_not_compile_fails() -> None:
    broken = replace(setup("nim", "legal", "legal").source, name="broken", text=b"(role x")
    done = work(Batch("key", "match", setup("nim", "legal", "legal", source=broken), (0, 1)))
    assert all("GdlSyntaxError" in str(row.failure) for row in done.rows)


def test_unfinished_matches_count_for_nobody() -> None:
    ((row, _),) = played(setup("tic_tac_toe", "legal", "legal", limit=2), range(1))
    assert (row["points"], row["goal"], row["ending"], row["steps"]) == (None, None, "length", 2)
    kind = MatchKind()
    tally = dict.fromkeys(kind.tallies, 0.0) | {"matches": 1}
    assert kind.measured(tally) == {}


def test_disturbance_is_measured() -> None:
    """Two busy processes on one core wait for each other about half of the time; alone, one hardly waits."""
    watch = Watch()
    core = min(os.sched_getaffinity(0))
    code = f"import os, time; os.sched_setaffinity(0, [{core}]); end = time.time() + 1.0\nwhile time.time() < end: pass"
    pair = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    time.sleep(0.9)
    share = watch.disturbance()
    for process in pair:
        process.wait()
    if share is None:
        pytest.skip("this system does not tell how long threads wait for a core")
    assert 0.3 < share < 0.95


def test_stages_are_counted_by_the_way_they_were_solved() -> None:
    """The first player solves by the circuit, the second by the network, and moves without a choice do not count."""
    pairing = ("mac-ucb:playouts=20,simulations=4", "fc-ucb:playouts=20,simulations=4")
    for row, record in played(setup("tic_tac_toe", *pairing), range(2)):
        moves = [len(record.moves) // 2, (len(record.moves) + 1) // 2]
        own, other = moves if row["seat"] == 1 else reversed(moves)
        last_by_own = (len(record.moves) - 1) % 2 == row["seat"]
        full = len(record.moves) == 9  # who fills the board had no choice
        assert row["choices"] == own - (full and last_by_own)
        assert row["other_choices"] == other - (full and not last_by_own)
        assert int(str(row["circuit_stages"])) >= int(str(row["choices"]))
        assert int(str(row["other_network_stages"])) >= int(str(row["other_choices"]))
        assert row.get("network_stages") is None
        assert row.get("other_circuit_stages") is None
    ((row, _),) = played(setup("nim", "legal", "random"), range(1))
    assert "choices" not in row
