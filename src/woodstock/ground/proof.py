"""Proves that bounds on how many of some fluents hold together are kept in every reachable state.

By induction: where all bounds hold in a state that is not terminal, they hold after every legal joint move. A state
that breaks some of them refutes these, and the rest is tried again without them until nothing is refuted: what is left
is a set of bounds that carry each other (the method is known as Houdini): the largest one, if the work suffices.
Clingo looks for the states, in a child process. Its work is counted, not clocked: the same program has the same proof
on any machine. The clock is there for safety alone, and a proof that it cut short says so.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from woodstock.errors import WoodstockError
from woodstock.ground.clingo import CHILD
from woodstock.ground.program import GroundProgram
from woodstock.processes.process import answer_of

Parts: TypeAlias = Sequence[Sequence[int]]
_GRACE = 5.0
"""Seconds that the child has to answer when its time is over."""


@dataclass(frozen=True, slots=True)
class ProofLimits:
    """How much work to spend on a proof, and how much time and memory it may take at worst."""

    work: int = 2_000_000_000
    """Conflicts times atoms of the program. A quiet core does some 50,000,000 in a second."""
    seconds: float = 300.0
    memory: int = 4 << 30

    def __post_init__(self) -> None:
        if self.work < 0 or self.seconds <= 0 or self.memory < (64 << 20):
            raise WoodstockError("a proof needs some time, and at least 64 MiB of memory")


@dataclass(frozen=True, slots=True)
class Bound:
    """At most one of these fluents holds or, with `least`, at least one."""

    fluents: tuple[int, ...]
    least: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proved."""

    proved: frozenset[int]
    """The numbers of the bounds that hold in every state after a legal joint move from where all of them hold."""
    finished: bool
    """False if time or memory ran out. Then another run may prove more; else it proves the same."""


def prove(program: GroundProgram, bounds: Sequence[Bound], parts: Parts, spare: Parts, limits: ProofLimits) -> Proof:
    """Prove as many of the bounds as the work allows.

    `parts` are the bounds that are wanted, by their numbers, each part likely to carry itself with the help of others.
    The `spare` ones are only tried if some of these cannot be proved.
    That they hold in the initial state is for the caller to see to. Out of work or time, what carries itself without
    the bounds that are still open is proved; out of memory, nothing is.
    """
    if not bounds:
        return Proof(frozenset(), finished=True)
    task = json.dumps(_task(program, bounds, parts, spare, limits)).encode()
    deadline = time.monotonic() + limits.seconds + _GRACE
    written = answer_of(f"{CHILD}:prove", task, deadline, memory=limits.memory, own=None)
    if written is None:
        return Proof(frozenset(), finished=False)
    answer = json.loads(written)
    return Proof(frozenset(map(int, answer["proved"])), bool(answer["finished"]))


def _task(
    program: GroundProgram, bounds: Sequence[Bound], parts: Parts, spare: Parts, limits: ProofLimits
) -> dict[str, object]:
    """All that the child needs, as plain numbers."""
    return {
        "atoms": program.atoms,
        "heads": program.heads.tolist(),
        "offsets": program.offsets.tolist(),
        "literals": program.literals.tolist(),
        "true": program.true_atoms.tolist(),
        "next": program.next_atoms.tolist(),
        "does": [atoms.tolist() for atoms in program.does_atoms],
        "legal": [atoms.tolist() for atoms in program.legal_atoms],
        "terminal": program.terminal_atom,
        "bounds": [[list(bound.fluents), bound.least] for bound in bounds],
        "parts": [list(part) for part in parts],
        "spare": [list(part) for part in spare],
        "work": limits.work,
        "seconds": limits.seconds,
    }
