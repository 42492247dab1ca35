"""Strangers who do a server no good, in a process of its own for each server, which ends with the one that started it.

    python benchmarks/strangers.py HOST PORT FLOODS HALF_OPEN

FLOODS connections send as much as they can: lines and headers without end, rules, moves, small chunks, each begun again
as soon as it is answered. On HALF_OPEN connections half a message comes, and no more; those that the server closes are
opened again a second later.
"""

from __future__ import annotations

import contextlib
import itertools
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from children import command

from woodstock.protocol import Address

_HEAD = b"POST / HTTP/1.0\r\n"
FLOODS = [
    b"x" * (12 << 20),
    _HEAD + b"X: y\r\n" * (1 << 20),
    _HEAD + b"\r\n( START m x (" + b"()" * (1 << 20) + b") 1 1)",
    _HEAD + b"\r\n( PLAY other (" + b"a " * (30 << 10) + b") )",
    _HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n(\r\n" * (1 << 19),
]
HALF = b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n( PLAY"


@contextlib.contextmanager
def strangers(address: Address, floods: int, half_open: int) -> Iterator[None]:
    """So many of them, meanwhile."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); from strangers import main; main()"
    arguments = [address.host, *map(str, (address.port, floods, half_open))]
    process = subprocess.Popen(command(code, *arguments), start_new_session=True)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def flood(host: str, port: int) -> None:
    """Send everything, again and again."""
    for data in itertools.cycle(FLOODS):
        with contextlib.suppress(OSError), socket.create_connection((host, port), 1.0) as connection:
            connection.sendall(data)
            connection.recv(1000)


def hold(host: str, port: int, count: int) -> None:
    """Keep so many connections open on which half a message came."""
    connections: list[socket.socket] = []
    while True:
        connections = [one for one in connections if not _closed(one)]
        with contextlib.suppress(OSError):
            while len(connections) < count:
                one = socket.create_connection((host, port), 1.0)
                connections.append(one)
                one.sendall(HALF)
                one.setblocking(False)
        time.sleep(1.0)


def _closed(connection: socket.socket) -> bool:
    try:
        connection.recv(1000)
    except BlockingIOError:
        return False
    except OSError:
        pass
    connection.close()
    return True


def main() -> None:
    """Do no good until somebody ends it."""
    host, port, floods, half_open = sys.argv[1], *map(int, sys.argv[2:])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for _ in range(floods):
        threading.Thread(target=flood, args=(host, port)).start()
    hold(host, port, half_open)


if __name__ == "__main__":
    main()
