"""MAC-UCB and FC-UCB under clocks: a network that takes too long is done without, and nobody is late."""

from __future__ import annotations

import contextlib
import threading
import time
from pathlib import Path

import pytest

import woodstock as ws
from woodstock.engine import preparing
from woodstock.players import parse
from woodstock.referee import Clocks, Seat, Turn, play
from woodstock.referee.process import OwnProcess
from woodstock.referee.seated import Halted

BY_CIRCUIT = "stages were solved by the circuit: the network was not ready in time"


def turn_of(game: ws.Game, seconds: float | None) -> Turn:
    machine = game.machine()
    state = machine.initial()
    deadline = None if seconds is None else time.monotonic() + seconds
    return Turn(0, tuple(machine.legal(state)[0]), state, None, None, (), deadline)


@pytest.mark.clock
@pytest.mark.parametrize("name", ["mac-ucb:circuit=no", "fc-ucb"])
@pytest.mark.parametrize("code", ["import time; time.sleep(300)", "raise MemoryError"], ids=["slow", "failing"])
def test_a_network_that_does_not_come_in_time_is_done_without(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "other.py"
    file.write_text(f"def main(line): {code}")
    monkeypatch.setattr(preparing, "_ENTRY", f"{file}:main")
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))
    game = ws.load("connect_four")
    player = parse(name).make()
    deadline = time.monotonic() + 0.5
    player.start(Seat(game, game.machine(), 0, 1, start_deadline=deadline))
    assert time.monotonic() < deadline + 1.0, "a loaded machine may let us wait"
    turn = turn_of(game, 0.5)
    assert player.choose(turn) in turn.legal
    report = player.report()  # type: ignore[attr-defined]
    assert report.nodes > 7, "the first stage, at least, was solved"
    assert report.note.endswith(BY_CIRCUIT)


@pytest.mark.clock
def test_a_network_that_is_ready_in_time_is_used_and_kept() -> None:
    game = ws.load("tic_tac_toe")
    player = parse("mac-ucb:circuit=no,playouts=500,simulations=50").make()
    player.start(Seat(game, game.machine(), 0, 1, start_deadline=time.monotonic() + 60))
    player.choose(turn_of(game, None))
    assert " stages solved by MAC; " in player.report().note  # type: ignore[attr-defined]
    begun = time.monotonic()
    assert game.network_by(begun) is game.network(preprocessed=True)
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("mac-ucb", "the circuit"),
        ("mac-ucb:published=yes", "MAC"),
        ("mac-ucb:published=yes,circuit=yes", "the circuit"),
    ],
)
def test_the_circuit_solves_stages_unless_the_published_way_is_asked_for(text: str, by: str) -> None:
    game = ws.load("tic_tac_toe")
    player = parse(text + ("," if ":" in text else ":") + "playouts=300,simulations=100").make()
    player.start(Seat(game, game.machine(), 0, 1))
    player.choose(turn_of(game, None))
    assert f" stages solved by {by}; " in player.report().note  # type: ignore[attr-defined]


def test_the_network_of_another_process_is_the_same() -> None:
    game = ws.load("connect_four")
    made = preparing.network_by(game, time.monotonic() + 60)
    assert made is not None
    assert made.network.variables == game.network().network.variables
    assert made.network.constraints == game.network().network.constraints
    assert (made.current, made.following, made.actions) == tuple(
        getattr(game.network(), part) for part in ("current", "following", "actions")
    )


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes cannot be looked up")
def test_nothing_is_left_behind() -> None:
    """The process that makes the network ends with the one that waits for it, which the referee kills."""
    game = ws.load("chess")
    seated = OwnProcess(parse("mac-ucb:circuit=no,knowledge=none"))
    seated.open(game)
    assert seated._child is not None
    pid = seated._child.process.pid
    before = descendants(pid)

    def start() -> None:
        with contextlib.suppress(Halted):
            seated.start(game, 0, 1, Clocks(30.0, 1.0))

    waiting = threading.Thread(target=start)
    waiting.start()
    children: set[int] = set()
    limit = time.monotonic() + 20
    while not children and time.monotonic() < limit:
        children = descendants(pid) - before
        time.sleep(0.05)
    assert children
    seated.close()
    waiting.join()
    while any(map(alive, children)) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not any(map(alive, children))


def descendants(pid: int) -> set[int]:
    """The processes that were started by this one, and by those."""
    found: set[int] = set()
    for folder in Path("/proc").glob("[0-9]*"):
        if (status := status_of(int(folder.name))) and int(status[1]) == pid:
            found |= {int(folder.name)} | descendants(int(folder.name))
    return found


def alive(pid: int) -> bool:
    """Does the process run? One that ended may still wait for somebody to ask what became of it."""
    status = status_of(pid)
    return status is not None and status[0] != "Z"


def status_of(pid: int) -> list[str] | None:
    """What the system says of a process: how it is, who started it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None


@pytest.mark.clock
@pytest.mark.parametrize("name", ["mac-ucb", "mac-ucb:circuit=no", "fc-ucb"])
def test_nobody_is_late(name: str) -> None:
    players = [parse(name).make(), parse("random").make()]
    record = play(ws.load("amazons"), players, clocks=Clocks(start=1.0, play=0.5), limit=6)
    assert [one.kind.value for one in record.deviations] == ["length"]
