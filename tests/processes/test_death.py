"""No process outlives the one that started it, whatever it does when that is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from processes import children
from processes.looking import dead

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")

HERE = children.__name__
SOON = 20.0

WORKING = f"""
process = Process("{HERE}:work")
process.channel.receive()
print(process.pid, flush=True)
"""

WAITING = f"""
process = Process("{HERE}:echo")
process.channel.send(b"")
process.channel.receive()
print(process.pid, flush=True)
"""

SUSPENDED = f"""
process = Process("{HERE}:work", own=OWN)
process.channel.receive()
process.suspend()
while state(process.pid) != "T":
    time.sleep(0.01)
print(process.pid, flush=True)
"""

JUST_STARTED = f"""
print(Process("{HERE}:work").pid, flush=True)
"""

HAVING_A_CHILD = f"""
process = Process("{HERE}:have_child")
print(process.pid, int(process.channel.receive()), flush=True)
"""

FROM_A_THREAD = f"""
def start():
    global process
    process = Process("{HERE}:work")
thread = threading.Thread(target=start)
thread.start()
thread.join()
process.channel.receive()
print(process.pid, flush=True)
"""

BEGINNING = """
import os, signal, threading, time
from processes.looking import state
from woodstock.processes.process import Process
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    return subprocess.run(
        [sys.executable, "-c", BEGINNING + code],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=60,
    )


def all_end(pids: list[int]) -> bool:
    deadline = time.monotonic() + SOON
    while not all(map(dead, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return all(map(dead, pids))


@pytest.mark.parametrize(
    "code",
    [
        WORKING,
        WAITING,
        SUSPENDED.replace("OWN", "'session'"),
        SUSPENDED.replace("OWN", "'group'"),
        SUSPENDED.replace("OWN", "None"),
        JUST_STARTED,
        HAVING_A_CHILD,
        FROM_A_THREAD,
    ],
    ids=["working", "waiting", "suspended", "suspended group", "suspended alone", "just started", "child", "thread"],
)
@pytest.mark.parametrize(
    "end", ["os.kill(os.getpid(), signal.SIGKILL)", "os._exit(0)", ""], ids=["kill", "_exit", "exit"]
)
def test_it_ends_with_the_one_that_started_it(code: str, end: str) -> None:
    done = run(code + end)
    assert done.returncode == (-signal.SIGKILL if "SIGKILL" in end else 0), done.stderr
    pids = [int(word) for word in done.stdout.split()]
    assert pids
    assert all_end(pids)


def test_the_way_of_other_systems() -> None:
    """Where the system does not end a process with its parent, it sees that the channel is closed."""
    ours, theirs = socket.socketpair()
    code = """
import sys, threading
from woodstock.processes.entry import watch
threading.Thread(target=watch, args=(int(sys.argv[1]),), daemon=True).start()
while True: pass
"""
    with theirs:
        handle = theirs.fileno()
        process = subprocess.Popen([sys.executable, "-c", code, str(handle)], pass_fds=[handle])
    with process:
        ours.send(b"a message is for somebody else")
        time.sleep(0.5)
        assert process.poll() is None
        ours.close()
        assert process.wait(SOON) == 0


def test_a_fork_starts_processes_of_its_own() -> None:
    done = run(
        f"""
def echo():
    with Process("{HERE}:echo") as process:
        process.channel.send(b"heard")
        return process.channel.receive(time.monotonic() + {SOON}) == b"heard"
kept = Process("{HERE}:echo")
assert echo()
forked = os.fork()
if not forked:
    del kept
    os._exit(0 if echo() else 1)
assert os.waitpid(forked, 0)[1] == 0
kept.channel.send(b"still here")
assert kept.channel.receive(time.monotonic() + {SOON}) == b"still here"
"""
    )
    assert done.returncode == 0, done.stderr
