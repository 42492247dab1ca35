"""Processes answer in time, keep to their limits, and leave nothing behind."""

from __future__ import annotations

import _thread
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from processes import children
from processes.looking import gone, state
from woodstock.processes.process import Process, answer_of

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
HERE = children.__name__
SOON = 20.0
"""Seconds that a busy machine may take for what comes at once."""


def soon() -> float:
    return time.monotonic() + SOON


def test_question_and_answer() -> None:
    with Process(f"{HERE}:echo") as process:
        for question in (b"", b"one", bytes(10**6)):
            process.channel.send(question, soon())
            assert process.channel.receive(soon()) == question
    assert process.wait(0) is not None


def test_a_file_is_an_entry_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "alone.py"
    file.write_text("import sys\ndef main(channel): channel.send(str('woodstock.core' in sys.modules).encode())")
    assert answer_of(f"{file}:main", b"", soon()) == b"False"


def test_handles_go_along() -> None:
    with tempfile.TemporaryFile() as file:
        file.write(b"from a file")
        file.seek(0)
        with Process(f"{HERE}:read_handle", handles=[file.fileno()]) as process:
            assert process.channel.receive(soon()) == b"from a file"


def test_one_that_is_late_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    begun = time.monotonic()
    assert answer_of(f"{HERE}:write_pid", str(file).encode(), begun + 3.0) is None
    assert 3.0 <= time.monotonic() - begun < 3.0 + SOON
    assert gone(int(file.read_text()))


def test_a_question_that_nobody_takes_is_late() -> None:
    begun = time.monotonic()
    assert answer_of(f"{HERE}:work", bytes(10**7), begun + 0.5) is None
    assert time.monotonic() - begun < SOON


@pytest.mark.parametrize("name", ["fail", "no_such_function"])
def test_one_that_fails_gives_no_answer(name: str) -> None:
    assert answer_of(f"{HERE}:{name}", b"", soon()) is None


def test_what_became_of_it() -> None:
    with Process(f"{HERE}:fail") as process:
        process.channel.send(b"")
        with pytest.raises(EOFError):
            process.channel.receive(soon())
        assert process.fate() == "ended with exit code 3"
    with Process(f"{HERE}:echo") as process:
        process.kill()
        assert process.fate() == "was ended by signal 9 (Killed)"


@LINUX
def test_memory_is_bounded() -> None:
    with Process(f"{HERE}:eat", memory=300 << 20) as process:
        with pytest.raises(EOFError):
            process.channel.receive(soon())
        assert process.fate() == "ran out of memory"
    with Process(f"{HERE}:eat") as process:
        assert process.channel.receive(soon()) == b"enough"


@LINUX
@pytest.mark.parametrize("own", ["session", "group", None])
def test_one_that_is_suspended_does_nothing(own: Any) -> None:
    with Process(f"{HERE}:count", own=own) as process:
        assert process.channel.receive(soon()) == b"0"
        process.suspend()
        while state(process.pid) != "T":
            time.sleep(0.01)
        while process.channel.receive(time.monotonic() + 0.05) is not None:
            pass
        assert process.channel.receive(time.monotonic() + 0.3) is None
        process.resume()
        assert process.channel.receive(soon()) is not None
        process.suspend()
    assert gone(process.pid)


def test_what_is_printed_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    with Process(f"{HERE}:print_much") as process:
        assert process.channel.receive(soon()) == b"an answer"
    out, err = capfd.readouterr()
    assert out == ""
    assert "garbage" in err


def test_unbuffered_output_is_for_us_alone(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Where it is asked for, clingo would write every number by itself."""
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    with Process(f"{HERE}:print_one") as process:
        assert process.channel.receive(soon()) == b"False"
    assert "printed before it is killed" in capfd.readouterr().err


def test_a_message_that_is_too_long_is_refused() -> None:
    with Process(f"{HERE}:send", longest=1000) as process:
        process.channel.send(b"1000")
        assert process.channel.receive(soon()) == bytes(1000)
        process.channel.send(b"1001")
        with pytest.raises(ValueError, match="1,001 bytes is longer than 1,000"):
            process.channel.receive(soon())
    with Process(f"{HERE}:scribble", longest=1000) as process, pytest.raises(ValueError, match="longer than 1,000"):
        process.channel.receive(soon())


def test_a_stream_after_a_message() -> None:
    with Process(f"{HERE}:dictate") as process:
        process.channel.send(b"300000")
        assert b"".join(process.channel.stream(soon())) == b"x" * 300_000
    with Process(f"{HERE}:work") as process, pytest.raises(TimeoutError):
        for _ in process.channel.stream(time.monotonic() + 0.5):
            pass


@LINUX
def test_nothing_is_left_of_many() -> None:
    assert answer_of(f"{HERE}:print_much", b"", soon()) == b"an answer"  # the thread that starts them stays
    handles, threads = open_files(), threading.active_count()
    pids = []
    for number in range(12):
        with Process(f"{HERE}:{['echo', 'work', 'fail'][number % 3]}") as process:
            process.channel.send(b"")
            pids.append(process.pid)
            if number % 2:
                process.suspend()
    pids.append(Process(f"{HERE}:echo").pid)  # nobody keeps this one
    assert open_files() == handles
    assert threading.active_count() == threads
    assert all(map(gone, pids))
    with pytest.raises(OSError, match="nonexistent"):
        _start_nothing()
    assert open_files() == handles


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _start_nothing() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", "/nonexistent")
        Process(f"{HERE}:echo")


def test_one_that_nobody_waited_for_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Slow(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            _thread.interrupt_main()
            time.sleep(0.3)
            super().__init__(*arguments, **named)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Slow)
    with pytest.raises(KeyboardInterrupt):
        Process(f"{HERE}:echo")
    deadline = soon()
    while not (started and gone(started[0].pid)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert gone(started[0].pid)


def test_one_that_a_short_thread_started_lives_on() -> None:
    """Linux ends a process with the thread that started it, once the process has asked for that."""
    found: list[Process] = []

    def start() -> None:
        found.append(Process(f"{HERE}:echo"))
        found[0].channel.send(b"here", soon())
        assert found[0].channel.receive(soon()) == b"here"

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    with found[0] as process:
        time.sleep(0.5)
        process.channel.send(b"still there", soon())
        assert process.channel.receive(soon()) == b"still there"
