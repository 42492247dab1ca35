"""The child process that uses clingo: it grounds a logic program, or proves bounds on states.

This is the one module that imports clingo. It runs in a process of its own (and is never imported by the rest of
woodstock), so that a program that never ends can be killed without harm.
"""

import json
import os
import resource
import time
from typing import Any

import clingo
from clingo.application import Application, clingo_main

from woodstock.processes.channel import Channel

MOST_CONFLICTS, SMALL_BUDGET = 150_000, 300
"""Conflicts that all searches together may have first, and that the search for a state breaking one bound may have."""
SEARCH = 10
"""What it costs to begin a search, in conflicts."""
SETTINGS = ("--configuration=trendy", "--sat-prepro=2,iter=20,occ=25,time=0", "--seed=1", "--parallel-mode=1")
"""Of clingo's configurations this one proves fastest, but its preprocessing has a clock, which is turned off here."""

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Gringo(Application):
    """Grounds a program and does nothing else with it."""

    program_name = "gringo"
    message_limit = 0


def ground(channel: Channel, program: int) -> None:
    """Ground the logic program in this file. All that goes over the channel is what clingo writes: aspif."""
    os.dup2(program, 0)
    os.dup2(channel.fileno(), 1)
    clingo_main(Gringo(), ["--mode=gringo", "--output=intermediate", "--warn=none", "-"])


