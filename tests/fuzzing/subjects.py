"""What the fuzzer begins with: objects of the core that games are played with, and the arguments they were made of."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import woodstock as ws
from engine.inline import COUNTER, interpreter_machine
from fuzzing.signatures import Call, Stub
from woodstock import circuit, core
from woodstock.engine import interpreter, lanes
from woodstock.engine.game import Game, compile_game
from woodstock.engine.source import Source
from woodstock.search import mac_ucb

GAMES = ("kuhn_poker", "tic_tac_toe", "monty_hall", "rock_paper_scissors", "nim")

# No match of it is ever over.
ENDLESS = """
(role r) (role s) (init (p 0)) (legal r flip) (legal r keep) (legal s noop)
(<= (next (p 1)) (true (p 0)) (does r flip)) (<= (next (p 0)) (true (p 1)) (does r flip))
(<= (next (p ?x)) (true (p ?x)) (does r keep)) (goal r 50) (goal s 50) (<= terminal (true (p 2)))
(<= (sees s ?x) (does r ?x))
"""

ASPIF = b"asp 1 0 0\n1 0 1 1 0 0\n1 0 1 2 0 1 -1\n4 1 1 a 1 1\n0\n"
KEPT = 4  # objects of one class and one game, and samples of one argument


def is_object(value: object) -> bool:
    """Is it of a class of the core?"""
    return type(value).__module__.startswith("woodstock.core")


class Subject:
    """One game or network: objects by class, and samples of arguments by the name of the parameter."""

    def __init__(self) -> None:
        self.objects: defaultdict[str, list[Any]] = defaultdict(list)
        self.samples: defaultdict[str, list[Any]] = defaultdict(list)

    def keep(self, value: object) -> None:
        """Remember what a call gave, for others."""
        if is_object(value):
            _keep(self.objects[type(value).__name__], value)
        elif isinstance(value, bytes):
            _keep(self.samples["state"], value)

    def note(self, call: Call, arguments: tuple[Any, ...]) -> None:
        """Remember what something was made of."""
        for (name, _), value in zip(call.parameters, arguments, strict=False):
            _keep(self.samples[name], value)


def _keep(values: list[Any], value: object) -> None:
    values.append(value)
    if len(values) > KEPT:
        values.pop(1)


def subjects(stub: Stub, chance: random.Random) -> list[Subject]:
    """A few games, one of them interpreted and one endless, and a network."""
    out = [_of_game(stub, ws.load(name), chance) for name in chance.sample(GAMES, 2)]
    for name, text in (("endless", ENDLESS), ("counter", COUNTER)):
        out.append(_of_game(stub, compile_game(Source(name, text.encode()), cache=False), chance))
    interpreted = Subject()
    with _noting(stub, interpreted):
        _walk(interpreted, interpreter_machine(ENDLESS), chance)
    return [*out, interpreted, _network()]


@contextmanager
def _noting(stub: Stub, subject: Subject) -> Iterator[None]:
    """While the library makes objects of the core, their arguments are noted."""
    constructors = {call.owner or call.name: call for call in stub.calls if call.name in ("__init__", "build_circuit")}
    places = [(interpreter, "Interpreter"), (mac_ucb, "StageNames"), (lanes, "Lanes"), (circuit, "build_circuit")]
    before = [(place, name, getattr(place, name)) for place, name in places]

    def noted(name: str, make: Callable[..., Any]) -> Callable[..., Any]:
        def made(*arguments: Any, **named: Any) -> Any:
            subject.note(constructors[name], (*arguments, *named.values()))
            return make(*arguments, **named)

        return made

    try:
        for place, name, make in before:
            setattr(place, name, noted(name, make))
        yield
    finally:
        for place, name, make in before:
            setattr(place, name, make)


def _of_game(stub: Stub, game: Game, chance: random.Random) -> Subject:
    out = Subject()
    with _noting(stub, out):
        _walk(out, game.machine(), chance)
        for part in mac_ucb._stages(game, "mac", split=True):
            out.keep(part)
    assert game.circuit is not None
    counts = [len(moves) for moves in game.circuit.moves]
    fluents = len(game.circuit.fluents)
    same = np.arange(fluents + sum(counts), dtype=np.int32)[np.newaxis]
    out.samples |= {"fluents": [fluents], "move_counts": [counts], "elements": [same]}
    out.keep(core.SymmetryGroup(fluents, counts, same))
    if game.lanes is not None:
        initial = np.frombuffer(game.machine().initial(), dtype=np.uint64)
        playing = core.SelfPlay(game.lanes.core, initial, {"hidden": 32, "games": 4, "memory": 1 << 20})
        out.keep(playing)
        out.keep(playing.network())
        out.samples |= {"rows": [playing.rows], "outputs": [playing.outputs], "inputs": [fluents], "hidden": [32]}
        out.samples |= {"initial": [initial], "states": [initial]}
    return out


def _walk(subject: Subject, machine: Any, chance: random.Random) -> None:
    subject.keep(machine.core)
    if simulator := machine.lanes():
        subject.keep(simulator.core)
    state = machine.initial()
    for _ in range(2 * KEPT):
        subject.keep(state)
        if machine.terminal(state):
            break
        joint_move = [chance.choice(own) for own in machine.legal(state)]
        _keep(subject.samples["joint_move"], joint_move)
        state = machine.next(state, joint_move)


def _network() -> Subject:
    out = Subject()
    solver = core.Solver([2, 3, 4])
    solver.add_table([0, 1], np.array([0, 1, 1, 2], dtype=np.int32), True)
    problem = core.QcspProblem([2, 3], [False, True])
    kinds = [kind[0] for kind in core.qcsp_player_kinds()]
    for made in (solver, problem, *(core.qcsp_player(problem, kind, {}) for kind in kinds), core.AspifReader(1000)):
        out.keep(made)
    out.samples |= {"chunk": [ASPIF, ASPIF[:20]], "kind": [*kinds, "and", "or"], "sizes": [[2, 3]]}
    out.samples |= {"consistency": ["mac", "fc"], "variables": ["dom/wdeg", "input", [0, 1]], "values": ["ascending"]}
    ring, pairs = np.arange(12).repeat(2), np.arange(24) % 6
    out.samples |= {"colours": [np.zeros(12, dtype=np.int64), np.arange(12) % 2], "edges": [np.roll(ring, 1), pairs]}
    out.samples |= {"kernel": core.kernels(), "domain_sizes": [[2, 3, 4], [2, 2]], "universal": [[False, True]]}
    return out
