"""The child process that uses clingo: it grounds a logic program, or proves bounds on states.

This is the one module that imports clingo. It is run by path in a fresh interpreter (never imported by the rest of
woodstock), so that a program that never ends can be killed without harm. The parent gives the limits as arguments.
"""

import json
import resource
import sys
from typing import Any


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
    """Read a task as JSON on standard input, write the numbers of the bounds that no state refutes."""
    import clingo

    task = json.load(sys.stdin)
    control = clingo.Control(["--warn=none", "--seed=1"], message_limit=0)
    with control.backend() as backend:
        assumed, broken = InductionStep(backend, task).written()
    alive = set(range(len(broken)))
    refuted = alive
    while refuted and alive:
        assumptions = [atom if number in alive else -atom for number, atom in enumerate(assumed)]
        refuted = set()
        with control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                refuted = {number for number in alive if model.is_true(broken[number])}
                break
        alive -= refuted
    json.dump({"proved": sorted(alive)}, sys.stdout)
    return 0


class InductionStep:
    """The logic program whose models are a state in which the assumed bounds hold, a legal joint move, and an assumed
    bound that does not hold in the next state. It is written in clingo's own numbers, without any text."""

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
            backend.add_rule([], [given, self._at_least(2, now)])
            backend.add_rule([breach], [given, self._at_least(2, then)])
            if least:
                backend.add_rule([], [given, -self._at_least(1, now)])
                backend.add_rule([breach], [given, -self._at_least(1, then)])
        some = backend.add_atom()
        for breach in broken:
            backend.add_rule([some], [breach])
        backend.add_rule([], [-some])
        return assumed, broken


if __name__ == "__main__":
    sys.exit(main())