def prove(channel: Channel) -> None:
    """Receive a task as JSON, send the numbers of the bounds that are proved."""
    begun = time.monotonic()
    task = json.loads(channel.receive() or b"")
    control = clingo.Control(["--warn=none", *SETTINGS], message_limit=0)
    with control.backend() as backend:
        assumed, broken = InductionStep(backend, task).written()
    conflicts = min(MOST_CONFLICTS, task["work"] // task["atoms"])
    houdini = Houdini(control, assumed, broken, conflicts, begun + task["seconds"])
    finished = True
    try:
        houdini.run(task["parts"], task["spare"])
    except TimeoutError:
        finished = False
    proved = houdini.alive if finished else houdini.carried()
    channel.send(json.dumps({"proved": sorted(proved), "finished": finished}).encode())


class Houdini:
    """Looks for states that break bounds, first for some of a part of them, then for one bound after the other.

    A state that is found refutes the bounds it breaks. Where there is none, clingo says which of the assumed bounds the
    proof rests on, and it is made again when one of these is refuted. Bounds whose proofs rest on each other alone are
    proved. Effort is counted in conflicts and not in seconds, so that the outcome is the same on any machine. A bound
    that takes too much of it is taken for refuted, which costs only what rests on it and was not proved before.
    """

    def __init__(self, control: Any, assumed: list[int], broken: list[int], conflicts: int, deadline: float) -> None:
        self.control = control
        self.assumed, self.broken = assumed, broken
        self.numbers = {atom: number for number, atom in enumerate(assumed)}
        self.conflicts = conflicts
        self.left = conflicts
        self.deadline = deadline
        self.alive: set[int] = set()
        self.grounds: dict[int, set[int]] = {}
        """For each bound that has a proof, the bounds that it rests on."""

    def run(self, parts: list[list[int]], spare: list[list[int]]) -> None:
        """Leave alive the bounds that carry each other: all at once or, if that takes long, part by part.

        Where all at once does not come to an end, two more phases have a quarter of the conflicts each.
        """
        every = list(range(len(self.broken)))
        self.alive.update(every)
        if self._together(every, self.left):
            return
        left, self.alive = self.alive, set()  # what was refuted while all were assumed cannot be proved
        self.left = self.conflicts // 4
        parts, spare = ([[n for n in part if n in left] for part in some] for some in (parts, spare))
        self._each(parts)
        if not self.alive.issuperset(number for part in parts for number in part):
            self.left = self.conflicts // 4
            self._each(parts)  # once more, with the help of later parts
            for part in [*spare, sorted(left)]:
                self.alive.update(part)
                self._one_by_one(self.left // 2)

    def _each(self, parts: list[list[int]]) -> None:
        """Part by part. Each may have half of the conflicts that are left, so there is something for the next one."""
        for part in parts:
            if not self.alive.issuperset(part):
                self.alive.update(part)
                self._together(part, self.left // 2)
                self._one_by_one(self.left // 2)

    def _together(self, part: list[int], budget: int) -> bool:
        """Prove what is left of a part by a single search, which is faster than one for each bound; or fail to."""
        with self.control.backend() as backend:
            some = backend.add_atom()
            for number in part:
                backend.add_rule([some], [self.broken[number]])
        least = self.left - budget
        while self.alive.intersection(part):
            broken, grounds = self._search(some, self.left - least)
            if broken is None:
                return False
            if not broken:
                self.grounds |= dict.fromkeys(self.alive.intersection(part), grounds)
                return True
            self._refute(broken)
        return True

    def _one_by_one(self, budget: int) -> None:
        """Prove or refute each open bound. When the budget is spent, the bounds that support each other stay."""
        least = self.left - budget
        while open_bounds := self.alive - self.grounds.keys():
            if self.left <= least:
                self._refute(self.alive - self.carried())
                return
            number = min(open_bounds)
            broken, grounds = self._search(self.broken[number], min(SMALL_BUDGET, self.left - least))
            if broken is None:
                self._refute({number})
            elif broken:
                self._refute(broken)
            else:
                self.grounds[number] = grounds

    def _search(self, goal: int, conflicts: int) -> tuple[set[int] | None, set[int]]:
        """Look for a state in which the bounds that are left hold, and a move after which there is the goal.

        Returns the bounds that are broken then: none if there is no such state, and None if that takes too many
        conflicts to know. In the first case, also the bounds that this rests on.
        """
        if conflicts <= 0:
            return None, set()
        self.control.configuration.solve.solve_limit = str(conflicts)
        assumptions = [atom if other in self.alive else -atom for other, atom in enumerate(self.assumed)]
        with self.control.solve([*assumptions, goal], yield_=True, async_=True) as handle:
            handle.resume()
            if not handle.wait(max(self.deadline - time.monotonic(), 0.0)):
                raise TimeoutError
            model = handle.model()
            broken = {other for other in self.alive if model.is_true(self.broken[other])} if model else None
            if not model and handle.get().unsatisfiable:
                broken = set()
            grounds = set() if broken != set() else {self.numbers[a] for a in handle.core() if a in self.numbers}
        self.left -= SEARCH + int(self.control.statistics["solving"]["solvers"]["conflicts"])
        return broken, grounds

    def _refute(self, numbers: set[int]) -> None:
        """These bounds are out, and what was proved with them has no proof any more."""
        self.alive -= numbers
        self.grounds = {
            number: own for number, own in self.grounds.items() if number not in numbers and not own & numbers
        }

    def carried(self) -> set[int]:
        """The bounds that carry each other by the proofs that there are."""
        kept = set(self.grounds)
        while falling := {number for number in kept if not self.grounds[number] <= kept}:
            kept -= falling
        return kept


class InductionStep:
    """The logic program whose models are a state in which the assumed bounds hold, and a legal joint move; and what
    says of each assumed bound whether it is broken in the next state.

    It is written in clingo's own numbers, without any text.
    """

    def __init__(self, backend: Any, task: dict[str, Any]) -> None:
        self.backend = backend
        self.task = task
        self.atoms: list[int] = [backend.add_atom() for _ in range(task["atoms"] + 1)]
        self.never: int = backend.add_atom()
        self.counts: dict[tuple[int, tuple[int, ...]], int] = {}

    def written(self) -> tuple[list[int], list[int]]:
        """Write it. Returns for each bound the atom that says it is assumed, and the one that says it is broken."""
        self._rules()
        self._joint_move()
        return self._bounds()

    def _output(self, number: int) -> int:
        """The atom of an output: 0 stands for what always holds, -1 for what never does."""
        return self.never if number < 0 else self.atoms[number]

    def _at_least(self, count: int, members: list[int]) -> int:
        """An atom that says that so many of these atoms hold."""
        key = (count, tuple(members))
        if key not in self.counts:
            self.counts[key] = self.backend.add_atom()
            self.backend.add_weight_rule([self.counts[key]], count, [(member, 1) for member in members])
        return self.counts[key]

    def _rules(self) -> None:
        atoms, offsets, literals = self.atoms, self.task["offsets"], self.task["literals"]
        self.backend.add_rule([atoms[0]])
        for rule, head in enumerate(self.task["heads"]):
            body = literals[offsets[rule] : offsets[rule + 1]]
            self.backend.add_rule([atoms[head]], [atoms[part] if part > 0 else -atoms[-part] for part in body])

    def _joint_move(self) -> None:
        """Any state that is not terminal, and one legal move for each role."""
        self.backend.add_rule([self._output(number) for number in self.task["true"]], choice=True)
        self.backend.add_rule([], [self._output(self.task["terminal"])])
        for does, legal in zip(self.task["does"], self.task["legal"], strict=True):
            moves = [self._output(number) for number in does]
            self.backend.add_rule(moves, choice=True)
            self.backend.add_rule([], [-self._at_least(1, moves)])
            self.backend.add_rule([], [self._at_least(2, moves)])
            for move, number in zip(moves, legal, strict=True):
                self.backend.add_rule([], [move, -self._output(number)])

    def _bounds(self) -> tuple[list[int], list[int]]:
        backend, bounds = self.backend, self.task["bounds"]
        assumed: list[int] = [backend.add_atom() for _ in bounds]
        broken: list[int] = [backend.add_atom() for _ in bounds]
        backend.add_rule(assumed, choice=True)
        for given, breach, (fluents, least) in zip(assumed, broken, bounds, strict=True):
            now = [self._output(self.task["true"][fluent]) for fluent in fluents]
            then = [self._output(self.task["next"][fluent]) for fluent in fluents]
            now_breach, then_breach = self._at_least(2 - least, now), self._at_least(2 - least, then)
            backend.add_rule([], [given, -now_breach if least else now_breach])
            backend.add_rule([breach], [given, -then_breach if least else then_breach])
        return assumed, broken
