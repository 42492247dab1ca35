"""Peers that mean no good, or know no better: the server stays up, and the next honest match is played."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from protocol.rules import bundled
from protocol.serving import Served, command, descendants, everything, serving

RULES = bundled("tic_tac_toe")

# A goal that needs every combination of ten numbers: nobody can ground it, but no move depends on it.
NUMBERS = " ".join(f"(number {at})" for at in range(40))
VARIABLES = [f"?v{at}" for at in range(10)]
BODY = " ".join(f"(number {variable})" for variable in VARIABLES)
EXPLODING = (
    f"{RULES[:-1]} {NUMBERS} (<= (all {' '.join(VARIABLES)}) {BODY}) (<= (goal x 7) (all {' '.join(VARIABLES)})))"
)

# Moves that nobody can compute.
HOPELESS = f"((role x) (init s) {NUMBERS} (<= (legal x (m {' '.join(VARIABLES)})) {BODY}) (<= terminal (true over)))"
ENDLESS = (
    "((role x) (init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (<= (legal x (m ?x)) (true (n ?x)))"
    " (<= terminal (true z)) (goal x 0))"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving("random", "--memory", "1024") as served:
        yield served


def honest(server: Served) -> None:
    """A match as it should be."""
    name = f"m{random.getrandbits(40)}"
    server.says(f"( START {name} x {RULES} 10 5)", "ready")
    answer, seconds = server.ask(f"( PLAY {name} NIL )")
    assert answer.startswith("(mark ")
    assert seconds < 5
    server.says(f"( PLAY {name} ({answer} noop ) )", "noop")
    server.says(f"( STOP {name} (noop ( mark 1 1 )) )", "done")


@pytest.mark.long
def test_garbage(server: Served) -> None:
    chance = random.Random(1)
    for length in (0, 1, 10, 1000, 100_000):
        with server.connect() as connection:
            connection.sendall(chance.randbytes(length) + b"\r\n\r\n")
            connection.shutdown(socket.SHUT_WR)
            everything(connection)
    for data in (
        b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n((((((((( ",
        b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n)))",
        b"GET /%ff%fe%00 HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"\x16\x03\x01\x00\xee\x01\x00\x00\xea\x03\x03\n",
    ):
        with server.connect() as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            assert everything(connection).startswith(b"HTTP/1.0 4")
    honest(server)


@pytest.mark.long
def test_long_bodies(server: Served) -> None:
    """100 MB are refused when they are announced, and not read when they are not."""
    before = server.memory()
    with server.connect() as connection:
        connection.sendall(b"POST / HTTP/1.0\r\nContent-Length: 104857600\r\n\r\n(")
        assert everything(connection).startswith(b"HTTP/1.0 413")

    def flood() -> None:
        with server.connect() as connection:
            try:
                connection.sendall(b"POST / HTTP/1.0\r\n\r\n" + b"(" * (100 << 20))
            except OSError:
                return

    floods = [threading.Thread(target=flood) for _ in range(8)]
    for thread in floods:
        thread.start()
    honest(server)
    for thread in floods:
        thread.join(30)
        assert not thread.is_alive()
    assert server.memory() < before + (150 << 20)


@pytest.mark.long
def test_many_slow_clients(server: Served) -> None:
    """More of them than there may be connections, each sending a byte now and then."""
    over = threading.Event()

    def dribble() -> None:
        try:
            with server.connect() as connection:
                connection.sendall(b"POST / HTTP/1.0\r\n")
                while not over.wait(0.2):
                    connection.sendall(b"X")
        except OSError:
            return

    threads = [threading.Thread(target=dribble) for _ in range(100)]
    for thread in threads:
        thread.start()
    try:
        time.sleep(0.5)
        honest(server)
    finally:
        over.set()
        for thread in threads:
            thread.join(10)
    honest(server)


def test_half_closed_sockets(server: Served) -> None:
    with server.connect() as connection:
        connection.sendall(b"POST / HTTP/1.0\r\n\r\nping")
        connection.shutdown(socket.SHUT_WR)
        assert everything(connection).endswith(b"( status available ) ( species computer ) )")
    for data in (b"", b"POST", b"POST / HTTP/1.0\r\nContent-Length: 30\r\n\r\n( START m"):
        with server.connect() as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            assert everything(connection).startswith(b"HTTP/1.0 400")
        with server.connect() as connection:
            connection.sendall(data)  # and gone
    # One that asks and does not wait for the answer.
    server.says(f"( START gone x {RULES} 10 5)", "ready")
    for _ in range(5):
        with server.connect() as connection:
            connection.sendall(b"POST / HTTP/1.0\r\n\r\n( PLAY gone NIL )")
    server.says("( ABORT gone )", "aborted")
    honest(server)


def test_wrong_lengths(server: Served) -> None:
    for length in (b"1", b"7", b"9", b"1000"):
        with server.connect() as connection:
            connection.sendall(b"POST / HTTP/1.0\r\nContent-Length: " + length + b"\r\n\r\n")
            time.sleep(0.02)
            connection.sendall(b"( INFO )")
            assert b"species computer" in everything(connection), length
    with server.connect() as connection:  # curl waits for leave before it sends something long
        connection.sendall(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 8\r\n\r\n")
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"( INFO )")
        assert b"species computer" in everything(connection)
    honest(server)


@pytest.mark.clock
def test_rules_that_explode(server: Served) -> None:
    """A game that cannot be ground in time is played by interpreting it."""
    answer, seconds = server.ask(f"( START boom x {EXPLODING} 4 2)")
    assert answer == "ready"
    assert seconds < 4
    moves, told = [], "NIL"
    for _ in range(2):
        answer, seconds = server.ask(f"( PLAY boom {told} )")
        assert answer.startswith("(mark ")
        assert seconds < 2
        moves.append(answer)
        server.says(f"( PLAY boom ({answer} noop) )", "noop")
        free = next(cell for at in "123" for cell in (f"(mark {at} 1)", f"(mark {at} 2)") if cell not in moves)
        moves.append(free)
        told = f"(noop {free})"
    server.says("( STOP boom NIL )", "done")
    honest(server)


@pytest.mark.clock
@pytest.mark.parametrize(
    "rules", [HOPELESS, ENDLESS, "((role x))", "(" + "(p a) " * 100_000 + ")"], ids=lambda rules: rules[:20]
)
def test_rules_that_nobody_can_play(server: Served, rules: str) -> None:
    """Whatever is answered comes in time."""
    answer, seconds = server.ask(f"( START bad x {rules} 3 2)")
    assert answer in ("ready", "busy")
    assert seconds < 3
    if answer == "ready":
        answer, seconds = server.ask("( PLAY bad NIL )")
        assert answer == "nil" or answer.startswith("(m ")
        assert seconds < 2
        server.says("( ABORT bad )", "aborted")
    honest(server)


@pytest.mark.clock
def test_a_follower_that_is_killed(server: Served) -> None:
    """As the system does when memory runs short: another one makes up for the match."""
    name = f"m{random.getrandbits(40)}"
    server.says(f"( START {name} x {RULES} 10 10)", "ready")
    first, _ = server.ask(f"( PLAY {name} NIL )")
    for process in descendants(server.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    server.says(f"( PLAY {name} ({first} noop ) )", "noop")
    other = "( mark 1 1 )" if "1 1" not in first else "( mark 3 3 )"
    second, seconds = server.ask(f"( PLAY {name} (noop {other}) )")
    assert second.startswith("(mark ")
    assert second not in (first, other.replace("( ", "(").replace(" )", ")"))
    assert seconds < 10
    server.says(f"( ABORT {name} )", "aborted")
    honest(server)


@pytest.mark.long
def test_nothing_is_left_behind() -> None:
    with serving("uct", "--ponder") as served:
        served.says(f"( START m x {RULES} 3 1)", "ready")
        assert served.ask("( PLAY m NIL )")[0].startswith("(mark")
        started = descendants(served.pid)
        assert len(started) >= 2
    deadline = time.monotonic() + 10
    while any(b"woodstock" in command(pid) for pid in started):
        assert time.monotonic() < deadline
        time.sleep(0.1)
