"""Proves that bounds on how many of some fluents hold together are kept in every reachable state.

By induction: where all bounds hold in a state that is not terminal, they hold after every legal joint move. A state
that breaks some of them refutes these, and the rest is tried again without them until nothing is refuted: what is left
is a set of bounds that carry each other (the method is known as Houdini): the largest one, if there is time enough.
Clingo looks for the states, in a child process that is ended when the limits are reached.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from woodstock.errors import WoodstockError
from woodstock.ground.program import GroundProgram

Parts: TypeAlias = Sequence[Sequence[int]]
_CHILD = Path(__file__).with_name("child.py")
_SHARE = 0.8
"""The part of the time after which the child comes to an end by itself; then it is not too late to answer."""


@dataclass(frozen=True, slots=True)
class ProofLimits:
    """How long and with how much memory to look for a proof."""

    seconds: float = 30.0
    memory: int = 4 << 30

    def __post_init__(self) -> None:
        if self.seconds <= 0 or self.memory < (64 << 20):
            raise WoodstockError("a proof needs some time, and at least 64 MiB of memory")


@dataclass(frozen=True, slots=True)
class Bound:
    """At most one of these fluents holds or, with `least`, at least one."""

    fluents: tuple[int, ...]
    least: bool


def prove(program: GroundProgram, bounds: Sequence[Bound], parts: Parts, spare: Parts, limits: ProofLimits) -> set[int]:
    """The numbers of the bounds that are proved to hold in every state after a legal joint move from where they hold.

    `parts` are the bounds that are wanted, by their numbers, each part likely to carry itself with the help of others.
    The `spare` ones are only tried if some of these cannot be proved.
    That they hold in the initial state is for the caller to see to. Out of time, what carries itself without the bounds
    that are still open is proved; out of memory, nothing is.
    """
    if not bounds:
        return set()
    task = json.dumps(_task(program, bounds, parts, spare, limits.seconds)).encode()
    command = [sys.executable, "-I", str(_CHILD), str(math.ceil(limits.seconds) + 1), str(limits.memory), "prove"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        try:
            answer, _ = child.communicate(task, timeout=limits.seconds)
        except subprocess.TimeoutExpired:
            return set()
        finally:
            child.kill()
    try:
        return set(map(int, json.loads(answer)["proved"]))
    except ValueError:  # it ran out of memory before it could answer
        return set()


def _task(
    program: GroundProgram, bounds: Sequence[Bound], parts: Parts, spare: Parts, seconds: float
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
        "seconds": _SHARE * seconds,
    }
