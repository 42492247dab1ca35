"""Clark's completion of a ground program (paper 001, section 3.1): each output as one formula over fluents and moves.

The completion is only right where no atom depends on itself (condition 7b there). Atoms that do are unrolled: one copy
for each round of the fixpoint. After as many rounds as there are atoms in the loop nothing new can be derived.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from woodstock.errors import RestrictionError
from woodstock.graph import components
from woodstock.ground.program import FACT, NEVER, GroundProgram, Ints
from woodstock.network.encoding.formulas import FALSE, TRUE, Formulas, Ref
from woodstock.network.errors import NetworkError

LARGEST_LOOPS = 400_000
"""How many rule bodies the rounds of all loops together may have."""


@dataclass(frozen=True)
class Completion:
    """What the rules say of a state and a joint move."""

    terminal: Ref
    legal: tuple[dict[str, Ref], ...]
    """For each role the moves that can ever be legal, and when."""
    goals: tuple[dict[int, Ref], ...]
    """For each role the goal values that can ever hold, ascending, and when."""
    next: tuple[Ref, ...]
    """For each fluent, when it holds in the next state."""
    sees: tuple[dict[str, Ref], ...]
    """For each role its percepts, and when it has them."""


def complete(
    program: GroundProgram, formulas: Formulas, fluents: Sequence[Ref], does: Sequence[Sequence[Ref]]
) -> Completion:
    """The completion of what legal, next, terminal, goal and sees need, over these formulas for fluents and moves."""
    values: dict[int, Ref] = dict(zip(program.true_atoms.tolist(), fluents, strict=True))
    for atoms, refs in zip(program.does_atoms, does, strict=True):
        values.update(zip(atoms.tolist(), refs, strict=True))
    values |= {FACT: TRUE, NEVER: FALSE}
    rules = _Rules(program)
    budget = LARGEST_LOOPS
    given = set(values)
    needed = (atom for atom in _outputs(program) if atom not in given)
    for loop in components(needed, lambda atom: (below for below in rules.atoms_below(atom) if below not in given)):
        if len(loop) == 1 and loop[0] not in rules.atoms_below(loop[0]):
            values[loop[0]] = rules.formula(loop[0], values, formulas)
        else:
            budget -= len(loop) * sum(len(rules.bodies(atom)) for atom in loop)
            if budget < 0:
                raise NetworkError(
                    f"The rules have {len(loop)} ground atoms that depend on each other; "
                    "unrolling their recursion makes the network too large"
                )
            _unroll(loop, rules, values, formulas)

    def those(names: Sequence[str], atoms: Ints) -> dict[str, Ref]:
        return {name: values[atom] for name, atom in zip(names, atoms.tolist(), strict=True)}

    def possible(names: Sequence[str], atoms: Ints) -> dict[str, Ref]:
        return {name: ref for name, ref in those(names, atoms).items() if ref != FALSE}

    goals = [
        {value: values[atom] for value, atom in zip(own, atoms.tolist(), strict=True) if values[atom] != FALSE}
        for own, atoms in zip(program.goals, program.goal_atoms, strict=True)
    ]
    return Completion(
        values[program.terminal_atom],
        tuple(possible(names, atoms) for names, atoms in zip(program.moves, program.legal_atoms, strict=True)),
        tuple(goals),
        tuple(values[atom] for atom in program.next_atoms.tolist()),
        tuple(those(names, atoms) for names, atoms in zip(program.percepts, program.sees_atoms, strict=True)),
    )


def absorbing(completion: Completion, formulas: Formulas, fluents: Sequence[Ref], over_move: str) -> Completion:
    """The same game in which a terminal state stays as it is. There is one more move then, and nothing to be seen.

    Stages can then follow each other beyond the end of the game (paper 000, section 3.2, has a fixed horizon T).
    """
    over, running = completion.terminal, completion.terminal ^ 1
    return replace(
        completion,
        legal=tuple(
            {**{move: formulas.conjunction((running, ref)) for move, ref in own.items()}, over_move: over}
            for own in completion.legal
        ),
        next=tuple(
            formulas.disjunction((formulas.conjunction((over, now)), formulas.conjunction((running, then))))
            for now, then in zip(fluents, completion.next, strict=True)
        ),
        sees=tuple(
            {percept: formulas.conjunction((running, ref)) for percept, ref in own.items()} for own in completion.sees
        ),
    )


def _outputs(program: GroundProgram) -> Iterator[int]:
    yield program.terminal_atom
    for atoms in (*program.legal_atoms, *program.goal_atoms, program.next_atoms, *program.sees_atoms):
        yield from atoms.tolist()


class _Rules:
    """The ground rules by their heads."""

    def __init__(self, program: GroundProgram) -> None:
        order = np.argsort(program.heads, kind="stable")
        heads = program.heads[order]
        starts = np.searchsorted(heads, np.arange(program.atoms + 2))
        self._order = order.tolist()
        self._starts = starts.tolist()
        self._offsets = program.offsets.tolist()
        self._literals = program.literals.tolist()

    def bodies(self, atom: int) -> list[list[int]]:
        """The bodies of the rules with this head."""
        rules = self._order[self._starts[atom] : self._starts[atom + 1]]
        return [self._literals[self._offsets[rule] : self._offsets[rule + 1]] for rule in rules]

    def atoms_below(self, atom: int) -> list[int]:
        """The atoms that these bodies speak of."""
        return [abs(literal) for body in self.bodies(atom) for literal in body]

    def formula(self, atom: int, values: dict[int, Ref], formulas: Formulas) -> Ref:
        """A <-> or B_A: the atom holds if and only if one of its bodies does."""
        return formulas.disjunction(
            formulas.conjunction(values[abs(literal)] ^ (literal < 0) for literal in body) for body in self.bodies(atom)
        )


def _unroll(loop: list[int], rules: _Rules, values: dict[int, Ref], formulas: Formulas) -> None:
    """Rounds of the immediate consequences, from nothing, until no formula changes or nothing new can be derived."""
    inside = set(loop)
    if any(-literal in inside for atom in loop for body in rules.bodies(atom) for literal in body):
        raise RestrictionError("the rules are not stratified: an atom depends on its own negation")
    current = dict.fromkeys(loop, FALSE)
    for _ in loop:
        values |= current
        following = {atom: rules.formula(atom, values, formulas) for atom in loop}
        if following == current:
            break
        current = following
    values |= current
