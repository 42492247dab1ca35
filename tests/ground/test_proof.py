"""Proofs of bounds on states, against brute force over all states of small random games."""

from __future__ import annotations

import threading
import time
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import woodstock as ws
from woodstock.engine.interpreter import InterpreterMachine
from woodstock.errors import WoodstockError
from woodstock.gdl import normalise, parse
from woodstock.ground import ground
from woodstock.ground.proof import Bound, Proof, ProofLimits, prove
from woodstock.network.encoding import MutexGroups, proved_mutex_groups
from woodstock.processes.process import Process

FLUENTS = ("a", "b", "c", "d")


@st.composite
def rules(draw: st.DrawFn) -> str:
    """Two roles with two moves each, and random rules for what holds next, over four fluents."""
    parts = ["(role r) (role s) (goal r 0) (goal s 0)", *(f"(init {name})" for name in FLUENTS)]
    facts = [f"(true {name})" for name in FLUENTS] + [f"(does {role} {move})" for role in "rs" for move in "mn"]
    literal = st.sampled_from(facts + [f"(not {fact})" for fact in facts])
    for name in FLUENTS:
        for body in draw(st.lists(st.lists(literal, min_size=1, max_size=3), min_size=1, max_size=3)):
            parts.append(f"(<= (next {name}) {' '.join(body)})")
    state = st.sampled_from([fact for fact in facts if "true" in fact] + [f"(not (true {name}))" for name in FLUENTS])
    parts.append(f"(<= terminal {draw(state)} {draw(state)})")
    parts += [f"(legal {role} m) (<= (legal {role} n) {draw(state)})" for role in "rs"]
    return " ".join(parts)


@settings(max_examples=25)
@given(rules(), st.data())
def test_what_is_left_is_the_largest_inductive_set(text: str, data: st.DataObject) -> None:
    program = ground(normalise(parse(text)), transforms=())  # transforms may change what cannot be reached
    names = program.fluents
    groups = [group for size in (2, 3) for group in combinations(range(len(names)), size)]
    possible = [Bound(group, least) for group in groups for least in (False, True)]
    bounds = data.draw(st.lists(st.sampled_from(possible), min_size=1, max_size=6, unique=True))
    numbers = list(range(len(bounds)))
    cut = data.draw(st.integers(1, len(bounds)))
    parts, spare = [numbers[:cut]], [numbers[cut:]] if numbers[cut:] else []
    expected = _by_hand(InterpreterMachine(normalise(parse(text))), names, bounds)
    proof = prove(program, bounds, parts, spare, ProofLimits())
    proved = proof.proved
    assert proof.finished
    assert proved <= expected
    assert set(numbers[:cut]) & expected <= proved, "what is wanted is proved wherever it can be"


def _by_hand(machine: InterpreterMachine, names: tuple[str, ...], bounds: list[Bound]) -> set[int]:
    """Drop what any step breaks, until nothing is broken. A circuit would not do: it is right where play can get to."""

    def keeps(holding: set[str], bound: Bound) -> bool:
        held = sum(names[number] in holding for number in bound.fluents)
        return held >= 1 if bound.least else held <= 1

    steps: list[tuple[set[str], set[str]]] = []
    for choice in product((False, True), repeat=len(names)):
        before = {name for name, holds in zip(names, choice, strict=True) if holds}
        state = machine.state(sorted(before))
        if not machine.terminal(state):
            for move in product(*machine.legal(state)):
                steps.append((before, set(machine.fluents(machine.next(state, move)))))
    alive = set(range(len(bounds)))
    while True:
        broken = {
            number
            for before, after in steps
            if all(keeps(before, bounds[other]) for other in alive)
            for number in alive
            if not keeps(after, bounds[number])
        }
        if not broken:
            return alive
        alive -= broken


def test_nothing_to_prove() -> None:
    program = ground(normalise(parse("(role r) (init a) (legal r m) (<= terminal (true a)) (goal r 0)")))
    assert prove(program, [], [], [], ProofLimits()) == Proof(frozenset(), finished=True)


def test_limits_are_checked() -> None:
    with pytest.raises(WoodstockError, match="64 MiB"):
        ProofLimits(memory=1)


def test_out_of_memory_nothing_is_proved() -> None:
    limits = ProofLimits(memory=64 << 20)
    assert proved_mutex_groups(ground(ws.load("chess").rules), limits) == MutexGroups((), finished=False)


@settings(max_examples=10)
@given(rules(), st.data())
def test_with_little_work_what_is_proved_carries_itself(text: str, data: st.DataObject) -> None:
    program = ground(normalise(parse(text)), transforms=())
    groups = [group for size in (2, 3) for group in combinations(range(len(program.fluents)), size)]
    bounds = [Bound(group, least) for group in groups for least in (False, True)]
    cut = data.draw(st.integers(1, len(bounds)))
    numbers = list(range(len(bounds)))
    conflicts = data.draw(st.integers(0, 400))
    limits = ProofLimits(work=conflicts * program.atoms)
    proof = prove(program, bounds, [numbers[:cut]], [numbers[cut:]], limits)
    assert proof.finished
    left = sorted(proof.proved)
    machine = InterpreterMachine(normalise(parse(text)))
    assert _by_hand(machine, program.fluents, [bounds[number] for number in left]) == set(range(len(left)))


class Stuttering(Process):
    """A process on a machine that is so busy that it hardly ever runs."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._stutters = threading.Thread(target=self._stutter)
        self._stutters.start()

    def _stutter(self) -> None:
        while self.wait(0.005) is None:
            self.suspend()
            time.sleep(0.02)
            self.resume()

    def end(self) -> None:
        super().end()
        self._stutters.join()


@pytest.mark.parametrize("name", ["nim", pytest.param("checkers", marks=pytest.mark.slow)])
def test_the_same_is_proved_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    program = ground(ws.load(name).rules)
    alone, again = proved_mutex_groups(program), proved_mutex_groups(program)
    monkeypatch.setattr("woodstock.processes.process.Process", Stuttering)
    assert alone == again == proved_mutex_groups(program)
    assert alone.finished
