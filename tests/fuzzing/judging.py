"""What becomes of a mutant: a complaint of ours, a message, or a game that is the same to everybody who plays it."""

from __future__ import annotations

import functools
import random
import signal
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import woodstock as ws
from oracles.naive import Oracle
from oracles.named import Named
from woodstock.engine import InterpreterMachine
from woodstock.engine.game import compile_game
from woodstock.engine.interpreter import EvaluationLimitError, InterpreterLimits
from woodstock.engine.source import Source
from woodstock.protocol import messages

TIMEOUT = 180  # seconds for one mutant on a busy machine; beyond it something hangs
STEPS = 5
SLOW_ORACLE = 1  # seconds after which the oracle is not waited for

Question: TypeAlias = Callable[[Any, Any], Any]
"""Asks one machine, or the oracle, about a state of it."""


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
    try:
        with at_most(TIMEOUT):
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
    read = messages.parse(text.decode("utf-8", "replace"))
    if messages.parse(messages.write(read)) != read:
        raise DifferenceError(f"{read} is written {messages.write(read)!r}")
    return "message", ""


def game(text: bytes, seed: int) -> tuple[str, str]:
    """A rulesheet is compiled and played in all ways that there are."""
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
    try:
        with at_most(SLOW_ORACLE):
            return Oracle(text.decode())
    except Exception:  # noqa: BLE001 - it is made for rulesheets that are in order
        return None


def answer(question: Callable[[], Any]) -> Any:
    """What a machine says, or that the game is broken there."""
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
