"""A player's server in a process of its own, and plain sockets to talk to it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from woodstock.protocol.http import Incoming


@dataclass(frozen=True)
class Served:
    """A running `woodstock serve`."""

    port: int
    pid: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, timeout: float = 20.0) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def ask(self, message: str) -> tuple[str, float]:
        """The answer to a message sent as ggp-base would, and the seconds it took."""
        begun = time.monotonic()
        data = message.encode()
        with self.connect(60) as connection:
            connection.sendall(
                b"POST / HTTP/1.0\r\nSender: GAMESERVER\r\nContent-Length: %d\r\n\r\n%b" % (len(data), data)
            )
            return body(everything(connection)), time.monotonic() - begun

    def says(self, message: str, reply: str) -> None:
        answer, _ = self.ask(message)
        assert answer == reply, f"{answer!r} is not {reply!r}"

    def memory(self) -> int:
        """The most bytes that the server and the frontend before it ever had in memory."""
        doors = [pid for pid in descendants(self.pid) if b"protocol.frontend" in command(pid)]
        assert len(doors) == 1
        found = [re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()) for pid in (self.pid, *doors)]
        return sum(int(one.group(1)) << 10 for one in found if one)


def command(pid: int) -> bytes:
    """What a process runs; nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


@contextmanager
def serving(player: str = "random", *options: str) -> Iterator[Served]:
    """Run a server; at the end Ctrl-C stops it, and nothing of it is left."""
    process = subprocess.Popen(
        [sys.executable, "-m", "woodstock.cli", "serve", "--port", "0", "--player", player, "--json", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        yield Served(told["port"], told["pid"])
        assert process.poll() is None, "the server is gone"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    finally:
        process.kill()
        process.wait()


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    data = bytearray()
    while chunk := connection.recv(1 << 16):
        data += chunk
    return bytes(data)


def body(answer: bytes) -> str:
    incoming = Incoming()
    incoming.feed(answer)
    incoming.end()
    assert incoming.first_line is not None
    assert incoming.first_line.startswith("HTTP/1.0 200"), answer[:200]
    return incoming.body


def descendants(pid: int) -> set[int]:
    """All processes that were started by this one, or by those."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}
