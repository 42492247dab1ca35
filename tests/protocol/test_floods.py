"""Strangers who send as much as they can: whoever plays a match gets its answers in time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from protocol.rules import bundled
from protocol.serving import Served, command, descendants, serving

RULES = bundled("tic_tac_toe")
CLOCK = 1.0

FLOODS = {
    "a first line without end": b"x" * (12 << 20),
    "headers without end": b"POST / HTTP/1.0\r\n" + b"X: y\r\n" * (1 << 20),
    "brackets": b"POST / HTTP/1.0\r\n\r\n( START m x (" + b"()" * (1 << 20) + b") 1 1)",
    "small chunks": b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\n(\r\n" * (1 << 19),
    "moves": b"POST / HTTP/1.0\r\n\r\n( PLAY other (" + b"a " * (30 << 10) + b") )",
    "nothing of ours": b"POST / HTTP/1.0\r\n\r\n( SING (" + b"a " * (1 << 20) + b") )",
}


def processor_seconds(pid: int) -> float:
    """What a process has used up to now."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def flooded(server: Served, data: bytes, connections: int) -> Iterator[None]:
    """So many strangers who send this again and again."""
    over = threading.Event()

    def flood() -> None:
        while not over.is_set():
            try:
                with server.connect(1.0) as connection:
                    connection.sendall(data)
                    connection.recv(1000)
            except OSError:
                continue

    threads = [threading.Thread(target=flood) for _ in range(connections)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(20)


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving("random") as served:
        yield served


@pytest.mark.clock
@pytest.mark.parametrize("name", FLOODS)
def test_answers_in_time(server: Served, name: str) -> None:
    server.says(f"( START m x {RULES} 10 {CLOCK:g})", "ready")
    taken = []
    with flooded(server, FLOODS[name], 8):
        for told in ("NIL", "((mark 1 1) noop)") * 4:
            answer, seconds = server.ask(f"( PLAY m {told} )")
            assert answer == "noop" or answer.startswith("(mark ")
            taken.append(seconds)
    server.says("( ABORT m )", "aborted")
    assert max(taken) < CLOCK, taken


@pytest.mark.clock
def test_a_connection_costs_little(server: Served) -> None:
    before = processor_seconds(server.pid)
    for data in FLOODS.values():
        with server.connect() as connection:
            try:
                connection.sendall(data)
                connection.recv(1000)
            except OSError:  # it hung up
                continue
    assert processor_seconds(server.pid) - before < 4


@pytest.mark.long
def test_the_owner_ends_a_match_by_a_signal() -> None:
    command = [sys.executable, "-m", "woodstock.cli", "serve", "--port", "0", "--player", "legal"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        hanging = threading.Timer(120, process.kill)
        hanging.start()
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            port = int(process.stdout.readline().rsplit(":", 1)[1])
            assert str(process.pid) in process.stdout.readline()
            server = Served(port, process.pid)
            server.says(f"( START hostage x {RULES} 30 3600)", "ready")
            assert process.stdout.readline().startswith("match hostage begins")
            process.send_signal(signal.SIGUSR1)
            assert process.stderr.readline().startswith("match hostage: x, clocks 30 s and 3600 s, turn 0, heard")
            process.send_signal(signal.SIGUSR2)
            assert process.stdout.readline() == "match hostage was ended by the owner\n"
            server.says("( INFO )", "( ( name woodstock ) ( status available ) ( species computer ) )")
            process.terminate()
            assert process.wait(20) == 0
        finally:
            hanging.cancel()
            process.kill()


@pytest.mark.long
def test_pages_are_refused() -> None:
    with serving("legal", "--allow-origin", "http://localhost:8000", "--longest-clock", "20") as served:
        for origin, host, status in (
            (b"http://evil.example", b"127.0.0.1", b"403"),
            (b"http://localhost:8000", b"127.0.0.1", b"200"),
            (b"http://localhost:8000", b"evil.example", b"403"),
        ):
            with served.connect() as connection:
                head = b"POST / HTTP/1.1\r\nHost: %b\r\nOrigin: %b\r\nContent-Length: 8\r\n\r\n" % (host, origin)
                connection.sendall(head + b"( INFO )")
                assert connection.recv(1000).startswith(b"HTTP/1.0 " + status)
        with served.connect() as connection:
            connection.sendall(b"POST / HTTP/1.0\r\n\r\n" + f"( START m x {RULES} 10 21)".encode())
            assert connection.recv(1000).startswith(b"HTTP/1.0 400")


@pytest.mark.long
def test_another_door() -> None:
    """The process that reads strangers may die: the match goes on."""
    with serving("legal") as served:
        served.says(f"( START m x {RULES} 20 20)", "ready")
        (frontend,) = (pid for pid in descendants(served.pid) if b"protocol.frontend" in command(pid))
        os.kill(frontend, signal.SIGKILL)
        move, _ = served.ask("( PLAY m NIL )")
        assert move.startswith("(mark ")
        served.says("( PLAY other NIL )", "busy")
        served.says(f"( PLAY m ({move} noop) )", "noop")
