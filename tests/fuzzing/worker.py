"""Calls the core at random, in a process that may die of it.

    python tests/fuzzing/worker.py SEED CALLS LOG

The log names the call that is under way. An exception is an answer; a signal is a death.
"""

from __future__ import annotations

import importlib.util
import os
import random
import resource
import sys
from pathlib import Path
from typing import Any

SANITIZED = os.environ.get("WOODSTOCK_FUZZ_CORE", "")
MEMORY = 12 << 30  # bytes, so that a call that asks for more gets a MemoryError and the machine lives


def take_core(path: str) -> None:
    """Have everybody use this build of the extension."""
    spec = importlib.util.spec_from_file_location("woodstock.core._core", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


def continues(stub: Any, call: Any, recent: object) -> bool:
    """Is this a call of the object?"""
    return bool(call.bound and stub.is_a(type(recent).__name__, call.owner))


def fuzz(seed: int, calls: int, log: Path) -> None:
    """Make as many calls as wanted, each noted before it is made."""
    from fuzzing.arguments import Arguments
    from fuzzing.signatures import read_stub
    from fuzzing.subjects import is_object, subjects
    from woodstock import core

    chance = random.Random(seed)
    stub = read_stub()
    known = subjects(stub, chance)
    arguments = Arguments(stub, known, chance)
    recent: Any = None
    subject = known[0]
    with log.open("w") as notes:
        for number in range(calls):
            # Half of the time the story of one object goes on: made, given a root, run, asked.
            further = [one for one in stub.calls if continues(stub, one, recent)]
            going_on = bool(further) and chance.random() < 0.5
            call = chance.choice(further if going_on else stub.calls)
            subject = subject if going_on else chance.choice(known)
            given = arguments.of(call, subject)
            target: Any = core if call.owner is None else getattr(core, call.owner)
            if call.bound and going_on:
                target = recent
            elif call.bound:
                target = arguments.object_of(str(call.owner), subject)
            notes.seek(0)
            notes.truncate()
            notes.write(f"{number} {call} of {target!r}: {given!r}"[:20_000].encode("ascii", "replace").decode())
            notes.flush()
            if target is None:
                continue
            try:
                if call.is_property:
                    getattr(target, call.name)
                else:
                    made = target if call.name == "__init__" else getattr(target, call.name)
                    result = made(*given)
                    subject.keep(result)
                    recent = result if is_object(result) else target if call.bound else recent
            except Exception:  # noqa: BLE001 - whatever it says, it is not a signal
                continue


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    if SANITIZED:
        take_core(SANITIZED)
        os.environ.pop("LD_PRELOAD", None)  # children that ground have a limit on their memory; ASan takes terabytes
    else:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    fuzz(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
