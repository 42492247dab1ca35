"""Players that search up to symmetry: they find them in time, play well, and are never late."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import woodstock as ws
from symmetry.sheets import TAUTOLOGY, load
from woodstock.errors import WoodstockError
from woodstock.players import solving
from woodstock.players import symmetries as sources
from woodstock.players.searching import UctSymPlayer
from woodstock.players.solving import MacUcbPlayer, MacUcbSymPlayer
from woodstock.players.spec import parse, with_option
from woodstock.referee.player import Player, Seat, Turn, report_of
from woodstock.search import BeliefMacUcb, MacUcb
from woodstock.symmetry import Detection, find, find_by, survey_by

NAMES = ["uct-sym", "grave-sym", "mac-ucb-sym", "mac-ucb-sym:circuit=true"]


def seated(player: Player, game: ws.Game, *, start: float | None = None) -> None:
    deadline = None if start is None else time.monotonic() + start
    player.start(Seat(game=game, machine=game.machine(), role=0, seed=3, start_deadline=deadline))


def first_turn(game: ws.Game, seconds: float | None = None) -> Turn:
    machine = game.machine()
    state = machine.initial()
    deadline = None if seconds is None else time.monotonic() + seconds
    legal = tuple(machine.legal(state)[0])
    return Turn(step=0, legal=legal, state=state, last=None, own_last=None, percepts=(), deadline=deadline)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_players_use_what_they_find(name: str) -> None:
    """A budget of playouts and no clock: symmetries are waited for, and the same seat plays the same."""
    game = ws.load("connect_four")
    chosen = []
    for _ in range(2):
        player = parse(f"{name}{',' if ':' in name else ':'}playouts=3000").make()
        try:
            seated(player, game)
            chosen.append(player.choose(first_turn(game)))
            report = report_of(player)
        finally:
            player.stop()
        assert report is not None and "2 symmetries" in report.note
        assert [move.value for move in report.moves] == [move.value for move in reversed(report.moves)]
    assert chosen[0] == chosen[1]


@pytest.mark.long
@pytest.mark.parametrize("name", ["mac-ucb-sym", "mac-ucb-sym:circuit=true"])
def test_stages_are_compared_once_the_group_is_known(name: str) -> None:
    """Quarto has more symmetries than a search uses; those of the game are in the cache the second time."""
    game = ws.load("quarto")
    notes = []
    for _ in range(2):
        player = parse(f"{name}{',' if ':' in name else ':'}playouts=3000").make()
        try:
            seated(player, game)
            player.choose(first_turn(game))
            report = report_of(player)
        finally:
            player.stop()
        assert report is not None
        assert report.playouts == 3000
        note = re.search(r"(\d+) stages compared, (\d+) solutions joined, 0 nogoods used", report.note)
        assert note is not None and all(int(count) > 0 for count in note.groups())
        notes.append(note.group())
    assert notes[0] == notes[1]


@pytest.mark.long
def test_the_published_way_uses_nogoods() -> None:
    game = ws.load("connect_four")
    player = parse("mac-ucb-sym:published=yes,circuit=yes,simulations=500,playouts=40000").make()
    try:
        seated(player, game)
        turn = first_turn(game)
        assert player.choose(turn) in turn.legal
        report = report_of(player)
    finally:
        player.stop()
    assert report is not None
    note = re.search(r"(\d+) stages compared, (\d+) solutions joined, (\d+) nogoods used", report.note)
    assert note is not None and all(int(count) > 0 for count in note.groups())


@pytest.mark.long
def test_no_share_no_stages_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def compares(*_: object, **__: object) -> None:
        raise AssertionError("nobody asked for symmetries")

    monkeypatch.setattr(sources, "StageDetection", compares)
    game = ws.load("quarto")
    for player in (MacUcbSymPlayer(share=0.0, circuit=True), MacUcbSymPlayer(circuit=True)):
        try:
            seated(player, game, start=0.05)  # a quarter of this is too little to start a process in
            player.choose(first_turn(game, 0.05))
        finally:
            player.stop()


def test_a_search_of_slow_stages_is_not_cut_into_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first part of a search solves nothing, the rest is one, and so are all searches that follow."""
    parts: list[float | None] = []
    whole = MacUcb.go_on

    def go_on(search: MacUcb, *, seconds: float | None = None, playouts: int | None = None) -> None:
        parts.append(seconds)
        if len(parts) > 1:
            whole(search, seconds=seconds, playouts=playouts)

    monkeypatch.setattr(MacUcb, "go_on", go_on)
    game = ws.load("quarto")
    find_by(game, time.monotonic() + 60.0, ("rules", "constraints"))  # into the cache
    player = MacUcbSymPlayer(circuit=True)
    try:
        seated(player, game, start=2.0)
        player.choose(first_turn(game, 0.5))
        report = player.report()
    finally:
        player.stop()
    assert len(parts) == 2 and (parts[1] or 0.0) > 2 * (parts[0] or 0.0)
    assert report is not None and report.descents > 0 and "compared" not in report.note


