"""Every command keeps to limits of time and memory, and says which stage went beyond it."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import time

import pytest

from cli.running import woodstock
from woodstock.cli.limits import CommandLimits, OutOfTimeError, bounded, told
from woodstock.cli.output import waiting

STAGES = {
    "network": "Loading chess|Building the (compact|propositional) network",
    "symmetries": "Loading chess|Looking for symmetries",
    "perft": "Loading chess|Counting",
    "playouts": "Loading chess|Playing at random",
}


@pytest.mark.parametrize("command", STAGES)
def test_a_command_that_takes_too_long_names_the_stage(command: str) -> None:
    woodstock(command, "nim", *{"perft": ["1"], "playouts": ["--count", "1"]}.get(command, []))  # imports take time
    more = {"perft": ["9"], "playouts": ["--seconds", "60"]}.get(command, [])
    answer = woodstock(command, "chess", *more, "--seconds-limit", "0.3")
    assert answer.code == 2
    assert re.fullmatch(
        rf"error: ({STAGES[command]}): this took more than 0.3 s \(--seconds-limit allows more\)", answer.err.strip()
    )


def test_memory_is_bounded_and_the_stage_named() -> None:
    code = """
from woodstock.cli.limits import CommandLimits, told
from woodstock.cli.output import waiting
try:
    with CommandLimits(None, 512).kept(), waiting("Building", quiet=True):
        bytearray(1 << 30)
except MemoryError as error:
    print(told(error))
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout == "Building: out of memory (--memory-limit allows more)\n"


def test_the_innermost_stage_is_named() -> None:
    with pytest.raises(OutOfTimeError) as caught, waiting("all", quiet=True), waiting("a part", quiet=True):
        raise OutOfTimeError("late")
    assert told(caught.value) == "a part: late"


def test_a_limit_that_is_given_replaces_the_default() -> None:
    seen = []

    def command(game: str) -> int:
        seen.append(game)
        time.sleep(0.2)
        return 0

    run = bounded(command, 0.01)
    with pytest.raises(OutOfTimeError):
        run(game="one", seconds_limit=None, memory_limit=None)
    assert run(game="two", seconds_limit=60.0, memory_limit=None) == 0
    assert seen[-1] == "two"  # on a busy machine the first time may be over before the command begins


def test_an_alarm_that_is_lost_rings_again() -> None:
    def deaf() -> None:
        with contextlib.suppress(OutOfTimeError):
            time.sleep(10)
        time.sleep(10)

    with pytest.raises(OutOfTimeError), CommandLimits(0.05).kept():
        deaf()


def test_nothing_rings_after_the_end() -> None:
    with CommandLimits(0.05).kept():
        pass
    time.sleep(0.1)


@pytest.mark.parametrize("option", [("--seconds-limit", "0"), ("--memory-limit", "1")])
def test_limits_have_a_least(option: tuple[str, str]) -> None:
    assert woodstock("info", "nim", *option).code == 2
