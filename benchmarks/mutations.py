"""Spoils rulesheets and messages at random and looks at what becomes of them.

    python benchmarks/mutations.py [--number N] [--seed K] [--first I] [--jobs J] [--keep DIR]

Each mutant is a bundled game, a public rulesheet (of the folder that WOODSTOCK_RULESHEETS names) or a message of the
protocol, with a few tokens swapped, lost, doubled, nested or made huge, or with bytes that are no text. It must end in
a complaint of ours or in a game; and in a game circuit, interpreter, lanes and the naive oracle must agree on random
walks, percepts included. Everything runs in child processes with limits. Prints how many ended how; a crash, a hang, a
traceback or a difference is printed with the number of its mutant, kept in DIR if one is named, and makes the exit 1.
The same seed and number give the same mutant.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import functools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

BATCH = 50  # mutants of one child
PATIENCE = 60  # seconds for one mutant; beyond it something hangs
MEMORY = 6 << 30
STEPS = 5
SLOW_ORACLE = 3  # seconds after which the oracle is not waited for

Question: TypeAlias = Callable[[Any, Any], Any]
"""Asks one machine, or the oracle, about a state of it."""

FAILURES = ("crash", "hang", "traceback", "difference")


# What becomes of it -----------------------------------------------------------------------------------------------


class HangError(Exception):
    """A mutant took too long."""


class DifferenceError(Exception):
    """Two that should agree do not."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """An alarm for what is inside."""

    def ring(*_: object) -> None:
        raise HangError

    signal.signal(signal.SIGALRM, ring)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    begun = time.monotonic()
    try:
        yield
    finally:  # what is around it goes on
        signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - begun), 0.01) if left else 0)


def judged(kind: str, text: bytes, seed: int) -> tuple[str, str]:
    """How a mutant ended, and what there is to say about it."""
    import woodstock as ws

    try:
        with at_most(PATIENCE):
            return message(text) if kind == "message" else game(text, seed)
    except ws.WoodstockError as error:
        return ("refused", "") if str(error).strip() else ("traceback", f"{type(error).__name__} without words")
    except HangError:
        return "hang", traceback.format_exc()
    except DifferenceError as error:
        return "difference", str(error)
    except Exception:  # noqa: BLE001 - that is what is looked for
        return "traceback", traceback.format_exc()


def message(text: bytes) -> tuple[str, str]:
    """A message is read, and means the same when it is written."""
    from woodstock.protocol import messages

    read = messages.parse(text.decode("utf-8", "replace"))
    if messages.parse(messages.write(read)) != read:
        raise DifferenceError(f"{read} is written {messages.write(read)!r}")
    return "message", ""


def game(text: bytes, seed: int) -> tuple[str, str]:
    """A rulesheet is compiled and played in all ways that there are."""
    import woodstock as ws
    from oracles.named import Named
    from woodstock.engine import InterpreterMachine
    from woodstock.engine.game import compile_game
    from woodstock.engine.interpreter import InterpreterLimits
    from woodstock.engine.source import Source

    limits = ws.Limits(seconds=5, memory=1 << 30, rules=30_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = compile_game(Source("mutant", text), limits=limits, cache=False)
    interpreted = InterpreterMachine(loaded.rules, InterpreterLimits(seconds=10.0))
    others: dict[str, Any] = {}
    if loaded.circuit is not None:
        others["circuit"] = Named(loaded.machine())
    if oracle := oracle_of(text):
        others["oracle"] = oracle
    for start in range(2):
        walk(Named(interpreted), others, random.Random(seed + start))
    if loaded.circuit is not None:
        compare_lanes(loaded, random.Random(seed))
    return "game" if "oracle" in others else "game without the oracle", ""


def oracle_of(text: bytes) -> Any | None:
    """The naive oracle of a text, if it can read it."""
    from oracles.naive import Oracle

    try:
        with at_most(SLOW_ORACLE):
            return Oracle(text.decode())
    except Exception:  # noqa: BLE001 - it is made for rulesheets that are in order
        return None


def answer(question: Callable[[], Any]) -> Any:
    """What a machine says, or that the game is broken there."""
    import woodstock as ws
    from woodstock.engine.interpreter import EvaluationLimitError

    try:
        return question()
    except EvaluationLimitError:
        raise
    except ws.WoodstockError as error:
        return type(error).__name__


def walk(leader: Any, others: dict[str, Any], chance: random.Random) -> None:
    """A random match on all of them, by the names of the moves. An oracle that takes too long is left behind."""
    states: dict[str, Any] = {}

    def asked(name: str, ask: Question) -> Any:
        one = others[name]
        if name != "oracle":
            return answer(functools.partial(ask, one, states.get(name)))
        try:
            with at_most(SLOW_ORACLE):
                return answer(functools.partial(ask, one, states.get(name)))
        except (HangError, RecursionError):
            del others[name]
            return None

    def same(what: str, ask: Question) -> Any:
        said = answer(functools.partial(ask, leader, states["leader"]))
        for name in list(others):
            other = asked(name, ask)
            if name in others and other != said:
                raise DifferenceError(f"{what}: the interpreter says {said!r}, the {name} {other!r}")
        return said

    def go(ask: Question) -> None:
        after = {name: asked(name, ask) for name in list(others)}
        states.update(after, leader=ask(leader, states.get("leader")))

    if any(tuple(other.roles) != leader.roles for other in others.values()):
        raise DifferenceError(f"roles: {leader.roles}, {[other.roles for other in others.values()]}")
    go(lambda one, _: one.initial())
    for _ in range(STEPS):
        over = same("terminal", lambda one, at: one.terminal(at))
        same("goals", lambda one, at: {role: min(own, default=None) for role, own in one.goals(at).items()})
        if over is not False:
            return
        legal = same("legal", legal_moves)
        if isinstance(legal, str):
            return
        joint = {role: chance.choice(sorted(legal[role])) for role in leader.roles}
        same("percepts", functools.partial(seen_by, joint))
        go(functools.partial(led_by, joint))


def seen_by(joint: dict[str, str], one: Any, state: Any) -> Any:
    """What is seen when a joint move is made."""
    return one.percepts(state, joint)


def led_by(joint: dict[str, str], one: Any, state: Any) -> Any:
    """Where a joint move leads."""
    return one.next(state, joint)


def legal_moves(one: Any, state: Any) -> Any:
    """By role; the name of the error where one has none, as machines say it."""
    legal = one.legal(state)
    return legal if all(legal.values()) else "BrokenGameError"


def compare_lanes(loaded: Any, chance: random.Random) -> None:
    """Children in lanes are those of the machine."""
    machine = loaded.machine()
    state = machine.initial()
    for _ in range(STEPS):
        legal = None if machine.terminal(state) else answer(functools.partial(machine.legal, state))
        if not isinstance(legal, list):
            return
        joints = [[chance.choice(own) for own in legal] for _ in range(4)]
        children = loaded.lanes.expand([state] * len(joints), joints)
        for at, joint in enumerate(joints):
            after = machine.next(state, joint)
            over = machine.terminal(after)
            seen = [[machine.percept_name(role, one) for one in own] for role, own in enumerate(children.percepts[at])]
            goals = tuple(None if goal < 0 else goal for goal in children.goals[at].tolist())
            if children.states[at] != after or bool(children.terminal[at]) != over:
                raise DifferenceError("lanes lead to another state")
            if [sorted(own) for own in seen] != machine.percepts(state, joint):
                raise DifferenceError("lanes show other percepts")
            if over and goals != machine.goals(after):
                raise DifferenceError(f"lanes: goals {goals}, machine: {machine.goals(after)}")
        state = machine.next(state, joints[0])


# Processes --------------------------------------------------------------------------------------------------------


def child(seed: int, first: int, count: int) -> None:
    """Judge mutants; a line for each, before and after."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    from fuzzing.mutants import mutant, sources

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
                patience = 3 * PATIENCE + (PATIENCE / 4) * (end - begin)
                done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, timeout=patience, check=False)
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
    print(json.dumps({"seed": options.seed, "mutants": sum(ends.values()), **dict(sorted(ends.items()))}))
    return 1 if any(ends[end] for end in FAILURES) else 0


if __name__ == "__main__":
    sys.exit(main())
