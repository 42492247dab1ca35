"""What processes do in tests. It lives in a module, so that a process can import it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from woodstock.processes.channel import Channel
from woodstock.processes.process import Process


def echo(channel: Channel) -> None:
    while (data := channel.receive()) is not None:
        channel.send(data)


def count(channel: Channel) -> None:
    number = 0
    while True:
        channel.send(b"%d" % number)
        number += 1
        time.sleep(0.01)


def work(channel: Channel) -> None:
    channel.send(b"at work")
    while True:
        pass


def write_pid(channel: Channel) -> None:
    """Say nothing, but write down who is asked."""
    Path((channel.receive() or b"").decode()).write_text(str(os.getpid()))
    time.sleep(1000)


def fail(channel: Channel) -> None:
    channel.receive()
    sys.exit(3)


def eat(channel: Channel) -> None:
    eaten: list[bytes] = []
    while True:
        eaten.append(bytes([len(eaten) % 256]) * (1 << 20))
        if len(eaten) == 1000:
            channel.send(b"enough")


def print_much(channel: Channel) -> None:
    for _ in range(1000):
        print("\x00\xff garbage " * 20)
    sys.stdout.flush()
    os.write(1, b"\xff" * 1000)
    channel.send(b"an answer")


def send(channel: Channel) -> None:
    """Answer a number with so many bytes."""
    while (data := channel.receive()) is not None:
        channel.send(bytes(int(data)))


def print_one(channel: Channel) -> None:
    print("printed before it is killed")
    channel.send(str("PYTHONUNBUFFERED" in os.environ).encode())
    time.sleep(1000)


def scribble(channel: Channel) -> None:
    os.write(channel.fileno(), b"\xff" * 100)
    time.sleep(1000)


def dictate(channel: Channel) -> None:
    """What comes after the first message is no message."""
    size = int(channel.receive() or b"")
    with os.fdopen(os.dup(channel.fileno()), "wb") as file:
        file.write(b"x" * size)


def read_handle(channel: Channel, handle: int) -> None:
    channel.send(os.read(handle, 100))


def have_child(channel: Channel) -> None:
    """Start a process, suspend it, and say which one it is."""
    with Process(f"{__name__}:echo") as process:
        process.channel.send(b"")
        process.channel.receive()
        process.suspend()
        channel.send(b"%d" % process.pid)
        time.sleep(1000)
