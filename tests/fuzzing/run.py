"""Runs the fuzzer of the core: worker after worker, each in a process of its own, until time is up or all are done.

    python tests/fuzzing/run.py [--minutes M] [--workers N] [--calls N] [--seed K] [--core PATH]

Prints each death with the call it died of, and exits 1 if there was one. `--core` names a build of the extension with
sanitizers (`make fuzz` makes one). The seed of a worker repeats what it did.
"""

from __future__ import annotations

import argparse
import functools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

WORKER = Path(__file__).parent / "worker.py"
TIMEOUT = 300.0  # seconds for a worker that takes a few: beyond it, some call does not end

# More memory than there is: std::bad_alloc elsewhere, and an abort under ASan.
NO_MEMORY = ("allocation-size-too-big", "out of memory", "calloc-overflow", "requested allocation size")


@dataclass(frozen=True)
class Death:
    """A worker that did not come back."""

    seed: int
    code: int | None
    """Its exit code; nothing where it hung."""
    call: str
    said: str

    def __str__(self) -> str:
        what = "hung" if self.code is None else f"died ({self.code})"
        return f"seed {self.seed} {what} in call {self.call[:2000]}\n{self.said[-3000:]}"


@functools.cache
def preloaded() -> str:
    """What a Python without sanitizers needs. ASan looks for exceptions in the C++ library, so that must be there."""
    found = []
    for name in ("libasan.so", "libstdc++.so"):
        told = subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
        found.append(told.stdout.strip())
    return " ".join(found)


def run_worker(seed: int, calls: int, core: str = "") -> Death | None:
    """How a worker died, if it did."""
    environment = dict(os.environ)
    if core:
        environment |= {"WOODSTOCK_FUZZ_CORE": core, "LD_PRELOAD": preloaded()}
        # Python leaks on purpose at its end.
        environment["ASAN_OPTIONS"] = "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=4096"
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "call"
        command = [sys.executable, "-X", "faulthandler", str(WORKER), str(seed), str(calls), str(log)]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, timeout=TIMEOUT, check=False)
            code, said = done.returncode, done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            code, said = None, ""
        if code == 0 or any(words in said for words in NO_MEMORY):
            return None
        return Death(seed, code, log.read_text() if log.exists() else "?", said)


def deaths(seeds: Iterator[int], calls: int, core: str = "", seconds: float = 1e9) -> Iterator[Death | None]:
    """What became of a worker for each seed, until time is up."""
    end = time.monotonic() + seconds
    for seed in seeds:
        if time.monotonic() >= end:
            return
        yield run_worker(seed, calls, core)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--workers", type=int, default=10**9)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--core", default="")
    options = parser.parse_args()
    dead = done = 0
    seeds = iter(range(options.seed, options.seed + options.workers))
    for death in deaths(seeds, options.calls, options.core, options.minutes * 60):
        done += 1
        if death is not None:
            dead += 1
            print(death, flush=True)
    print(f"{done} workers of {options.calls} calls, {dead} deaths")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
