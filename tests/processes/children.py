"""What processes do in tests. It lives in a module, so that a process can import it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from woodstock.processes.line import Line
from woodstock.processes.process import Process


def echo(line: Line) -> None:
    while (data := line.receive()) is not None:
        line.send(data)


def count(line: Line) -> None:
    number = 0
    while True:
        line.send(b"%d" % number)
        number += 1
        time.sleep(0.01)


def work(line: Line) -> None:
    line.send(b"at work")
    while True:
        pass


def write_pid(line: Line) -> None:
    """Say nothing, but write down who is asked."""
    Path((line.receive() or b"").decode()).write_text(str(os.getpid()))
    time.sleep(1000)


def fail(line: Line) -> None:
    line.receive()
    sys.exit(3)


def eat(line: Line) -> None:
    eaten: list[bytes] = []
    while True:
        eaten.append(bytes([len(eaten) % 256]) * (1 << 20))
        if len(eaten) == 1000:
            line.send(b"enough")


def print_much(line: Line) -> None:
    for _ in range(1000):
        print("\x00\xff garbage " * 20)
    sys.stdout.flush()
    os.write(1, b"\xff" * 1000)
    line.send(b"an answer")


def send(line: Line) -> None:
    """Answer a number with so many bytes."""
    while (data := line.receive()) is not None:
        line.send(bytes(int(data)))


def print_one(line: Line) -> None:
    print("printed before it is killed")
    line.send(str("PYTHONUNBUFFERED" in os.environ).encode())
    time.sleep(1000)


def scribble(line: Line) -> None:
    os.write(line.fileno(), b"\xff" * 100)
    time.sleep(1000)


def dictate(line: Line) -> None:
    """What comes after the first message is no message."""
    size = int(line.receive() or b"")
    with os.fdopen(os.dup(line.fileno()), "wb") as file:
        file.write(b"x" * size)


def read_handle(line: Line, handle: int) -> None:
    line.send(os.read(handle, 100))


def have_child(line: Line) -> None:
    """Start a process, suspend it, and say which one it is."""
    with Process(f"{__name__}:echo") as process:
        process.line.send(b"")
        process.line.receive()
        process.suspend()
        line.send(b"%d" % process.pid)
        time.sleep(1000)
