"""Runs clingo in a child process under limits and reads the ground rules while they come."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
import time
from pathlib import Path

from woodstock.core import AspifError, AspifLimit, AspifReader
from woodstock.errors import GroundingLimitError
from woodstock.ground.limits import Limits

_CHILD = Path(__file__).with_name("child.py")
_CHUNK = 1 << 20


def run(program: str, limits: Limits) -> AspifReader:
    """Ground a logic program. Passing a limit raises `GroundingLimitError`; the child is gone when this returns."""
    seconds = math.ceil(limits.seconds)
    command = [sys.executable, "-I", str(_CHILD), str(seconds + 1), str(limits.memory)]
    deadline = time.monotonic() + limits.seconds
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        # A child can ignore a polite signal for minutes while it grounds, so it is always ended with SIGKILL.
        timer = threading.Timer(limits.seconds, child.kill)
        timer.start()
        try:
            reader = _read(child, program, limits)
        finally:
            timer.cancel()
            child.kill()
        child.wait()
    if time.monotonic() >= deadline:
        raise GroundingLimitError(f"grounding took more than {limits.seconds:g} s")
    try:
        reader.finish()
    except AspifError:
        # clingo reports an allocation that failed and stops; no other cause is left once the clock is ruled out.
        raise GroundingLimitError(f"grounding needs more than {limits.memory >> 20} MiB of memory") from None
    return reader


def _read(child: subprocess.Popen[bytes], program: str, limits: Limits) -> AspifReader:
    assert child.stdin and child.stdout and child.stderr
    errors = threading.Thread(target=_drain, args=(child.stderr,), daemon=True)
    errors.start()
    writer = threading.Thread(target=_write, args=(child.stdin, program.encode()), daemon=True)
    writer.start()
    reader = AspifReader(limits.rules)
    try:
        while chunk := child.stdout.read1(_CHUNK):  # type: ignore[attr-defined]
            reader.feed(chunk)
    except AspifLimit:
        raise GroundingLimitError(f"the rules ground to more than {limits.rules:,} rules") from None
    finally:
        child.kill()
        writer.join()
        errors.join()
    return reader


def _write(pipe: object, data: bytes) -> None:
    try:
        with pipe:  # type: ignore[attr-defined]
            pipe.write(data)  # type: ignore[attr-defined]
    except BrokenPipeError:
        pass  # the child was ended at a limit


def _drain(pipe: object) -> None:
    while pipe.read(_CHUNK):  # type: ignore[attr-defined]
        pass