@pytest.mark.clock
def test_stages_make_nobody_late() -> None:
    game = ws.load("quarto")
    _ = game.machine(), game.lanes
    find_by(game, time.monotonic() + 60.0, ("rules", "constraints"))  # into the cache
    player = MacUcbSymPlayer(circuit=True)
    try:
        begun = time.monotonic()
        seated(player, game, start=2.0)
        assert time.monotonic() - begun < 2.0 + 0.5
        for seconds in (0.2, 0.5, 1.0):
            turn = first_turn(game, seconds)
            begun = time.monotonic()
            assert player.choose(turn) in turn.legal
            assert time.monotonic() - begun < seconds + 0.5
    finally:
        player.stop()


@pytest.mark.parametrize(
    ("player", "shares"),
    [
        (MacUcbPlayer(), (0.6, 0.75)),
        (MacUcbPlayer(published=True), (0.9, 0.75)),
        (MacUcbPlayer(published=True, solving=0.8), (0.8, 0.8)),
        (MacUcbSymPlayer(published=True), (0.6, 0.5 / 0.75)),
        (MacUcbSymPlayer(), (0.6, 0.5 / 0.75)),
        (MacUcbSymPlayer(solving=0.4), (0.4, 0.4)),
    ],
)
def test_shares_are_those_of_the_papers(
    player: MacUcbPlayer | MacUcbSymPlayer, shares: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of solving, in the rest of the time: as published those of papers 000 and 001, and paper 002 where something is
    hidden."""
    made: dict[str, float] = {}

    def recorder(search: type[MacUcb | BeliefMacUcb]) -> type:
        class Recorder:
            settings = search.settings

            def __init__(self, _: ws.Game, *, solving: float, **__: object) -> None:
                made[search.__name__] = solving

        return Recorder

    for search in (MacUcb, BeliefMacUcb):
        monkeypatch.setattr(solving, search.__name__, recorder(search))
    game = ws.load("monty_hall")
    seat = Seat(game=game, machine=game.machine(), role=0, seed=0)
    player._over_states(seat)
    player._over_beliefs(seat)
    assert (made["MacUcb"], made["BeliefMacUcb"]) == pytest.approx(shares)


@pytest.mark.clock
@pytest.mark.parametrize("name", NAMES)
def test_no_time_for_symmetries_is_no_reason_to_be_late(name: str) -> None:
    game = ws.load("pentago")
    game.machine(), game.lanes
    player = parse(name).make()
    try:
        begun = time.monotonic()
        seated(player, game, start=0.4)
        assert time.monotonic() - begun < 0.4 + 0.5  # a busy machine may take a moment to come back
        turn = first_turn(game, 0.3)
        begun = time.monotonic()
        assert player.choose(turn) in turn.legal
        assert time.monotonic() - begun < 0.3 + 0.5
    finally:
        player.stop()


@pytest.mark.long
def test_what_the_start_clock_was_too_short_for_is_found_in_play() -> None:
    game = ws.load("tic_tac_toe")
    player = UctSymPlayer(share=0.9)
    try:
        seated(player, game, start=0.02)
        for _ in range(100):
            player.choose(first_turn(game, 0.3))
            report = player.report()
            assert report is not None
            if "8 symmetries" in report.note:
                break
            assert "no symmetries were found in time" in report.note
        assert report is not None and "8 symmetries" in report.note
    finally:
        player.stop()


def test_mac_ucb_up_to_symmetry_is_exact() -> None:
    game = ws.load("tic_tac_toe")
    start = game.machine().initial()
    group = find(game).group()
    reports = {}
    for symmetries in (None, group):
        search = MacUcb(game, by="circuit", simulations=16, symmetries=symmetries)
        search.search(start, playouts=400_000)
        reports[symmetries] = search.report(0)
        assert search.report(0).proved and search.report(0).values == (0.5, 0.5)
    assert reports[group].nodes * 4 < reports[None].nodes
    assert [move.move for move in reports[group].moves] == game.machine().legal(start)[0]
    state = start
    for joint_move in reports[group].line:
        state = game.machine().next(state, joint_move)
    assert game.machine().terminal(state)


def test_networks_and_circuits_find_the_same_up_to_symmetry() -> None:
    game = ws.load("connect_four")
    group = find(game).group()
    reports = []
    for by in ("mac", "circuit"):
        search = MacUcb(game, by=by, simulations=200, symmetries=group, seed=2)
        search.search(game.machine().initial(), playouts=4000)
        reports.append(search.report(0))
    assert reports[0].moves == reports[1].moves
    assert reports[0].line == reports[1].line


def test_symmetries_that_a_network_does_not_fit_are_left_out() -> None:
    """Turning and reflecting lights out moves the first position, but keeps what the network takes for granted."""
    game = ws.load("lights_out")
    found = find(game)
    mutex_groups = [[number for number, _ in group.members] for group in game.network().mutex_groups]
    assert found.keeping(mutex_groups).generators == found.generators
    odd = [[0, 1], *mutex_groups]
    moved = next(one for one in found.generators if {int(one[0]), int(one[1])} != {0, 1})
    assert all(one is not moved for one in found.keeping(odd).generators)


@pytest.mark.clock
def test_a_deadline_ends_the_search_for_symmetries() -> None:
    game = ws.load("amazons_torus_10x10")
    begun = time.monotonic()
    assert find_by(game, begun + 0.5) is None
    assert survey_by(game, time.monotonic() + 0.2) is None
    assert time.monotonic() - begun < 4.0


@pytest.mark.long
def test_graphs_come_one_after_another(tmp_path: Path) -> None:
    """The rules hide what the network shows; the last answer is taken."""
    game = load(tmp_path, TAUTOLOGY)
    with Detection(game, ("rules", "constraints")) as detection:
        found = detection.best(time.monotonic() + 60.0)
        assert detection.finished
    assert found is not None and found.graph == "constraints"
    assert len(found.generators) == 1
    assert find_by(game, time.monotonic() + 60.0, ("rules",)) is not None


@pytest.mark.parametrize("name", ["uct", "mac-ucb:circuit=yes", "woodstock", "uct-sym:share=0"])
def test_who_has_no_share_for_symmetries_never_looks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def looks(*_: object) -> None:
        raise AssertionError("nobody asked for symmetries")

    monkeypatch.setattr(sources, "Detection", looks)
    game = ws.load("tic_tac_toe")
    player = parse(with_option(name, "playouts", 50)).make()
    player.start(Seat(game=game, machine=game.machine(), role=0, seed=0))
    player.choose(first_turn(game, 60.0))
    report = report_of(player)
    assert report is not None and "symmetries" not in report.note
    player.stop()


def test_ours_finds_symmetries_if_it_has_a_share() -> None:
    game = ws.load("tic_tac_toe")
    player = parse("woodstock:share=0.5,playouts=50").make()
    player.start(Seat(game=game, machine=game.machine(), role=0, seed=0))
    player.choose(first_turn(game, 60.0))
    report = report_of(player)
    assert report is not None and "8 symmetries" in report.note
    player.stop()


def test_a_share_is_a_share() -> None:
    for share in (-0.1, 1.0):
        with pytest.raises(WoodstockError, match="share"):
            MacUcbSymPlayer(share=share)


DYING = """
import os, signal, time
from pathlib import Path
import woodstock as ws
from woodstock.symmetry import Detection
detection = Detection(ws.load("amazons_torus_10x10"), ("rules", "constraints"))
detection.wait(time.monotonic() + 0.3)
assert not detection.finished
pid = detection._child.pid
threads = [path / "stat" for path in Path(f"/proc/{pid}/task").iterdir()]
while any(path.read_text().rsplit(")", 1)[1].split()[0] != "T" for path in threads):  # a busy machine takes its time
    time.sleep(0.01)
print(pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_a_process_at_rest_ends_with_the_player() -> None:
    """Also when the player is killed and cannot end it."""
    ws.load("amazons_torus_10x10")  # into the cache
    done = subprocess.run([sys.executable, "-c", DYING], stdout=subprocess.PIPE, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL
    pid = int(done.stdout)
    deadline = time.monotonic() + 20.0
    while running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not running(pid)
