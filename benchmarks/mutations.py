"""Spoils rulesheets and messages at random and looks at what becomes of them.

    python benchmarks/mutations.py [--number N] [--seed K] [--first I] [--jobs J] [--keep DIR]

Each mutant is a bundled game, a public rulesheet (of the folder that WOODSTOCK_RULESHEETS names) or a message of the
protocol, with a few tokens swapped, lost, doubled, nested or made huge, or with bytes that are no text. Three of five
are messages, which are quick; small rulesheets are taken more often than large ones, which break no better. A mutant
must end in a complaint of ours, a message or a game, and to circuit, interpreter, lanes and the naive oracle it must be
the same game on random walks, percepts included. Everything runs in child processes with limits. Prints how many have
ended how; a crash, a hang, a traceback or a difference is printed with the number of its mutant, kept in DIR if one is
named, and makes the exit 1. The same seed and number give the same mutant.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

BATCH = 250  # mutants of one child
TIMEOUT = 3600  # seconds for all of them
MEMORY = 6 << 30

FAILURES = ("crash", "hang", "traceback", "difference")


def child(seed: int, first: int, count: int) -> None:
    """Judge mutants; a line for each, before and after."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    from fuzzing.forking import fork_for_grounding
    from fuzzing.judging import judged
    from fuzzing.mutants import mutant, sources

    fork_for_grounding()
    sheets = sources()
    for number in range(first, first + count):
        print(json.dumps({"begun": number}), flush=True)
        name, kind, text = mutant(seed, number, sheets)
        end, said = judged(kind, text, number)
        print(json.dumps({"number": number, "of": name, "end": end, "said": said[-1500:]}), flush=True)


def batch(seed: int, first: int, count: int) -> list[dict[str, Any]]:
    """The verdicts of a child on these mutants. Where it dies, the one that it died of is a crash."""
    out: list[dict[str, Any]] = []
    while first + len(out) < (end := first + count):
        begin = first + len(out)
        command = [sys.executable, __file__, "--child", str(seed), str(begin), str(end - begin)]
        with tempfile.TemporaryFile() as errors:
            try:
                done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, timeout=TIMEOUT, check=False)
                code, told = f"exit code {done.returncode}", done.stdout
            except subprocess.TimeoutExpired as late:
                code, told = "hang", late.stdout or b""
            errors.seek(0)
            said = errors.read().decode(errors="replace")
        lines = [json.loads(line) for line in told.splitlines()]
        out += [line for line in lines if "end" in line]
        if first + len(out) < end:
            kind = "hang" if code == "hang" else "crash"
            out.append({"number": first + len(out), "of": "?", "end": kind, "said": f"{code}: {said[-1500:]}"})
    return out


def keep(folder: Path, seed: int, number: int) -> None:
    """Write a mutant to a file of its own."""
    from fuzzing.mutants import mutant, sources

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number}.kif").write_bytes(mutant(seed, number, sources())[2])


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--child", type=int, nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(*options.child)
        return 0
    ends: collections.Counter[str] = collections.Counter()
    firsts = range(options.first, options.first + options.number, BATCH)
    last = options.first + options.number
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for rows in pool.map(lambda first: batch(options.seed, first, min(BATCH, last - first)), firsts):
            for row in rows:
                ends[row["end"]] += 1
                if row["end"] in FAILURES:
                    print(f"{row['end']}: mutant {row['number']} of {row['of']}\n{row['said']}", flush=True)
                    if options.keep:
                        keep(options.keep, options.seed, row["number"])
            told = {"seed": options.seed, "first": options.first, "mutants": ends.total(), **dict(sorted(ends.items()))}
            print(json.dumps(told), flush=True)
    return 1 if any(ends[end] for end in FAILURES) else 0


if __name__ == "__main__":
    sys.exit(main())
