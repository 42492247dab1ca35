"""Runs clingo in a child process under limits and reads the ground rules while they come."""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

from woodstock.core import AspifError, AspifLimit, AspifReader
from woodstock.errors import GroundingLimitError, RestrictionError
from woodstock.ground.limits import Limits

_CHILD = Path(__file__).with_name("child.py")
_CHUNK = 1 << 20


def run(program: str, limits: Limits) -> AspifReader:
    """Ground a logic program. Passing a limit raises `GroundingLimitError`; the child is gone when this returns."""
    command = [sys.executable, "-I", str(_CHILD), str(math.ceil(limits.seconds) + 1), str(limits.memory)]
    deadline = time.monotonic() + limits.seconds
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        # A child can ignore a polite signal for minutes while it grounds, so it is always ended with SIGKILL.
        timer = threading.Timer(limits.seconds, child.kill)
        timer.start()
        try:
            reader, complaint = _converse(child, program.encode(), limits)
        finally:
            timer.cancel()
            child.kill()
    try:
        reader.finish()
    except AspifError:
        if time.monotonic() >= deadline:
            raise GroundingLimitError(f"grounding took more than {limits.seconds:g} s") from None
        if b"error: " in complaint:
            raise RestrictionError(f"the rules cannot be ground: {_first_error(complaint)}") from None
        raise GroundingLimitError(f"grounding needs more than {limits.memory >> 20} MiB of memory") from None
    return reader


def _converse(child: subprocess.Popen[bytes], program: bytes, limits: Limits) -> tuple[AspifReader, bytes]:
    """Write the program, read the ground rules and what clingo complains of. Three pipes, so three threads."""
    assert child.stdin and child.stdout and child.stderr
    complaints: list[bytes] = []
    sides = [
        threading.Thread(target=_write, args=(child.stdin, program), daemon=True),
        threading.Thread(target=_collect, args=(child.stderr, complaints), daemon=True),
    ]
    for side in sides:
        side.start()
    reader = AspifReader(limits.rules)
    output = child.stdout.fileno()
    try:
        while chunk := os.read(output, _CHUNK):
            reader.feed(chunk)
    except AspifLimit:
        raise GroundingLimitError(f"the rules ground to more than {limits.rules:,} rules") from None
    finally:
        child.kill()
        for side in sides:
            side.join()
    return reader, b"".join(complaints)


def _write(pipe: IO[bytes], data: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), pipe:  # a child that was ended at a limit reads no more
        pipe.write(data)


def _collect(pipe: IO[bytes], into: list[bytes]) -> None:
    while chunk := pipe.read(_CHUNK):
        if sum(map(len, into)) < _CHUNK:
            into.append(chunk)


def _first_error(complaint: bytes) -> str:
    text = complaint.decode(errors="replace")
    return text[text.index("error: ") + 7 :].splitlines()[0]
