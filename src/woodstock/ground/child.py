"""The child process that uses clingo: it grounds a logic program, or proves bounds on states.

This is the one module that imports clingo. It is run by path in a fresh interpreter (never imported by the rest of
woodstock), so that a program that never ends can be killed without harm. The parent gives the limits as arguments.
"""

import json
import resource
import sys
import time
from typing import Any

PATIENCE, LITTLE_PATIENCE = 100_000, 300
"""Conflicts that the search for one state may have: for a part as a whole, and for a single bound."""
FIRST_SECONDS = 3.0
"""How long to try all bounds at once."""
SPARE_SECONDS = 4.0
"""How long to try again, and other bounds in place of those that are wanted and could not be proved."""


def main() -> int:
    """Limit memory and CPU time of this process, then do the work."""
    seconds, memory = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return prove() if sys.argv[3:] == ["prove"] else ground()


def ground() -> int:
    """Read a logic program on standard input, write aspif on standard output."""
    from clingo.application import Application, clingo_main

    class Gringo(Application):
        program_name = "gringo"
        message_limit = 0

    return clingo_main(Gringo(), ["--mode=gringo", "--output=intermediate", "--warn=none", "-"])


def prove() -> int:
    """Read a task as JSON on standard input, write the numbers of the bounds that are proved."""
    import clingo

    begun = time.monotonic()
    task = json.load(sys.stdin)
    control = clingo.Control(["--warn=none", "--seed=1"], message_limit=0)
    with control.backend() as backend:
        assumed, broken = InductionStep(backend, task).written()
    houdini = Houdini(control, assumed, broken, begun + task["seconds"])
    json.dump({"proved": sorted(houdini.proved(task["parts"], task["spare"]))}, sys.stdout)
    return 0


class Houdini:
    """Looks for states that break bounds, first for some of a part of them, then for one bound after the other.

    A state that is found refutes the bounds it breaks. Where there is none, clingo says which of the assumed bounds the
    proof rests on, and it is made again when one of these is refuted. Bounds whose proofs rest on each other alone are
    proved. A bound that takes long is taken for refuted, so the end of the time costs only what was not proved before.
    """

    def __init__(self, control: Any, assumed: list[int], broken: list[int], deadline: float) -> None:
        self.control = control
        self.assumed, self.broken = assumed, broken
        self.numbers = {atom: number for number, atom in enumerate(assumed)}
        self.deadline = deadline
        self.alive: set[int] = set()
        self.grounds: dict[int, set[int]] = {}
        """For each bound that has a proof, the bounds that it rests on."""

    def proved(self, parts: list[list[int]], spare: list[list[int]]) -> set[int]:
        """The bounds that carry each other: all at once or, if that takes long, part by part."""
        every = list(range(len(self.broken)))
        self.alive.update(every)
        if self._together(every, min(self.deadline, time.monotonic() + FIRST_SECONDS)):
            return self.alive
        left, self.alive = self.alive, set()  # what was refuted while all were assumed cannot be proved
        parts, spare = ([[n for n in part if n in left] for part in some] for some in (parts, spare))
        self._each(parts)
        if not self.alive.issuperset(number for part in parts for number in part):
            self.deadline = min(self.deadline, time.monotonic() + SPARE_SECONDS)
            self._each(parts)  # once more, with the help of later parts
            for part in [*spare, sorted(left)]:
                self.alive.update(part)
                self._one_by_one()
        return self.alive

    def _each(self, parts: list[list[int]]) -> None:
        for part in parts:
            if not self.alive.issuperset(part):
                self.alive.update(part)
                self._together(part, self.deadline)
                self._one_by_one()

    def _together(self, part: list[int], deadline: float) -> bool:
        """Prove what is left of a part by a single search, which is faster than one for each bound; or fail to."""
        with self.control.backend() as backend:
            some = backend.add_atom()
            for number in part:
                backend.add_rule([some], [self.broken[number]])
        while self.alive.intersection(part):
            broken, grounds = self._search(some, PATIENCE, deadline)
            if broken is None:
                return False
            if not broken:
                self.grounds |= dict.fromkeys(self.alive.intersection(part), grounds)
                return True
            self._refute(broken)
        return True

    def _one_by_one(self) -> None:
        """Prove or refute each bound that is left and has no proof."""
        while open_bounds := self.alive - self.grounds.keys():
            number = min(open_bounds)
            broken, grounds = self._search(self.broken[number], LITTLE_PATIENCE, self.deadline)
            if broken is None:
                self._refute(open_bounds if time.monotonic() > self.deadline else {number})
            elif broken:
                self._refute(broken)
            else:
                self.grounds[number] = grounds

    def _search(self, goal: int, conflicts: int, deadline: float) -> tuple[set[int] | None, set[int]]:
        """Look for a state in which the bounds that are left hold, and a move after which there is the goal.

        Returns the bounds that are broken then: none if there is no such state, and None if that takes too long to
        know. In the first case, also the bounds that this rests on.
        """
        self.control.configuration.solve.solve_limit = str(conflicts)
        assumptions = [atom if other in self.alive else -atom for other, atom in enumerate(self.assumed)]
        with self.control.solve([*assumptions, goal], yield_=True, async_=True) as handle:
            handle.resume()
            if not handle.wait(max(deadline - time.monotonic(), 0.0)):
                return None, set()
            if model := handle.model():
                return {other for other in self.alive if model.is_true(self.broken[other])}, set()
            if not handle.get().unsatisfiable:
                return None, set()
            return set(), {self.numbers[atom] for atom in handle.core() if atom in self.numbers}

    def _refute(self, numbers: set[int]) -> None:
        """These bounds are out, and what was proved with them has no proof any more."""
        self.alive -= numbers
        self.grounds = {
            number: own for number, own in self.grounds.items() if number not in numbers and not own & numbers
        }


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


if __name__ == "__main__":
    sys.exit(main())
