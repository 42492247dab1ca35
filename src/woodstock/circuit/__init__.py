"""The circuit (propositional network) of a game: gates over fluents and moves, and the names of its outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.core import UnstratifiedError, build_circuit
from woodstock.errors import RestrictionError
from woodstock.ground.program import GroundProgram


@dataclass(frozen=True, eq=False)
class Circuit:
    """And gates in dependency order, over literals (2 * node, plus 1 if negated; node 0 is the constant true).

    Nodes are the constant, the fluents, the moves of all roles one after another, then the gates. `arrays` holds the
    flat arrays of the core: `offsets` and `literals` of the gates, `components` (triples of nodes: recursion that is
    solved to a fixpoint), `cones` (a bit for what each gate is needed for: 1 legal and terminal, 2 next, 4 goal,
    8 sees), and the output literals `next`, `legal`, `goal`, `sees`.
    There are no constants among the inputs of a gate and, outside components, no twins and no dead gates.
    """

    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    percepts: tuple[tuple[str, ...], ...]
    goals: tuple[tuple[int, ...], ...]
    arrays: dict[str, Any]

    @property
    def gates(self) -> int:
        """How many gates there are."""
        return len(self.arrays["offsets"]) - 1

    @property
    def literals(self) -> int:
        """How many inputs all gates have together."""
        return len(self.arrays["literals"])

    @property
    def components(self) -> int:
        """How many recursive components are left."""
        return len(self.arrays["components"]) // 3

    @property
    def chance(self) -> int | None:
        """The number of the role `random`, if the game has one."""
        return self.roles.index("random") if "random" in self.roles else None


def build(program: GroundProgram) -> Circuit:
    """The circuit of a ground program. Rules in which an atom depends on its own negation raise `RestrictionError`."""
    try:
        arrays = build_circuit(
            atoms=program.atoms,
            heads=program.heads,
            offsets=program.offsets,
            literals=program.literals,
            initial=program.initial.astype(np.uint8),
            true_atoms=program.true_atoms,
            next_atoms=program.next_atoms,
            move_counts=np.array([len(own) for own in program.moves], dtype=np.uint32),
            does_atoms=_joined(program.does_atoms),
            legal_atoms=_joined(program.legal_atoms),
            goal_atoms=_joined(program.goal_atoms),
            percept_counts=np.array([len(own) for own in program.percepts], dtype=np.uint32),
            sees_atoms=_joined(program.sees_atoms),
            terminal_atom=program.terminal_atom,
        )
    except UnstratifiedError as error:
        raise RestrictionError(f"the rules are not stratified: {error}; break the loop through `not`") from None
    return Circuit(program.roles, program.fluents, program.moves, program.percepts, program.goals, arrays)


def _joined(parts: tuple[NDArray[np.int32], ...]) -> NDArray[np.int32]:
    return np.concatenate((*parts, np.zeros(0, dtype=np.int32))).astype(np.int32)
