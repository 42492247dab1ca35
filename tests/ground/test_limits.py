"""The child process that grounds: its limits hold, nothing of it is left, and complaints name their cause."""

from __future__ import annotations

import os
import subprocess
import time
from typing import Any

import pytest

from woodstock.errors import GroundingLimitError, RestrictionError, WoodstockError
from woodstock.gdl import NormalRule, normalise, parse
from woodstock.ground import Limits, ground
from woodstock.ground.clingo import run

GAME = "(role r) (init (n z)) (<= (legal r go) (true (n ?x))) (<= terminal (true end)) (<= (goal r 100) (true end))"
ENDLESS = GAME + "(<= (next (n (s ?x))) (true (n ?x)))"
LARGE = "n(1..2000). p(X,Y) :- n(X), n(Y). {q(X,Y)} :- p(X,Y). r(X,Y,Z) :- q(X,Y), n(Z)."


def rules(text: str) -> tuple[NormalRule, ...]:
    return normalise(parse(text))


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The process ids of the children that are started."""
    pids: list[int] = []

    class Popen(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            pids.append(self.pid)

    monkeypatch.setattr("woodstock.processes.starting.subprocess.Popen", Popen)
    return pids


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.clock
def test_the_time_limit_ends_the_child(children: list[int]) -> None:
    start = time.monotonic()
    with pytest.raises(GroundingLimitError, match=r"more than 0\.7 s"):
        run(LARGE, Limits(seconds=0.7))
    assert time.monotonic() - start < 5
    assert len(children) == 1 and gone(children[0])


def test_time_is_counted_on_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is busy with others the clock runs, and the rules are ground all the same; not for ever."""
    monkeypatch.setattr("woodstock.processes.process.Process.processor_seconds", lambda _: 0.0)
    some = "n(1..600). p(X,Y) :- n(X), n(Y). {q(X,Y)} :- p(X,Y). #show q/2."
    assert len(run(some, Limits(seconds=0.01, wall=120)).shown) == 360_000
    with pytest.raises(GroundingLimitError, match=r"more than 0\.01 s"):
        run(LARGE, Limits(seconds=0.01, wall=0.3))


def test_the_rule_limit_ends_the_child(children: list[int]) -> None:
    with pytest.raises(GroundingLimitError, match="more than 1,000 rules"):
        run(LARGE, Limits(rules=1000))
    assert len(children) == 1 and gone(children[0])


def test_the_memory_limit_ends_the_child(children: list[int]) -> None:
    with pytest.raises(GroundingLimitError, match="more than 96 MiB"):
        run(LARGE, Limits(memory=96 << 20))
    assert len(children) == 1 and gone(children[0])


def test_a_child_that_ends_well_is_gone_too(children: list[int]) -> None:
    assert run("{t(a)}. #show t/1.", Limits()).shown == ["t(a)"]
    assert len(children) == 1 and gone(children[0])


def test_an_endless_counter_ends_at_a_limit() -> None:
    with pytest.raises(GroundingLimitError):
        ground(rules(ENDLESS), Limits(seconds=2, memory=256 << 20, rules=100_000))


def test_unsafe_rules_are_a_breach_not_a_limit() -> None:
    with pytest.raises(RestrictionError, match="unsafe"):
        ground(rules(GAME + "(<= (next ?x) (not (true ?x)))"))


@pytest.mark.parametrize("text", ["(init (n z))", "(role ?x) (init (n z))", "(<= (role ?x) (true ?x))"])
def test_roles_are_facts(text: str) -> None:
    with pytest.raises(RestrictionError, match="role"):
        ground(rules(text))


@pytest.mark.parametrize("limits", [{"seconds": 0}, {"memory": 1 << 20}, {"rules": 0}])
def test_limits_leave_room_for_something(limits: dict[str, int]) -> None:
    with pytest.raises(WoodstockError):
        Limits(**limits)
